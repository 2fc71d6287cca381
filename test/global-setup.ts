import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { prepareDatabases } from './prepared.ts'

let postgres: PostgresServer | undefined
const prepared = mkdtempSync(join(tmpdir(), 'yantra-prepared-'))

/** One PostgreSQL for all test files, where each test makes databases of its own. Sources are compiled once for all. */
export async function globalSetup(): Promise<void> {
  postgres = await startPostgres()
  await prepareDatabases(prepared, postgres.url)
  process.env.NODE_COMPILE_CACHE = join(prepared, 'compiled')
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
  rmSync(prepared, { recursive: true, force: true })
}
