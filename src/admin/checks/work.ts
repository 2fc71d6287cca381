import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import { listImports } from '../../import/import-store.ts'
import { DAY_MS, lasting } from '../../lib/calendar.ts'
import { readUnsent } from '../../listings/enquiries/enquiry-store.ts'
import { MAX_COUNTED, type SubscriptionView, viewSubscriptions } from '../../webhooks/subscription-view.ts'
import { listProcesses, type SeenProcess } from '../heartbeat.ts'
import { bounded } from '../webhooks.ts'
import { checkSecretKey } from './database.ts'
import { type Finding, findingOf } from './finding.ts'

const LONG_WAIT_MS = 5 * 60_000
/** Leases, expiries and retries tolerate this much between clocks. */
const MAX_DRIFT_MS = 2_000
const LONG_LAG_MS = 10_000
const MAX_IMPORTS = 20

export async function checkWork(
  db: Db,
  config: Pick<Config, 'secretKey' | 'database'>,
  now: number,
  subscriptions?: readonly SubscriptionView[],
): Promise<Finding[]> {
  return [
    await checkSecretKey(db, config),
    ...checkDeliveries(subscriptions ?? (await viewSubscriptions(db, now)), now),
    ...(await checkEnquiries(db, now)),
    ...checkProcesses(await listProcesses(db, now), now),
    ...(await checkImports(db, now)),
  ]
}

export function sumOf(subscriptions: readonly SubscriptionView[], name: 'waiting' | 'failed'): string {
  const sum = subscriptions.reduce((total, item) => total + Math.min(item[name], MAX_COUNTED), 0)
  return sum.toLocaleString('en-IN') + (subscriptions.some((item) => item[name] > MAX_COUNTED) ? '+' : '')
}

export function checkDeliveries(subscriptions: readonly SubscriptionView[], now: number): Finding[] {
  const finding = findingOf('deliveries')
  const active = subscriptions.filter(({ state }) => state === 'active' || state === 'failing')
  const waited = now - Math.min(now, ...active.map(({ oldest_waiting }) => oldest_waiting ?? now))
  const pending = `${sumOf(active, 'waiting')} pending`
  const late = `${pending}, the oldest for ${lasting(waited)}; check that \`yantra serve\` or \`deliver\` runs`
  return [
    waited < LONG_WAIT_MS ? finding('ok', pending) : finding('warn', late),
    ...subscriptions.flatMap((subscription) => {
      const detail = describeTrouble(subscription, now)
      return detail === undefined ? [] : [{ ...finding('warn', detail), subscription: subscription.id }]
    }),
  ]
}

function describeTrouble(subscription: SubscriptionView, now: number): string | undefined {
  const { id, state, failing_since, disabled_reason, failed } = subscription
  if (state === 'failing')
    return `${id} has failed for ${lasting(now - failing_since!)}; \`yantra webhooks deliveries ${id} --failed\` lists the attempts`
  if (state === 'disabled') return `${id} is disabled: ${disabled_reason}; \`yantra webhooks enable ${id}\` resumes it`
  if (state !== 'active' || failed === 0) return undefined
  return `${id}: all attempts of ${bounded(failed)} deliveries failed; run \`yantra webhooks replay ${id} --failed\``
}

async function checkEnquiries(db: Db, now: number): Promise<Finding[]> {
  const { waiting, failed, overdue, oldest } = await readUnsent(db, now)
  const total = waiting + failed + overdue
  if (total === 0) return []
  const unsent = 'that no process mails: run `yantra serve` or `deliver` with SMTP_URL and ENQUIRY_FROM'
  const counts = { 'without mail': waiting, 'whose mail failed': failed, [unsent]: overdue }
  const reasons = Object.entries(counts).flatMap(([reason, count]) => (count > 0 ? [`${count} ${reason}`] : []))
  const since = `the oldest for ${lasting(now - (oldest ?? now))}`
  const detail = `${total.toLocaleString('en-IN')} open (${reasons.join(', ')}), ${since}`
  return [findingOf('enquiries')('warn', `${detail}; \`yantra enquiries list --open\` lists them`)]
}

async function checkImports(db: Db, now: number): Promise<Finding[]> {
  const imports = await listImports(db, { limit: MAX_IMPORTS, now })
  const died = imports.filter(({ state, at: timestamp }) => state === 'died' && now - timestamp <= DAY_MS)
  return died.map(({ id, file, created, changed }) => {
    const detail = `${id} of ${file} died with ${created + changed} records stored; import the file again`
    return findingOf('imports')('warn', detail)
  })
}

export function checkProcesses(processes: readonly SeenProcess[], now: number): Finding[] {
  const details = processes.flatMap(({ kind, host, isGone, seenAt, lagMs = 0, engine, engineState = 'serving' }) => {
    const name = `${kind} on ${host}`
    if (isGone) return [`${name} died ${lasting(now - seenAt)} ago; start it again`]
    return [
      lagMs > LONG_LAG_MS && `${name} is ${Math.floor(lagMs / 1_000)} s behind the database; look at its log`,
      seenAt - now > MAX_DRIFT_MS && `the clock of ${name} is ${lasting(seenAt - now)} ahead; synchronise the clocks`,
      engineState !== 'serving' &&
        `${name} searches the database, as ${engine} is ${engineState}; check MEILISEARCH_URL`,
    ].filter((detail) => detail !== false)
  })
  return details.map((detail) => findingOf('processes')('warn', detail))
}

/** `ahead` is how far this machine's clock is ahead of the database's, in milliseconds. */
export function checkClock(ahead: number): Finding | undefined {
  if (Math.abs(ahead) <= MAX_DRIFT_MS) return undefined
  const seconds = `${(Math.abs(ahead) / 1_000).toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'}`
  return findingOf('processes')('warn', `the clock here is ${seconds} the database's; synchronise the clocks`)
}
