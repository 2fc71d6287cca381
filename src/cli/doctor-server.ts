import { hostname } from 'node:os'
import { checkOf, type Finding } from '../admin/health-checks.ts'
import type { SeenProcess } from '../admin/heartbeat.ts'
import { type Config, ownServer } from '../config.ts'
import { lasting } from '../lib/calendar.ts'
import { reasonOf } from './io.ts'

export const PATIENCE_MS = 3_000
/** Changes show within 2 s, so a longer lag is a fault. */
const MAX_LAG_SECONDS = 10

/** What the database says of itself and of those who serve it. */
export interface KnownDatabase {
  revision: number
  id: string
  /** Those that say that they serve it at the port of the settings. */
  servers: readonly SeenProcess[]
}

interface Readiness {
  status?: unknown
  checks?: Record<string, boolean>
  /** Why nothing can be written. */
  why?: string
  revision?: number
  database_id?: string
  lag_seconds?: number
}

/** Asks the configured server how it is: what it says, or why it says nothing. */
export async function askServer(config: Config) {
  const place = ownServer(config)
  try {
    const answer = await fetch(`${place}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return { place, said: (await answer.json().catch(() => ({}))) as Readiness }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    const silence = `takes connections and does not answer within ${PATIENCE_MS / 1_000} s`
    return { place, reason: isLate ? silence : reasonOf(error) }
  }
}

/** Whether the configured server, if it runs, accepts requests, and how far it is behind the database. */
export function judgeServer(asked: Awaited<ReturnType<typeof askServer>>, known: KnownDatabase | undefined): Finding {
  const { place, said, reason } = asked
  const finding = checkOf('server')
  if (reason === 'ECONNREFUSED') {
    const ended = known?.servers.find(({ host, port }) => port !== undefined && host === hostname())
    if (!ended) return finding('ok', `none runs at ${place}`)
    const since = lasting(Date.now() - ended.seenAt)
    return finding(
      'fail',
      `none runs at ${place}, though one said ${since} ago that it description: it did not sign off`,
    )
  }
  if (!said) return finding('fail', `${place}: ${reason}`)
  const { status, checks = {}, why, revision = 0, database_id, lag_seconds = 0 } = said
  if (!['ready', 'degraded', 'not ready'].includes(String(status)))
    return finding('fail', `another program answers at ${place}`)
  const failing = Object.keys(checks).filter((name) => !checks[name])
  if (failing.length > 0) return finding('fail', `${place} is not ready: ${failing.join(', ')}`)
  if (known && database_id !== known.id)
    return finding('fail', `${place} serves another database than DATABASE_URL names`)
  if (known && revision > known.revision) {
    const lost = 'its newest changes were lost: stop the service and restore a backup'
    return finding('fail', `${place} has shown revision ${revision}, and the database is at ${known.revision}: ${lost}`)
  }
  // A copy of a database has its id. Whoever serves this one says so in it every five seconds.
  if (known?.servers.length === 0)
    return finding('unknown', `${place} serves this database or a copy of it: nobody there has signed in to this one`)
  if (why) return finding('fail', `${place} answers, and nothing can be written: ${why}`)
  const behind = lag_seconds > 0 ? `, ${Math.round(lag_seconds)} s behind the database` : ''
  return finding(lag_seconds > MAX_LAG_SECONDS ? 'fail' : 'ok', `${place} is ready, at revision ${revision}${behind}`)
}
