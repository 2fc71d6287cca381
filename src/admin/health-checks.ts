import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import { isLive } from '../auth/key-store.ts'
import { type Config, ConfigError, type Environment } from '../config.ts'
import { lastBackup } from '../database/backup.ts'
import { countRows, type Db, readRevision } from '../database/schema.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { type ImportView, listImports } from '../import/import-store.ts'
import { DAY_MS, lasting } from '../lib/calendar.ts'
import { countOpenEnquiries, readUnsent, type UnsentEnquiries } from '../listings/enquiries/enquiry-store.ts'
import { countStatuses } from '../listings/moderation/moderation.ts'
import { examineSecretKey } from '../webhooks/signing.ts'
import { MAX_COUNTED, type SubscriptionView, viewSubscriptions } from '../webhooks/subscription-view.ts'
import { gigabytes, listProcesses, type SeenProcess } from './heartbeat.ts'
import { bounded } from './webhooks.ts'

/**
 * Words used in this room:
 * - act: what an operator does, in a command or the console, with its line in the audit log.
 * - presence: each process's own report, every few seconds, that it runs.
 * - use: requests by day and key.
 * - upload: a file that the operator sends, tried first, then applied.
 */

/** `warn` and `fail` need attention; what cannot be judged is `unknown`, never `ok`. */
type State = 'ok' | 'warn' | 'fail' | 'unknown'

/** What an examination of the service found: for `yantra doctor` and the console's first page. */
export interface Finding {
  check: string
  state: State
  detail: string
  /** The subscription it is about. */
  subscription?: string
}

/** Says what one check found. */
export const checkOf =
  (check: string) =>
  (state: State, detail: string): Finding => ({ check, state, detail })

export const needsAttention = ({ state }: Finding) => state === 'warn' || state === 'fail'

/** The first attempt comes within seconds, so a longer wait has a reason. */
const LONG_WAITING_MS = 5 * 60_000
/** Free bytes below which SQLite cannot write, and soon cannot. */
const LACKS = [
  [1e6, 'fail', ': it is full, and nothing can be written'],
  [256e6, 'warn', ': it is nearly full'],
] as const
/** Leases, expiries and retries tolerate this much between clocks. */
export const MAX_DRIFT_MS = 2_000
/** Changes show everywhere within two seconds. */
const LONG_LAG_MS = 10_000

export async function examineKey(db: Db, config: Pick<Config, 'secretKey' | 'database'>): Promise<Finding> {
  const found = checkOf('secret key')
  const examined = await examineSecretKey(db, config).catch((error: unknown) => {
    if (error instanceof ConfigError) return error
    throw error
  })
  if (examined instanceof Error) return found('fail', examined.message)
  const { from, isThere, secrets, opens } = examined
  if (isThere && secrets === 0) return found('ok', `${from} is there; no webhook secret needs it yet`)
  if (isThere && opens) return found('ok', `${from} opens the webhook secrets`)
  const sealed = `${secrets} webhook secrets`
  if (isThere)
    return found('fail', `${from} is not the key that sealed the ${sealed}: nothing is sent, nothing is lost`)
  if (from === 'SECRET_KEY') return found('fail', 'PostgreSQL needs SECRET_KEY (32 or more characters) for webhooks')
  if (secrets === 0) return found('ok', 'none yet; serve makes a key file beside the database')
  return found('fail', `the key file ${from} is lost, and ${sealed} cannot be opened without it: nothing is sent`)
}

const OTHERS = 0o077
const OTHERS_WRITE = 0o022

