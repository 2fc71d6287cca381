import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { reasonOf } from './io.ts'

const PATIENCE_MS = 3_000

/** The Meilisearch server, and whether its index of this database can answer. */
export async function askMeilisearch(target: NonNullable<Config['meilisearch']>, db: Db): Promise<string> {
  const { url, key } = target
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const address = new URL('version', url.endsWith('/') ? url : `${url}/`)
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw new Error(`${address.host} does not answer: ${reasonOf(error)}`)
  })
  if (!answer.ok) throw new Error(`answers ${answer.status}; is MEILISEARCH_KEY right?`)
  const { pkgVersion } = (await answer.json()) as { pkgVersion: string }
  const { examineIndex } = await import('../search/meilisearch/examine-index.ts')
  const { trouble, behind } = await examineIndex(db, target)
  const told = `Meilisearch ${pkgVersion}`
  if (trouble !== undefined)
    throw new Error(`${told}, the index: ${trouble}; \`yantra serve\` or \`yantra reindex\` builds it`)
  return behind === 0 ? `${told}, its index is current` : `${told}, its index lacks ${behind} changes yet`
}

export async function askRedis(url: string): Promise<string> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: PATIENCE_MS,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    await redis.ping()
    return 'answers'
  } finally {
    redis.disconnect()
  }
}

export async function askSmtp(url: string): Promise<string> {
  const { createSmtp } = await import('../market/enquiries/smtp.ts')
  const smtp = createSmtp(url)
  try {
    await smtp.check()
    return `${new URL(url).host} takes mail`
  } finally {
    smtp.close()
  }
}
