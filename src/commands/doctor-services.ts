import type { Config } from '../config.ts'

const PATIENCE_MS = 3_000

export async function askMeilisearch({ url, key }: NonNullable<Config['meilisearch']>): Promise<string> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const address = new URL('version', url.endsWith('/') ? url : `${url}/`)
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw new Error(`${address.host} does not answer: ${reasonOf(error)}`)
  })
  if (!answer.ok) throw new Error(`answers ${answer.status}; is MEILISEARCH_KEY right?`)
  const { pkgVersion } = (await answer.json()) as { pkgVersion: string }
  return `Meilisearch ${pkgVersion}`
}

/** Fetch only says that it failed; why is further in. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
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