/** Whether anybody but the owner can use the files with contacts, keys or passwords, and whether whoever serves them can. */
export function examineFiles(
  { database, mediaFolder }: Pick<Config, 'database' | 'mediaFolder'>,
  env: Environment,
): Finding[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const found = checkOf('files')
  const isThere = (path: string) => statOf(path) !== undefined
  const path = database.kind === 'sqlite' ? database.path : ''
  const own = ['', '-wal', '-shm', '.key', '.signing'].map((end) => path + end).filter((file) => path && isThere(file))
  const open = [...own, resolve(env.YANTRA_ENV_FILE || '.env')].filter((file) => {
    const stats = statOf(file)
    return stats?.isFile() && (stats.mode & OTHERS) !== 0
  })
  const folders = [
    ...(own.length > 0 ? [dirname(path)] : []),
    ...(mediaFolder && isThere(mediaFolder) ? [mediaFolder] : []),
  ]
  const owner = statOf(path)?.uid
  const foreign = [...own, ...folders].filter((file) => {
    const { uid, mode } = statOf(file)!
    return owner !== undefined && uid !== owner && !(folders.includes(file) && (mode & OTHERS_WRITE) !== 0)
  })
  const bad = [
    ...open.map((file) => `${file} is open to others; \`chmod 600\` closes it`),
    // A command that ran as another user leaves files that the service cannot open.
    ...foreign.map((file) => `${file} belongs to another user than the database: whoever serves it cannot use both`),
    ...[...own, ...folders].filter((file) => !isUsable(file)).map((file) => `${file} cannot be used by this user`),
    ...folders.filter((file) => !statOf(file)!.isDirectory()).map((file) => `${file} is no folder for photographs`),
  ]
  if (bad.length > 0) return bad.map((detail) => found('fail', detail))
  return own.length > 0 ? [found('ok', 'for their owner alone')] : []
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // In a folder that is closed to this user.
    return undefined
  }
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Whether the disk of the database has room, also for one more copy of it. */
export function examineDisk({ database }: Pick<Config, 'database'>): Finding[] {
  const room = diskRoom(database)
  if (!room) return []
  const { free, size, used } = room
  const roomForCopy = free < used ? (['warn', ': too full for a backup beside it'] as const) : (['ok', ''] as const)
  const [state, lack] = LACKS.find(([bytes]) => free < bytes)?.slice(1) ?? roomForCopy
  const detail = `${gigabytes(free)} of ${gigabytes(size)} free where the database is${lack}`
  return [checkOf('disk')(state as State, detail)]
}

/** A timer that makes one each day, or each week, has failed. */
const OLD_BACKUP_MS = 8 * DAY_MS

export function backupAge(database: DatabaseTarget, now: number): Finding {
  const found = checkOf('backup')
  if (database.kind === 'postgres')
    return found('unknown', 'those of PostgreSQL are made elsewhere, and not seen from here')
  const last = lastBackup(database)
  if (!last) return found('unknown', 'none was made by `yantra backup`')
  const age = now - last.writtenAt
  const text = `the last by \`yantra backup\` is ${lasting(age)} old`
  if (age >= OLD_BACKUP_MS) return found('warn', text)
  return existsSync(last.file) ? found('ok', text) : found('unknown', `${text}, and not where it was written`)
}

/** Undefined where the database is elsewhere, or not there yet. */
function diskRoom(database: DatabaseTarget) {
  const file = database.kind === 'sqlite' ? statSync(database.path, { throwIfNoEntry: false }) : undefined
  if (!file || database.kind !== 'sqlite') return undefined
  const { bavail, blocks, bsize } = statfsSync(dirname(database.path))
  return {
    free: bavail * bsize,
    size: blocks * bsize,
    used: file.size,
    lastBackup: lastBackup(database)?.writtenAt ?? null,
  }
}

/** How many deliveries there are of all; those of one subscription are counted only up to a limit. */
export function sumOf(subscriptions: readonly SubscriptionView[], name: 'waiting' | 'failed'): string {
  const sum = subscriptions.reduce((all, one) => all + Math.min(one[name], MAX_COUNTED), 0)
  return sum.toLocaleString('en-IN') + (subscriptions.some((one) => one[name] > MAX_COUNTED) ? '+' : '')
}

/** Deliveries in total, then each subscription that needs attention. */
export function deliveryFindings(subscriptions: readonly SubscriptionView[], now: number): Finding[] {
  const found = checkOf('deliveries')
  const sent = subscriptions.filter(({ state }) => state === 'active' || state === 'failing')
  const oldest = Math.min(...sent.map(({ oldest_waiting }) => oldest_waiting ?? now))
  const waited = now - oldest
  const isLong = sent.length > 0 && waited >= LONG_WAITING_MS
  const since = isLong ? `, the oldest for ${lasting(waited)}` : ''
  return [
    found(isLong ? 'warn' : 'ok', `${sumOf(sent, 'waiting')} pending${since}`),
    ...subscriptions.flatMap((one) => {
      const detail = troubleOf(one, now)
      return detail === undefined ? [] : [{ ...found('warn', detail), subscription: one.id }]
    }),
  ]
}

function troubleOf(subscription: SubscriptionView, now: number): string | undefined {
  const { id, state, failing_since, disabled_reason, failed } = subscription
  if (state === 'failing') return `${id} has failed for ${lasting(now - failing_since!)}`
  if (state === 'disabled') return `${id} is disabled: ${disabled_reason}`
  if (state !== 'active' || failed === 0) return undefined
  return `${id}: ${bounded(failed)} failed for good; \`yantra webhooks replay ${id} --failed\``
}

