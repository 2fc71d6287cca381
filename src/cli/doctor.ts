import { checkFile, checkPostgres, checkRevisions, checkSample } from '../admin/checks/database.ts'
import { type Finding, findingFor, findingOf, needsAttention } from '../admin/checks/finding.ts'
import { checkBackup, checkDisk, checkFiles } from '../admin/checks/storage.ts'
import { checkClock, checkWork } from '../admin/checks/work.ts'
import { listProcesses, type SeenProcess } from '../admin/heartbeat.ts'
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

const doctorCommand = command({
  about:
    'Checks settings, files, database, backups, keys, deliveries, enquiries, processes and the services that the settings name. It changes nothing. Each line is ok, warn, fail or unknown, with what was found and what to do. Exit code 1 if a check is warn or fail.',
  async run({ values, io }) {
    const findings: Finding[] = []
    for await (const finding of examine(io.env)) {
      findings.push(finding)
      const { check, state, detail } = finding
      if (!values.json) io.stdout.write(`${state.padEnd(8)}${check.padEnd(14)} ${detail}\n`)
    }
    const json = findings.map((finding) => ({ ...finding, ok: finding.state === 'ok' }))
    if (values.json) io.stdout.write(`${JSON.stringify(json)}\n`)
    return findings.some(needsAttention) ? EXIT.partly : EXIT.done
  },
})

export const commands: Commands = { doctor: doctorCommand }

/** For reading the pages of a SQLite file. */
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
  const name = describeDatabase(config.database)
  let db: Db
  try {
    db = await openDatabase(config.database, { readOnly: true, applicationName: 'yantra doctor', poolSize: 1 })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    yield finding('fail', error instanceof CommandError ? message : `${name}: ${message || code}`)
    return undefined
  }
  try {
    const damage = config.database.kind === 'sqlite' ? await checkFile(config.database.path, READING_MS) : []
    yield* damage
    if (damage.some(needsAttention)) return undefined
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
    const problems = [
      ...(config.database.kind === 'postgres' ? await checkPostgres(db) : []),
      ...(await checkRevisions(db, config.database)),
    ]
    yield* problems
    if (problems.length === 0)
      yield finding('ok', `${name}, schema ${version}, revision ${revision}, ${await countContents(db)}`)
    yield checkBackup(config, now)
    yield* await checkWork(db, config, now)
    yield* await checkSample(db)
    if (clock !== undefined) yield* checkClock((before + Date.now()) / 2 - clock)
    if (config.meilisearch) yield await checkMeilisearch(config.meilisearch, db)
    const servesHere = ({ kind, isGone, port = config.port }: SeenProcess) =>
      kind === 'serve' && !isGone && port === config.port
    const servers = (await listProcesses(db, now)).filter(servesHere)
    return { revision, id: await readDatabaseId(db), servers }
  } catch (error) {
    yield findingFor('database', error, `${name}: `)
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
