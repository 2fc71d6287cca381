import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { type Finding, findingFor, findingOf } from '../admin/checks/finding.ts'
import type { SeenProcess } from '../admin/heartbeat.ts'
import { type Config, NOT_HERE, ONE_PORT, ownServer } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { lasting } from '../lib/calendar.ts'
import { withTimeout } from '../lib/timeout.ts'
import { reasonOf } from './io.ts'

const TIMEOUT_MS = 3_000
const MAX_LAG_SECONDS = 10

export interface ServedDatabase {
  revision: number
  id: string
  /** Processes that serve it at the port of the settings, by their heartbeats. */
  servers: readonly SeenProcess[]
}

/** What `/readyz` says; `why` is why nothing can be written. */
interface Readiness extends Partial<Record<'revision' | 'lag_seconds', number>> {
  status?: unknown
  checks?: Record<string, boolean>
  why?: string
  database_id?: string
}

export async function askServer(config: Config) {
  const address = ownServer(config)
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { address, readiness: (await response.json().catch(() => ({}))) as Readiness }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    return { address, reason: isLate ? `no response within ${TIMEOUT_MS / 1_000} s` : reasonOf(error) }
  }
}

export function checkServer(
  { address, readiness, reason }: Awaited<ReturnType<typeof askServer>>,
  database: ServedDatabase | undefined,
): Finding {
  const finding = findingOf('server')
  if (reason === 'ECONNREFUSED') {
    const died = database?.servers.find(({ host, port }) => port !== undefined && host === hostname())
    if (!died) return finding('ok', `none runs at ${address}`)
    return finding('fail', `the server at ${address} died ${lasting(Date.now() - died.seenAt)} ago; start it again`)
  }
  const fail = (problem: string) => finding('fail', `${address} ${problem}`)
  if (!readiness) return finding('fail', `${address}: ${reason}; restart it`)
  const { status, checks = {}, why, revision = 0, database_id, lag_seconds = 0 } = readiness
  if (!['ready', 'degraded', 'not ready'].includes(String(status)))
    return finding('fail', `another program answers at ${address}; set another PORT`)
  const failing = Object.keys(checks).filter((name) => !checks[name])
  if (failing.length > 0) return fail(`is not ready: ${failing.join(', ')}; look at its log`)
  if (database && database_id !== database.id) return fail('serves another database; check DATABASE_URL')
  const lost = 'changes were lost; stop the service and restore a backup'
  if (database && revision > database.revision)
    return fail(`has shown revision ${revision}, but the database is at ${database.revision}: ${lost}`)
  // A copy of a database has its id; a process that serves this one writes heartbeats into it.
  if (database?.servers.length === 0)
    return finding('unknown', `${address} serves this database or a copy: no heartbeat yet; run doctor again in 10 s`)
  if (why) return fail(`cannot write: ${why}`)
  const lag = lag_seconds > 0 ? `, ${Math.round(lag_seconds)} s behind the database` : ''
  if (lag_seconds > MAX_LAG_SECONDS) return fail(`is ready at revision ${revision}${lag}; look at its log`)
  return finding('ok', `${address} is ready at revision ${revision}${lag}`)
}

export async function checkHost({ host, port, metricsPort }: Config): Promise<Finding[]> {
  const server = createServer()
  const isHere = await new Promise((resolve) => {
    server.once('error', () => resolve(false)).listen(0, host, () => server.close(() => resolve(true)))
  })
  const isTwice = port > 0 && port === metricsPort
  const problems = [!isHere && `HOST ${host} ${NOT_HERE}`, isTwice && ONE_PORT].filter((item) => item !== false)
  return problems.map((detail) => findingOf('configuration')('fail', detail))
}

export function checkMeilisearch(target: NonNullable<Config['meilisearch']>, db: Db): Promise<Finding> {
  return checkService('meilisearch', 'warn', async () => {
    const { url, key } = target
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
    const address = new URL('version', url.endsWith('/') ? url : `${url}/`)
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
      throw new Error(`${address.host} does not answer (${reasonOf(error)}); check MEILISEARCH_URL`)
    })
    if (!response.ok) throw new Error(`${address.host} responds with ${response.status}; check MEILISEARCH_KEY`)
    const { pkgVersion } = (await response.json()) as { pkgVersion: string }
    const { examineIndex } = await import('../search/meilisearch/sync.ts')
    const { trouble, behind } = await examineIndex(db, target)
    if (trouble !== undefined) throw new Error(`Meilisearch ${pkgVersion}: ${trouble}; run \`yantra reindex\``)
    return `Meilisearch ${pkgVersion}, ${behind === 0 ? 'index current' : `index ${behind} changes behind`}`
  })
}

export function checkRedis(url: string): Promise<Finding> {
  return checkService('redis', 'warn', async () => {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
    let reason: string | undefined
    redis.on('error', (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message))
    const { host, port, path } = redis.options
    try {
      await withTimeout(
        redis.connect().then(() => redis.ping()),
        TIMEOUT_MS,
      )
      return 'answers'
    } catch (error) {
      const address = path ?? `${host}:${port}`
      throw new Error(`${address} does not answer (${reason ?? (error as Error).message}); check REDIS_URL`)
    } finally {
      redis.disconnect()
    }
  })
}

export function checkMail(url: string): Promise<Finding> {
  return checkService('mail', 'fail', async () => {
    const { createSmtp } = await import('../listings/enquiries/mail.ts')
    const smtp = await createSmtp(url)
    try {
      await smtp.check()
      return `${new URL(url).host} accepts mail`
    } finally {
      smtp.close()
    }
  })
}

async function checkService(check: string, state: 'warn' | 'fail', ask: () => Promise<string>): Promise<Finding> {
  try {
    return { check, state: 'ok', detail: await ask() }
  } catch (error) {
    return findingFor(check, error, state)
  }
}
