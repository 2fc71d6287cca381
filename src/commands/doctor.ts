import { type Config, toConfig } from '../config.ts'
import { newerDatabase, SCHEMA_VERSION, schemaVersion } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { countRows, type Db, readRevision } from '../database/schema.ts'
import { describeDatabase } from '../database/target.ts'
import { Refused } from '../errors.ts'
import { examineDisk, examineStanding, type Finding } from '../operator/findings.ts'
import { listProcesses } from '../operator/presence.ts'
import { viewSubscriptions } from '../webhooks/subscription-view.ts'
import { command } from './command.ts'
import {
  askMeilisearch,
  askRedis,
  askSmtp,
  examineClock,
  examineFiles,
  examineHost,
  examineSample,
  examineServer,
  type KnownDatabase,
} from './doctor-checks.ts'
import { misspeltSettings } from './settings.ts'

export const doctorCommand = command({
  about:
    "Examines the settings and everything they point to: file modes, database, schema, contents, whether the secret key opens the webhook secrets, deliveries, enquiries that wait, sample records beside your own, the clock against the database's, Meilisearch and its index, processes that are behind or stopped without signing off, whether the server answers and how far behind it is, Redis, the mail server. It changes nothing, and makes nothing that is not there. Exit code 0 when all is well, 1 when something needs attention.",
  async run({ values, io }) {
    const findings: Finding[] = []
    for await (const finding of examine(io.env)) {
      findings.push(finding)
      const { check, ok, detail } = finding
      if (!values.json) io.stdout.write(`${ok ? 'ok  ' : 'BAD '} ${check.padEnd(14)} ${detail}\n`)
    }
    if (values.json) io.stdout.write(`${JSON.stringify(findings)}\n`)
    return findings.every(({ ok }) => ok) ? 0 : 1
  },
})

async function* examine(env: Record<string, string | undefined>): AsyncGenerator<Finding> {
  let config: Config
  try {
    config = toConfig(env)
  } catch (error) {
    yield { check: 'configuration', ok: false, detail: (error as Error).message }
    return
  }
  yield { check: 'configuration', ok: true, detail: `serves on ${config.host}:${config.port}` }
  for (const { name, meant } of misspeltSettings(env)) {
    yield { check: 'configuration', ok: false, detail: `${name} is not a setting; did you mean ${meant}?` }
  }
  yield* await examineHost(config)
  yield* examineFiles(config, env)
  yield* examineDisk(config)
  const known = yield* examineDatabase(config)
  yield await examineServer(config, known)
  const { redisUrl, enquiries } = config
  if (redisUrl) yield await found('redis', () => askRedis(redisUrl))
  const { mail } = enquiries
  if (mail) yield await found('mail', () => askSmtp(mail.url))
}

async function* examineDatabase(config: Config): AsyncGenerator<Finding, KnownDatabase | undefined> {
  const where = describeDatabase(config.database)
  let db: Db
  try {
    db = await openDatabase(config.database, { readOnly: true, applicationName: 'yantra doctor', poolSize: 1 })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    yield { check: 'database', ok: false, detail: error instanceof Refused ? message : `${where}: ${message || code}` }
    return undefined
  }
  try {
    const version = await schemaVersion(db)
    if (version !== SCHEMA_VERSION) {
      const what =
        version < SCHEMA_VERSION
          ? `schema ${version}, not ${SCHEMA_VERSION}: \`yantra migrate\` brings it up to date`
          : (await newerDatabase(db, version)).message
      const detail = `${where}, ${what}. The rest was not looked at.`
      yield { check: 'database', ok: false, detail }
      return undefined
    }
    const revision = await readRevision(db)
    yield { check: 'database', ok: true, detail: `${where}, schema ${version}, revision ${revision}` }
    yield await found('contents', () => countContents(db))
    const now = Date.now()
    const processes = await listProcesses(db, now)
    yield* examineStanding(db, config, { subscriptions: await viewSubscriptions(db, now), processes }, now)
    yield* await examineSample(db)
    yield* await examineClock(db)
    const { meilisearch } = config
    if (meilisearch) yield await found('meilisearch', () => askMeilisearch(meilisearch, db))
    return { revision, isServed: processes.some(({ kind, isGone }) => kind === 'serve' && !isGone) }
  } catch (error) {
    yield { check: 'database', ok: false, detail: `${where}: ${(error as Error).message}` }
    return undefined
  } finally {
    await db.destroy()
  }
}

async function countContents(db: Db): Promise<string> {
  const counts: string[] = []
  for (const table of ['machines', 'implements', 'listings', 'api_keys', 'subscriptions'] as const)
    counts.push(`${await countRows(db, table)} ${table.replace('_', ' ')}`)
  return counts.join(', ')
}

/** The result of an examination, or why it failed. */
async function found(check: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await ask() }
  } catch (error) {
    return { check, ok: false, detail: (error as Error).message || String(error) }
  }
}
