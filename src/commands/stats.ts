import { iso } from '../calendar.ts'
import { toConfig } from '../config.ts'
import type { Column } from '../operator/desk.ts'
import { needsAttention, type Overview, readOverview, sumOf } from '../operator/findings.ts'
import { gigabytes, processColumns } from '../operator/presence.ts'
import type { TrafficSpan } from '../operator/traffic.ts'
import { printable } from '../text/visible.ts'
import { command } from './command.ts'
import { sheetOf, tableOf } from './terminal.ts'

export const statsCommand = command({
  about:
    'How the service stands, as the first page of the console shows it: contents, processes, requests of the last hour and day, deliveries, enquiries, and what needs attention.',
  notes: 'Exit code: 0 all is well, 1 something needs attention, 2 the command could not run.',
  database: 'read',
  async run({ db, io }) {
    const shown = { stdout: io.stdout, now: Date.now() }
    const overview = await readOverview(db, toConfig(io.env), shown.now)
    const { processes, revision } = overview
    const stats = toStats(overview)
    const listed = processes.length > 0 ? `\n${tableOf(processColumns(revision), processes, '', shown)}` : ''
    const warnings = stats.warnings.map((warning, at) => `${at === 0 ? '\n' : ''}! ${printable(warning)}\n`)
    const text = sheetOf(STANDING, overview, shown) + listed + warnings.join('')
    return { json: stats, text, exitCode: warnings.length > 0 ? 1 : 0 }
  },
})

const figure = (value: number) => value.toLocaleString('en-IN')
const byStatus = (counts: Overview['listings']) =>
  Object.entries(counts)
    .map(([status, count]) => `${figure(count)} ${status}`)
    .join(', ')

const STANDING: readonly Column<Overview>[] = [
  { name: 'Revision', of: ({ revision }) => figure(revision) },
  { name: 'Machines', of: ({ machines }) => figure(machines) },
  { name: 'Implements', of: ({ implements: count }) => figure(count) },
  { name: 'Listings', of: ({ listings }) => byStatus(listings) || '0' },
  { name: 'Keys', of: ({ keys }) => figure(keys) },
  { name: 'Subscriptions', of: ({ subscriptions }) => figure(subscriptions.length) },
  {
    name: 'Deliveries',
    of: ({ subscriptions: all }) => `${sumOf(all, 'waiting')} waiting, ${sumOf(all, 'failed')} failed`,
  },
  {
    name: 'Enquiries',
    of: ({ openEnquiries: open, oldestEnquiry: at }) =>
      at === null ? `${figure(open)} open` : { text: `${figure(open)} open, the oldest`, next: { at } },
  },
  { name: 'Disk', of: ({ disk }) => disk && `${gigabytes(disk.free)} free` },
  { name: 'Last backup', of: ({ disk }) => disk && { at: disk.lastBackup } },
  { name: 'Last hour', of: ({ hour }) => requestsText(hour) },
  { name: 'Last day', of: ({ day }) => requestsText(day) },
]

function requestsText({ total: { requests, errors, p50, p99 } }: TrafficSpan): string {
  const times = p50 === null ? '' : `; p50 ${p50.toFixed(1)} ms, p99 ${(p99 ?? 0).toFixed(1)} ms`
  return `${figure(requests)}, ${figure(errors)} errors${times}`
}

function toStats({ subscriptions, processes, disk, findings, ...overview }: Overview) {
  const { revision, machines, implements: implementCount, listings, keys } = overview
  const sum = (name: 'waiting' | 'failed') => subscriptions.reduce((total, one) => total + one[name], 0)
  return {
    ...{ revision, machines, implements: implementCount, listings, keys, subscriptions: subscriptions.length },
    deliveries: { waiting: sum('waiting'), failed: sum('failed') },
    enquiries_open: overview.openEnquiries,
    oldest_enquiry_at: iso(overview.oldestEnquiry),
    last_backup_at: iso(disk?.lastBackup ?? null),
    disk_free_bytes: disk?.free ?? null,
    processes: processes.map(({ id, kind, host, version, revision, seenAt, isGone, engine = null, memory = null }) => ({
      ...{ id, kind, host, version, revision, engine, seen_at: iso(seenAt), gone: isGone, memory_bytes: memory },
    })),
    requests: { hour: requestsOf(overview.hour), day: requestsOf(overview.day) },
    warnings: findings.filter(needsAttention).map(({ check, detail }) => `${check}: ${detail}`),
  }
}

function requestsOf({ total: { requests, errors, p50, p99 } }: TrafficSpan) {
  return { requests, errors, p50_ms: p50, p99_ms: p99 }
}
