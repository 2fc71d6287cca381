import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from './postgres.ts'

let postgres: PostgresServer | undefined
const compiled = mkdtempSync(join(tmpdir(), 'yantra-compiled-'))

/** One PostgreSQL for all test files; each test makes a database of its own on it. Sources are compiled once for all. */
export async function globalSetup(): Promise<void> {
  postgres = await startPostgres()
  process.env.TEST_POSTGRES_URL = postgres.url
  process.env.NODE_COMPILE_CACHE = compiled
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
  rmSync(compiled, { recursive: true, force: true })
}
