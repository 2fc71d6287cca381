import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { type Db, readRevision, snapshot, upsertRows, whereIn, writeTransaction } from '../../src/database/schema.ts'
import { DatabaseUnavailable } from '../../src/database/unavailable.ts'
import { vacuum } from '../../src/database/vacuum.ts'
import { toProblem } from '../../src/server/problems.ts'
import { onEachBackend, sqlite, target } from '../backends.ts'

function manufacturer(id: number, revision: number, name = `Maker ${id}`) {
  return { id, slug: `maker-${id}`, name, aliases: '[]', colour: null, revision }
}

async function writeManufacturer(db: Db, id: number): Promise<void> {
  await writeTransaction(db, async (trx, lock) => {
    await upsertRows(trx, 'manufacturers', ['slug'], [manufacturer(id, lock.next())])
  })
}

it('lets the next writer of SQLite in after neither commit nor rollback succeeded', async (t) => {
  const db = await sqlite.newDatabase(t)
  const before = await readRevision(db)
  const { exec } = DatabaseSync.prototype
  const failing = t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, statement: string) {
    if (statement === 'commit' || statement === 'rollback') throw new Error('disk I/O error')
    exec.call(this, statement)
  })
  const tries = Array.from({ length: 10 }, (_, i) => writeManufacturer(db, i + 1))
  for (const { status } of await Promise.allSettled(tries)) assert.equal(status, 'rejected')
  failing.mock.restore()
  await Promise.all(Array.from({ length: 10 }, (_, i) => writeManufacturer(db, i + 11)))
  assert.equal(await readRevision(db), before + 10)
})

it('reports a full SQLite file as unavailable, rolls back, and writes again once there is room', async (t) => {
  const db = await sqlite.newDatabase(t)
  await db.connection().execute(async (item) => {
    const write = sql`create table large as select randomblob(1000000) as bytes`
    // As many pages as there are: the error is that of a full disk.
    await sql`pragma max_page_count = 1`.execute(item)
    const isFull = (error: unknown) => error instanceof DatabaseUnavailable && error.reason === 'full'
    await assert.rejects(write.execute(item), isFull)
    await assert.rejects(
      item.transaction().execute((trx) => write.execute(trx)),
      isFull,
    )
    const { status, headers } = toProblem(new DatabaseUnavailable('full'))
    assert.deepEqual([status, headers['retry-after']], [503, '5'])
    await sql`pragma max_page_count = 4294967294`.execute(item)
    await item.transaction().execute((trx) => write.execute(trx))
  })
})

it('says what a vacuum that another writer keeps out leaves in the SQLite file', async (t) => {
  const file = target(await sqlite.newUrl(t))
  const db = await openDatabase(file)
  t.after(() => db.destroy())
  assert.equal(await vacuum(db, file), '')
  t.mock.method(DatabaseSync.prototype, 'exec', () => {
    throw new Error('database is locked')
  })
  assert.match(await vacuum(db, file), /left in the database file: database is locked\./)
})

