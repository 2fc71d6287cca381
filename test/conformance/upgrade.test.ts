import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../src/database/migrate.ts'
import { postgresDialect } from '../../src/database/postgres.ts'
import type { Db } from '../../src/database/schema.ts'
import { REQUEST_TIMEOUTS } from '../../src/database/unavailable.ts'
import { postgres, target } from '../backends.ts'
import { sized } from '../tier.ts'

/** The schemas of the last three releases before this one. */
const EARLIER = readdirSync(new URL('../../src/database/migrations', import.meta.url))
  .map((file) => Number.parseInt(file, 10))
  .sort((a, b) => a - b)
  .slice(-4, -1)
const TABLES = ['manufacturers', 'machines', 'listings', 'imports', 'key_use']
const BEFORE = 50
/** What must be answered while the migration waits. */
const MEANWHILE = 20

async function connect(t: TestContext, url: string, options = {}): Promise<Db> {
  const to = target(url) as { url: string }
  const db = new Kysely({ dialect: await postgresDialect(to.url, options) }) as Db
  t.after(() => db.destroy())
  return db
}

/** Writes rows as a replica of that release does: with the columns that it knows, and nothing for those it does not. */
async function writerOf(db: Db) {
  const tables = (await db.introspection.getTables()).filter(({ name }) => TABLES.includes(name))
  assert.equal(tables.length, TABLES.length)
  return async (n: number) => {
    for (const { name, columns } of tables) {
      const row = columns
        .filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
        .map(({ name, dataType }) => [name, /^(int|bigint|float|numeric)/.test(dataType) ? n : `${n}`])
      await sql`insert into ${sql.table(name)} (${sql.join(row.map(([column]) => sql.ref(String(column))))})
        values (${sql.join(row.map(([, value]) => value))})`.execute(db)
    }
  }
}

const count = async (db: Db, table: string) =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]!.n)

for (const schema of sized(EARLIER.slice(-1), EARLIER)) {
  it(`goes on reading and writing while schema ${schema} becomes ${SCHEMA_VERSION}, also behind a long reader`, async (t) => {
    const url = await postgres.newUrl(t)
    const db = await connect(t, url)
    await migrate(db, schema)
    const write = await writerOf(db)
    for (let n = 1; n <= BEFORE; n++) await write(n)

    // A replica of the release before, with the patience of requests.
    const replica = await connect(t, url, { timeouts: REQUEST_TIMEOUTS })
    const writeThere = await writerOf(replica)
    let [written, read, isOver] = [BEFORE, 0, false]
    const until = async (done: () => boolean | Promise<boolean>) => {
      while (!(await done())) await nextTurn()
    }
    const loops = Promise.all([
      (async () => {
        for (; !isOver; written++) await replica.transaction().execute(() => writeThere(written + 1))
      })(),
      (async () => {
        for (; !isOver; read++)
          for (const table of TABLES) await sql`select * from ${sql.table(table)} limit 20`.execute(replica)
      })(),
    ])
    // A failure of theirs ends the test, whatever it waits for.
    const failed = loops.then(() => {})

    const exporting = await db.startTransaction().execute()
    for (const table of TABLES) await count(exporting as never, table)
    // One that changes no table that was read waits for nobody.
    let isMigrated = false
    const migrating = migrate(await connect(t, url)).then(() => {
      isMigrated = true
    })
    const waits = async () =>
      isMigrated ||
      (await sql`select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'`.execute(db)).rows.length > 0
    await Promise.race([failed, until(waits)])
    const [readBefore, writtenBefore] = [read, written]
    await Promise.race([failed, until(() => read > readBefore + MEANWHILE && written > writtenBefore + MEANWHILE)])
    await exporting.commit().execute()
    await migrating
    const then = written
    await Promise.race([failed, until(() => written > then)])
    isOver = true
    await loops
    assert.equal(await schemaVersion(db), SCHEMA_VERSION)
    for (const table of TABLES) assert.equal(await count(db, table), written, table)
  })
}
