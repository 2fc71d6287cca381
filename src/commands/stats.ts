import { iso } from '../calendar.ts'
import { toConfig } from '../config.ts'
import { gigabytes, type Overview, readOverview } from '../operator/findings.ts'
import type { TrafficSpan } from '../operator/traffic.ts'
import { command } from './command.ts'
import { type FormatMoment, formatMoment, printable, sheet, table } from './terminal.ts'

export const statsCommand = command({
  about:
    'How the service stands, as the first page of the console shows it: contents, processes, requests of the last hour and day, deliveries, enquiries, and what needs attention.',
  notes: 'Exit code: 0 all is well, 1 something needs attention, 2 the command could not run.',
  database: 'read',
  async run({ db, io }) {
    const now = Date.now()
    const stats = toStats(await readOverview(db, toConfig(io.env), now))
    const text = statsText(stats, formatMoment(io.stdout, now))
    return { json: stats, text, exitCode: stats.warnings.length > 0 ? 1 : 0 }
  },
})

type Stats = ReturnType<typeof toStats>

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
    warnings: findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`),
  }
}

function requestsOf({ total: { requests, errors, p50, p99 } }: TrafficSpan) {
  return { requests, errors, p50_ms: p50, p99_ms: p99 }
}

function statsText(stats: Stats, say: FormatMoment): string {
  const at = (moment: string | null) => say(moment === null ? null : Date.parse(moment))
  const figure = (value: number) => value.toLocaleString('en-IN')
  const listings = Object.entries(stats.listings).map(([status, count]) => `${figure(count)} ${status}`)
  const requests = ({ requests, errors, p50_ms, p99_ms }: Stats['requests']['hour']) =>
    `${figure(requests)}, ${figure(errors)} errors${p50_ms === null ? '' : `; p50 ${p50_ms.toFixed(1)} ms, p99 ${(p99_ms ?? 0).toFixed(1)} ms`}`
  const processes = stats.processes.map(({ kind, host, version, revision, seen_at, gone }) => [
    ...[kind, printable(host), version, String(revision ?? '')],
    ...[say(Date.parse(seen_at)), gone ? 'gone' : 'there'],
  ])
  return [
    sheet([
      ['revision', figure(stats.revision)],
      ['machines', figure(stats.machines)],
      ['implements', figure(stats.implements)],
      ['listings', listings.join(', ') || '0'],
      ['keys', figure(stats.keys)],
      ['subscriptions', figure(stats.subscriptions)],
      ['deliveries', `${figure(stats.deliveries.waiting)} waiting, ${figure(stats.deliveries.failed)} failed`],
      [
        'enquiries',
        `${figure(stats.enquiries_open)} open${stats.oldest_enquiry_at ? `, the oldest ${at(stats.oldest_enquiry_at)}` : ''}`,
      ],
      ...(stats.disk_free_bytes === null
        ? []
        : ([
            ['disk', `${gigabytes(stats.disk_free_bytes)} free`],
            ['last backup', at(stats.last_backup_at)],
          ] as const)),
      ['last hour', requests(stats.requests.hour)],
      ['last day', requests(stats.requests.day)],
    ]),
    processes.length > 0 ? `\n${table(['PROCESS', 'HOST', 'VERSION', 'REVISION', 'SEEN', ''], processes)}` : '',
    stats.warnings.map((warning, at) => `${at === 0 ? '\n' : ''}! ${printable(warning)}\n`).join(''),
  ].join('')
}