onEachBackend('the database', (backend) => {
  it('brings an empty database to the newest schema once, however many ask at the same time', async (t) => {
    const url = await backend.newUrl(t)
    const opened = await Promise.all(Array.from({ length: 6 }, () => openDatabase(target(url))))
    for (const db of opened) assert.equal(await schemaVersion(db), SCHEMA_VERSION)
    assert.deepEqual(await migrate(opened[0]!), { from: SCHEMA_VERSION, to: SCHEMA_VERSION })
    await assert.rejects(migrate(opened[0]!, SCHEMA_VERSION + 1), /no migration has the number/)
    for (const db of opened) await db.destroy()
  })

  it('refuses a database of a newer program', async (t) => {
    const db = await backend.newDatabase(t)
    await db
      .updateTable('schema_version')
      .set({ version: SCHEMA_VERSION + 1, release: '9.8.7' })
      .execute()
    await assert.rejects(
      migrate(db),
      /^Error: release 9\.8\.7 brought the database to schema \d+, .* use release 9\.8\.7/,
    )
  })

  it('writes many rows with one statement and replaces those that are there', async (t) => {
    const db = await backend.newDatabase(t)
    const rows = Array.from({ length: 3_000 }, (_, i) => manufacturer(i + 1, i + 1, `ट्रैक्टर "${i}" \\ ' \u2028`))
    await upsertRows(db, 'manufacturers', ['slug'], rows)
    await upsertRows(db, 'manufacturers', ['slug'], [manufacturer(7, 4_000, 'renamed')])
    const seven = await db.selectFrom('manufacturers').selectAll().where('id', '=', 7).executeTakeFirst()
    assert.deepEqual({ ...seven }, manufacturer(7, 4_000, 'renamed'))
    const result = await db
      .selectFrom('manufacturers')
      .selectAll()
      .where(whereIn(db, 'id', [8, 9, 99_999]))
      .execute()
    assert.deepEqual(
      result.map((row) => ({ ...row })),
      rows.slice(7, 9),
    )
    const bySlug = await db
      .selectFrom('manufacturers')
      .select('id')
      .where(whereIn(db, 'slug', ['maker-3']))
      .execute()
    assert.deepEqual(
      bySlug.map((row) => row.id),
      [3],
    )
  })

  it('counts on in a nested transaction, so that no revision is taken twice', async (t) => {
    const db = await backend.newDatabase(t)
    const before = await readRevision(db)
    await writeTransaction(db, async () => {})
    assert.equal(await readRevision(db), before)
    await writeTransaction(db, async (trx, lock) => {
      await upsertRows(trx, 'manufacturers', ['slug'], [manufacturer(1, lock.next())])
      await writeManufacturer(trx, 2)
      await upsertRows(trx, 'manufacturers', ['slug'], [manufacturer(3, lock.next())])
    })
    const rows = await db.selectFrom('manufacturers').select('revision').orderBy('id').execute()
    assert.deepEqual(
      rows.map(({ revision }) => revision - before),
      [1, 2, 3],
    )
    assert.equal(await readRevision(db), before + 3)
  })

  it('never hides a change from a reader that polls while several processes write', async (t) => {
    const url = await backend.newUrl(t)
    const writers = await Promise.all(Array.from({ length: 4 }, () => openDatabase(target(url))))
    const reader = await openDatabase(target(url))
    let seen = 0
    const result = new Set<number>()
    let writing = true

    async function poll(): Promise<void> {
      await snapshot(reader, async (trx) => {
        const upTo = await readRevision(trx)
        const rows = await trx
          .selectFrom('manufacturers')
          .select(['id', 'revision'])
          .where('revision', '>', seen)
          .execute()
        for (const row of rows) {
          assert.ok(row.revision <= upTo, 'a record is newer than the revision of its own snapshot')
          result.add(row.id)
        }
        seen = upTo
      })
    }

    const polling = (async () => {
      // SQLite answers without leaving the event loop: give the writers their turn.
      while (writing) await poll().then(() => setImmediate())
    })()
    await Promise.all(
      writers.map(async (db, index) => {
        for (let i = 0; i < 40; i++) await writeManufacturer(db, index * 1_000 + i + 1)
      }),
    )
    writing = false
    await polling
    await poll()
    assert.equal(result.size, 160)
    for (const db of [...writers, reader]) await db.destroy()
  })

  it('shows a snapshot one state, whatever is committed meanwhile', async (t) => {
    const db = await backend.newDatabase(t)
    await writeManufacturer(db, 1)
    await snapshot(db, async (trx) => {
      const before = await readRevision(trx)
      await writeManufacturer(db, 2)
      assert.equal(await readRevision(trx), before)
      assert.equal((await trx.selectFrom('manufacturers').select('id').execute()).length, 1)
    })
  })
})
