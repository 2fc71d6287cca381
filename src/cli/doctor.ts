import { checkFile, checkPostgres, checkRevisions, checkSample } from '../admin/checks/database.ts'
import { type Finding, findingFor, findingOf, needsAttention } from '../admin/checks/finding.ts'
import { checkBackup, checkDisk, checkFiles } from '../admin/checks/storage.ts'
import { checkClock, checkWork } from '../admin/checks/work.ts'
import { listProcesses } from '../admin/heartbeat.ts'
import { type Config, type Environment, toConfig } from '../config.ts'
import { newerDatabase, SCHEMA_VERSION, schemaVersion } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { countRows, type Db, readClock, readDatabaseId, readRevision } from '../database/schema.ts'
import { describeDatabase } from '../database/target.ts'
import { CommandError } from '../errors.ts'
import { type Commands, command, EXIT } from './command.ts'
import {
  askServer,
  checkHost,
  checkMail,
  checkMeilisearch,
  checkRedis,
  checkServer,
  type ServedDatabase,
} from './doctor-services.ts'
import { unknownSettings } from './settings.ts'

const doctor = command({
  about:
    'Checks settings, files, database, backups, keys, deliveries, enquiries, processes and the services that the settings name. It changes nothing. Each line is ok, warn, fail or unknown, with what was found and what to do. Exit code 1 if a check is warn or fail.',
  async run({ values: { json, quiet }, io }) {
    const findings: Finding[] = []
    for await (const finding of examine(io.env)) {
      findings.push(finding)
      const { check, state, detail } = finding
      if (!json && (!quiet || needsAttention(finding)))
        io.stdout.write(`${state.padEnd(8)}${check.padEnd(14)} ${detail}\n`)
    }
    if (json) io.stdout.write(`${JSON.stringify(findings.map((item) => ({ ...item, ok: item.state === 'ok' })))}\n`)
    return findings.some(needsAttention) ? EXIT.partly : EXIT.done
  },
})

export const commands: Commands = { doctor }

const READING_MS = 10_000

async function* examine(env: Environment): AsyncGenerator<Finding> {
  const finding = findingOf('configuration')
  let config: Config
  try {
    config = toConfig(env)
  } catch (error) {
    yield finding('fail', (error as Error).message)
    return
  }
  yield finding('ok', `serves on ${config.host}:${config.port}`)
  for (const detail of unknownSettings(env, process.cwd())) yield finding('warn', detail)
  yield* await checkHost(config)
  yield* checkFiles(config, env)
  yield* checkDisk(config)
  // Read first: what a server shows is never newer than what the database holds afterwards.
  const server = await askServer(config)
  const database = yield* examineDatabase(config)
  yield checkServer(server, database)
  if (config.redisUrl) yield await checkRedis(config.redisUrl)
  if (config.enquiries.mail) yield await checkMail(config.enquiries.mail.url)
}

async function* examineDatabase(config: Config): AsyncGenerator<Finding, ServedDatabase | undefined> {
  const finding = findingOf('database')
  const { database } = config
  const name = describeDatabase(database)
  let db: Db
  try {
    db = await openDatabase(database, { readOnly: true, applicationName: 'yantra doctor', poolSize: 1 })
  } catch (error) {
    yield findingFor('database', error, 'fail', error instanceof CommandError ? '' : `${name}: `)
    return undefined
  }
  try {
    const damage = database.kind === 'sqlite' ? await checkFile(database.path, READING_MS) : undefined
    if (damage) yield damage
    if (damage?.state === 'fail') return undefined
    const version = await schemaVersion(db)
    if (version !== SCHEMA_VERSION) {
      const older = `${name} has schema ${version}, this release ${SCHEMA_VERSION}; run \`yantra migrate\``
      yield finding('fail', version < SCHEMA_VERSION ? older : `${name}, ${(await newerDatabase(db, version)).message}`)
      return undefined
    }
    const revision = await readRevision(db)
    const before = Date.now()
    const clock = await readClock(db)
    const now = Math.round(clock ?? before)
    const contents = `${name}, schema ${version}, revision ${revision}, ${await countContents(db)}`
    const problem =
      (database.kind === 'postgres' ? await checkPostgres(db) : undefined) ?? (await checkRevisions(db, database))
    yield problem ?? finding('ok', contents)
    yield checkBackup(config, now)
    yield* await checkWork(db, config, now)
    const sample = await checkSample(db)
    if (sample) yield sample
    const drift = clock === undefined ? undefined : checkClock((before + Date.now()) / 2 - clock)
    if (drift) yield drift
    if (config.meilisearch) yield await checkMeilisearch(config.meilisearch, db)
    const servers = (await listProcesses(db, now)).filter(
      ({ kind, isGone, port = config.port }) => kind === 'serve' && !isGone && port === config.port,
    )
    return { revision, id: await readDatabaseId(db), servers }
  } catch (error) {
    yield findingFor('database', error, 'fail', `${name}: `)
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