/** Enquiries of buyers that reached nobody. */
function enquiryFindings({ waiting, failed, overdue, oldest }: UnsentEnquiries, now: number): Finding[] {
  const groups = [
    [waiting, 'for you: nothing mails them'],
    [failed, 'for you: the mail server refused them to the last'],
    [overdue, 'for a process that mails: `yantra serve` or `yantra deliver` with SMTP_URL and ENQUIRY_FROM'],
  ] as const
  const since = `the oldest of all for ${lasting(now - (oldest ?? now))}; \`yantra enquiries list --open\``
  return groups.flatMap(([count, why]) => {
    const number = `${count.toLocaleString('en-IN')} ${count === 1 ? 'waits' : 'wait'}`
    return count === 0 ? [] : [checkOf('enquiries')('warn', `${number} ${why}, ${since}`)]
  })
}

/** What the database says of how the service stands. */
export async function* examineStanding(
  db: Db,
  config: Pick<Config, 'secretKey' | 'database'>,
  { subscriptions, processes }: { subscriptions: readonly SubscriptionView[]; processes: readonly SeenProcess[] },
  now: number,
): AsyncGenerator<Finding> {
  yield await examineKey(db, config)
  yield* deliveryFindings(subscriptions, now)
  yield* enquiryFindings(await readUnsent(db, now), now)
  yield* processFindings(processes, now)
  yield* importFindings(await listImports(db, { limit: MAX_IMPORTS, now }), now)
}

/** How many imports are looked at; one that died is told of for a day. */
const MAX_IMPORTS = 20

function importFindings(imports: readonly ImportView[], now: number): Finding[] {
  return imports.flatMap(({ id, file, at, state, created, changed }) => {
    if (state !== 'died' || now - at > DAY_MS) return []
    const kept = `${created + changed} records were kept`
    return [checkOf('imports')('warn', `${id} of ${file} died: ${kept}; import the same file again`)]
  })
}

/** Processes that died, lag behind, have another clock, or whose search engine does not answer. */
export function processFindings(processes: readonly SeenProcess[], now: number): Finding[] {
  const found = checkOf('processes')
  return processes.flatMap(({ kind, host, isGone, seenAt, lagMs = 0, engine, engineState }) => {
    const name = `${kind} on ${host}`
    const silent = lasting(now - seenAt)
    if (isGone) return [found('warn', `${name} stopped without signing off: it has been silent for ${silent}`)]
    const details = [
      lagMs > LONG_LAG_MS && `${name} has been behind the database for ${Math.floor(lagMs / 1_000)} s`,
      seenAt - now > MAX_DRIFT_MS && `${name}: its clock is ${lasting(seenAt - now)} ahead; synchronise both`,
      (engineState ?? 'serving') !== 'serving' && `${name}: ${engine} is ${engineState}; the database answers searches`,
    ]
    return details.flatMap((detail) => (detail ? [found('warn', detail)] : []))
  })
}

/** What the console's first page shows. */
export type Overview = Awaited<ReturnType<typeof readOverview>>

export async function readOverview(db: Db, config: Pick<Config, 'secretKey' | 'database'>, now: number) {
  const subscriptions = await viewSubscriptions(db, now)
  const processes = await listProcesses(db, now)
  const listings = await countStatuses(db)
  const standing = examineStanding(db, config, { subscriptions, processes }, now)
  return {
    revision: await readRevision(db),
    machines: await countRows(db, 'machines'),
    implements: await countRows(db, 'implements'),
    /** By status. */
    listings,
    /** Live ones. */
    keys: await countRows(db, 'api_keys', isLive(now)),
    subscriptions,
    openEnquiries: await countOpenEnquiries(db),
    /** When the oldest open one came. */
    oldestEnquiry: await oldestOpenEnquiry(db),
    processes,
    /** Of the database, if its disk is here. */
    disk: diskRoom(config.database),
    findings: [
      ...(await Array.fromAsync(standing)),
      ...reviewFindings(listings.review ?? 0),
      ...examineDisk(config),
      // Backups of PostgreSQL are not seen from here.
      ...(config.database.kind === 'sqlite' ? [backupAge(config.database, now)] : []),
    ],
  }
}

function reviewFindings(count: number): Finding[] {
  if (count === 0) return []
  const waiting = count === 1 ? '1 listing waits' : `${count.toLocaleString('en-IN')} listings wait`
  return [checkOf('listings')('warn', `${waiting} in review`)]
}

async function oldestOpenEnquiry(db: Db): Promise<number | null> {
  const open = db.selectFrom('enquiries').select('created_at').where('status', '=', sql.lit('open'))
  return (await open.orderBy('created_at').limit(1).executeTakeFirst())?.created_at ?? null
}
