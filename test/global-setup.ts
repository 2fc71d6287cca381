import { type PostgresServer, startPostgres } from './postgres.ts'

let postgres: PostgresServer | undefined

/** One PostgreSQL for all test files; each test makes a database of its own on it. */
export async function globalSetup(): Promise<void> {
  postgres = await startPostgres()
  process.env.TEST_POSTGRES_URL = postgres.url
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
}
