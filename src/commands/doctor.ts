import { parseArgs } from 'node:util'
import { type Config, toConfig } from '../config.ts'
import { SCHEMA_VERSION } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { readRevision } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'
import type { Io } from './io.ts'

const HELP = `Usage: yantra doctor [--json]

Checks the configuration and everything it points to: database, schema, contents, Meilisearch, Redis, secret key.
Exit code 0 when all is well, 1 when something needs attention.
`

interface Finding {
  check: string
  ok: boolean
  detail: string
}

export async function doctorCommand(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    io.stdout.write(HELP)
    return 0
  }
  const findings = await examine(io)
  if (values.json) io.stdout.write(`${JSON.stringify(findings)}\n`)
  else
    for (const { check, ok, detail } of findings)
      io.stdout.write(`${ok ? 'ok  ' : 'BAD '} ${check.padEnd(14)} ${detail}\n`)
  return findings.every(({ ok }) => ok) ? 0 : 1
}

async function examine(io: Io): Promise<Finding[]> {
  let config: Config
  try {
    config = toConfig(io.env)
  } catch (error) {
    return [{ check: 'configuration', ok: false, detail: (error as Error).message }]
  }
  const findings: Finding[] = [{ check: 'configuration', ok: true, detail: `serves on ${config.host}:${config.port}` }]
  findings.push(...(await examineDatabase(config)))
  findings.push(examineSecretKey(config))
  if (config.meilisearch) findings.push(await probe('meilisearch', () => askMeilisearch(config.meilisearch!)))
  if (config.redisUrl) findings.push(await probe('redis', () => askRedis(config.redisUrl!)))
  return findings
}

async function examineDatabase({ database }: Config): Promise<Finding[]> {
  const where = database.kind === 'sqlite' ? database.path : 'PostgreSQL'
  let db: Db
  try {
    db = await openDatabase(database)
  } catch (error) {
    return [
      {
        check: 'database',
        ok: false,
        detail: `${where}: ${(error as Error).message || (error as { code: string }).code}`,
      },
    ]
  }
  try {
    const revision = await readRevision(db)
    const counts = await Promise.all(
      (['machines', 'implements', 'listings', 'api_keys', 'subscriptions'] as const).map(async (table) => {
        const row = await db
          .selectFrom(table)
          .select((e) => e.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        return `${row.count} ${table.replace('_', ' ')}`
      }),
    )
    return [
      { check: 'database', ok: true, detail: `${where}, schema ${SCHEMA_VERSION}, revision ${revision}` },
      { check: 'contents', ok: true, detail: counts.join(', ') },
    ]
  } finally {
    await db.destroy()
  }
}

function examineSecretKey({ secretKey, database }: Config): Finding {
  if (secretKey) return { check: 'secret key', ok: true, detail: 'SECRET_KEY is set' }
  if (database.kind === 'sqlite')
    return { check: 'secret key', ok: true, detail: 'a key file beside the database is used' }
  return { check: 'secret key', ok: false, detail: 'PostgreSQL needs SECRET_KEY (32 or more characters) for webhooks' }
}

async function probe(check: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await ask() }
  } catch (error) {
    return { check, ok: false, detail: (error as Error).message || String(error) }
  }
}

async function askMeilisearch({ url, key }: NonNullable<Config['meilisearch']>): Promise<string> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const answer = await fetch(new URL('version', url.endsWith('/') ? url : `${url}/`), {
    headers,
    signal: AbortSignal.timeout(3_000),
  })
  if (!answer.ok) throw new Error(`answers ${answer.status}; is MEILISEARCH_KEY right?`)
  const { pkgVersion } = (await answer.json()) as { pkgVersion: string }
  return `Meilisearch ${pkgVersion}`
}

async function askRedis(url: string): Promise<string> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 3_000,
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
