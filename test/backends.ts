import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext } from 'node:test'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { loadSampleWhenEmpty } from '../src/import/sample.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { copyMigrated, copySample, newOnServer } from './prepared.ts'

export interface Backend {
  name: 'sqlite' | 'postgres'
  /** A DATABASE_URL of a new, empty database. */
  newUrl(t: TestContext): Promise<string>
  /** A new, empty, migrated database, closed when the test ends. */
  newDatabase(t: TestContext): Promise<Db>
  /** Likewise, with the sample in it. */
  newSample(t: TestContext): Promise<Db>
}

export function target(url: string) {
  return url.startsWith('file:')
    ? ({ kind: 'sqlite', path: url.slice('file:'.length) } as const)
    : ({ kind: 'postgres', url } as const)
}

async function open(t: TestContext, url: string): Promise<Db> {
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  return db
}

export const sqlite: Backend = {
  name: 'sqlite',
  async newUrl(t) {
    return `file:${join(newFolder(t), 'yantra.db')}`
  },
  async newDatabase(t) {
    const url = await sqlite.newUrl(t)
    copyMigrated(url.slice('file:'.length))
    return open(t, url)
  },
  newSample: (t) => openSample(t, sqlite),
}

let self: Promise<PostgresServer> | undefined

export const postgres: Backend = {
  name: 'postgres',
  newUrl: async () => newOnServer(await server()),
  async newDatabase(t) {
    return open(t, await newOnServer(await server(), { migrated: true }))
  },
  newSample: (t) => openSample(t, postgres),
}

async function server(): Promise<string> {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL
  self ??= startPostgres().then((server) => {
    server.stopAtExit()
    return server
  })
  return (await self).url
}

async function openSample(t: TestContext, backend: Backend): Promise<Db> {
  const url = await backend.newUrl(t)
  await putSample(url)
  return open(t, url)
}

/** Puts the sample into an empty database. */
export async function putSample(url: string): Promise<void> {
  await copySample(url)
  const db = await openDatabase(target(url))
  await loadSampleWhenEmpty(db)
  await db.destroy()
}

const MEMORY = '/dev/shm'
const ROOM = 2 ** 30

/** In memory where there is room: processes are killed in tests, machines are not, and a disk makes each commit wait. */
function place(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A folder that is gone when the test ends. */
export function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(place(), 'yantra-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The context of a suite: what is opened in it for all tests is closed after the last. */
export function suiteContext(): TestContext {
  const ends: (() => unknown)[] = []
  after(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext
}

/** Runs one and the same suite on each database. */
export function onEachBackend(title: string, suite: (backend: Backend) => void): void {
  for (const backend of [sqlite, postgres]) {
    describe(`${title} on ${backend.name}`, () => suite(backend))
  }
}
