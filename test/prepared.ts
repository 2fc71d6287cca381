import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { loadSampleWhenEmpty } from '../src/import/sample.ts'
import { createPostgresDatabase } from './postgres.ts'

/** The names of databases that are made once for all test files; a test gets a copy. */
const MIGRATED = 'prepared_migrated'
const SAMPLE = 'prepared_sample'

/** Makes them, in a folder and on a server. */
export async function prepareDatabases(folder: string, server: string): Promise<void> {
  await filled(openDatabase({ kind: 'sqlite', path: join(folder, MIGRATED) }))
  copyFileSync(join(folder, MIGRATED), join(folder, SAMPLE))
  await filled(openDatabase({ kind: 'sqlite', path: join(folder, SAMPLE) }), loadSampleWhenEmpty)
  await filled(openDatabase({ kind: 'postgres', url: await createPostgresDatabase(server, { name: MIGRATED }) }))
  const url = await createPostgresDatabase(server, { name: SAMPLE, like: MIGRATED })
  await filled(openDatabase({ kind: 'postgres', url }), loadSampleWhenEmpty)
  process.env.TEST_POSTGRES_URL = server
  process.env.TEST_PREPARED = folder
}

async function filled(opening: Promise<Db>, fill: (db: Db) => Promise<unknown> = async () => {}): Promise<void> {
  const db = await opening
  await fill(db)
  await db.destroy()
}

/** The address of a new database of the common server, empty or migrated. */
export function newOnServer(server: string, { migrated = false } = {}): Promise<string> {
  return createPostgresDatabase(server, migrated && process.env.TEST_PREPARED ? { like: MIGRATED } : {})
}

/** Puts a migrated SQLite database where there is none yet. */
export function copyMigrated(path: string): void {
  if (process.env.TEST_PREPARED) copyFileSync(join(process.env.TEST_PREPARED, MIGRATED), path)
}

/** Puts the sample into a database where there is nothing yet, sooner than the service would. */
export async function copySample(url: string): Promise<void> {
  const { TEST_POSTGRES_URL: server, TEST_PREPARED: folder } = process.env
  if (server === undefined || folder === undefined) return
  if (url.startsWith('file:')) {
    const path = url.slice('file:'.length)
    mkdirSync(dirname(path), { recursive: true })
    if (!existsSync(path)) copyFileSync(join(folder, SAMPLE), path)
  } else if (new URL(url).port === new URL(server).port && (await isBare(url)))
    await createPostgresDatabase(server, { name: new URL(url).pathname.slice(1), like: SAMPLE })
}

async function isBare(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(`select from pg_tables where schemaname = 'public'`)
  await client.end()
  return rowCount === 0
}
