import type { Config } from '../config.ts'
import type { Finding } from '../operator/findings.ts'
import { ownServer } from './own-server.ts'

const PATIENCE_MS = 3_000
/** Changes show within 2 s, so a longer lag is a fault. */
const MOST_LAG_SECONDS = 10

interface Readiness {
  status?: unknown
  checks?: Record<string, boolean>
  revision?: number
  lag_seconds?: number
}

/** The configured server, if it runs: whether it accepts requests, and how far it is behind the database. */
export async function examineServer(config: Config): Promise<Finding> {
  const check = 'server'
  const place = ownServer(config)
  const answer = await fetch(`${place}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
  if (!answer) return { check, ok: true, detail: `none answers at ${place}` }
  const { status, checks = {}, revision, lag_seconds = 0 } = (await answer.json().catch(() => ({}))) as Readiness
  if (status !== 'ready' && status !== 'not ready')
    return { check, ok: false, detail: `another program answers at ${place}` }
  const failing = Object.keys(checks).filter((name) => !checks[name])
  if (failing.length > 0) return { check, ok: false, detail: `${place} is not ready: ${failing.join(', ')}` }
  const ok = lag_seconds <= MOST_LAG_SECONDS
  const told = lag_seconds > 0 ? `, ${Math.round(lag_seconds)} s behind the database` : ''
  // An older version does not tell.
  const at = revision === undefined ? '' : `, at revision ${revision}`
  return { check, ok, detail: `${place} is ready${at}${told}` }
}
