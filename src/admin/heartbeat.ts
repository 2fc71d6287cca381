import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Db } from '../database/schema.ts'
import { iso } from '../lib/calendar.ts'
import type { Log } from '../lib/log.ts'
import { schedule } from '../lib/timers.ts'
import { VERSION } from '../lib/version.ts'
import type { KeyUse } from './key-use.ts'
import type { RecordView } from './view.ts'

const WRITE_MS = 5_000
export const GONE_MS = 30_000
/** A process that is gone is shown for this long. */
const SHOWN_MS = 3_600_000

interface ProcessState {
  /** The newest revision that every answer shows; null for a process that serves nothing. */
  revision: number | null
  lagMs?: number
  engine?: string
  engineState?: string
  memory?: number
  port?: number
}

interface PresenceParts {
  db: Db
  kind: 'serve' | 'deliver'
  state(): ProcessState
  keyUse?: KeyUse
  log: Log
}

export function startHeartbeat({ db, kind, state, keyUse, log }: PresenceParts) {
  const id = randomUUID()
  const started_at = Date.now()
  let trouble: string | undefined

  async function write(): Promise<void> {
    const { revision, ...rest } = state()
    const now = Date.now()
    const memory = process.memoryUsage.rss()
    const changing = { revision, state: JSON.stringify({ ...rest, memory }), seen_at: now }
    try {
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('presence')
          .values({ id, kind, host: hostname(), version: VERSION, started_at, ...changing })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
          .execute()
        await keyUse?.write(trx, now)
      })
      keyUse?.saved(now)
      trouble = undefined
    } catch (error) {
      const reason = (error as Error).message
      if (!trouble) log.warn({ reason }, 'this process could not say that it is there')
      trouble = reason
    }
  }

  const loop = schedule(WRITE_MS, write, { atOnce: true })
  async function stop(): Promise<void> {
    await loop.stop()
    await write()
    await db
      .deleteFrom('presence')
      .where((eb) => eb.or([eb('id', '=', id), eb('seen_at', '<', Date.now() - SHOWN_MS)]))
      .execute()
      .catch(() => {})
  }

  return {
    stop,
    /** Why nothing can be written, as the last attempt to sign in met it. */
    trouble: () => trouble,
  }
}

export type SeenProcess = Awaited<ReturnType<typeof listProcesses>>[number]

export async function listProcesses(db: Db, now: number) {
  const recent = db
    .selectFrom('presence')
    .selectAll()
    .where('seen_at', '>', now - SHOWN_MS)
  const rows = await recent.orderBy('kind', 'desc').orderBy('started_at').execute()
  return rows.map(({ started_at, seen_at, state, ...row }) => ({
    ...row,
    startedAt: started_at,
    seenAt: seen_at,
    ...(JSON.parse(state) as Omit<ProcessState, 'revision'>),
    isGone: seen_at < now - GONE_MS,
  }))
}

export function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

export const processes: RecordView<SeenProcess & { newest: number }> = {
  name: 'processes',
  json: ({ kind, host, version, startedAt, seenAt, revision, memory = 0, engine, engineState, isGone, ...item }) => ({
    process: `${kind} on ${host}`,
    state: isGone ? 'gone' : 'running',
    version,
    started_at: iso(startedAt),
    seen_at: iso(seenAt),
    revision,
    lag: isGone || revision === null ? '' : describeLag({ revision, ...item }),
    memory: isGone || memory === 0 ? '' : gigabytes(memory),
    search: isGone || engine === undefined ? '' : engineState === 'serving' ? engine : `${engine}: ${engineState}`,
  }),
  columns: ['process', 'state', 'version', 'started_at', 'seen_at', 'revision', 'lag', 'memory', 'search'],
}

function describeLag({ revision, lagMs = 0, newest }: { revision: number; lagMs?: number; newest: number }): string {
  if (lagMs > 0) return `${(lagMs / 1_000).toFixed(1)} s behind`
  return newest > revision ? 'catching up' : 'current'
}
