import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { Kysely, sql } from 'kysely'
import pino from 'pino'
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { postgresDialect } from '../../src/database/postgres.ts'
import type { Db } from '../../src/database/schema.ts'
import { sqliteDialect } from '../../src/database/sqlite.ts'
import { VERSION } from '../../src/lib/version.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { type Backend, newFolder, onEachBackend, sqlite, target } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { yantra } from '../service.ts'
import { minMachine as machine } from './least-machine.ts'

/** The schema of release 1.7. */
const OLDEST = 28

interface Column {
  isNullable: boolean
  hasDefaultValue: boolean
}

async function columnsOf(db: Db): Promise<Map<string, Column>> {
  const tables = await db.introspection.getTables()
  return new Map(tables.flatMap(({ name, columns }) => columns.map((column) => [`${name}.${column.name}`, column])))
}

it('notes which release brought the schema', async (t) => {
  const db = await openAt(t, await sqlite.newUrl(t), SCHEMA_VERSION)
  const { version, release } = await db.selectFrom('schema_version').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([version, release], [SCHEMA_VERSION, VERSION])
})

it('refuses a database that is older than release 1.7', async (t) => {
  const folder = newFolder(t)
  const path = join(folder, 'yantra.db')
  const db = await openAt(t, `file:${path}`, OLDEST)
  await db.updateTable('schema_version').set({ version: 27 }).execute()
  const message =
    /the database has schema 27, and release \S+ upgrades from schema 28 \(release 1\.7\): upgrade through release 1\.7 first/
  await assert.rejects(migrate(db), message)
  await db.destroy()
  const [old, other] = [{ DATABASE_URL: `file:${path}` }, { DATABASE_URL: `file:${join(folder, 'other.db')}` }]
  for (const [env, ...words] of [
    [old, 'migrate'],
    [old, 'keys', 'list'],
    [old, 'move', '--to', `file:${join(folder, 'moved.db')}`],
    [old, 'backup', join(folder, 'backup.db')],
    [other, 'restore', path],
  ] as const) {
    const { code, stderr } = await yantra(env, ...words)
    assert.equal(code, 2, words[0])
    assert.match(stderr, message)
  }
  assert.match((await yantra(old, 'doctor')).stdout, message)
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.startsWith('yantra.db')),
    [],
  )
})

it('says which schema an older database was brought from', async (t) => {
  const [path, fresh] = [`${newFolder(t)}/yantra.db`, `${newFolder(t)}/yantra.db`]
  await (await openAt(t, `file:${path}`, SCHEMA_VERSION - 1)).destroy()
  const told = `The schema of the database went from version ${SCHEMA_VERSION - 1} to ${SCHEMA_VERSION}.\n`
  const migrated = await yantra({ DATABASE_URL: `file:${path}` }, 'migrate')
  assert.ok(migrated.stderr.includes(told), migrated.stderr)
  assert.ok(!(await yantra({ DATABASE_URL: `file:${fresh}` }, 'migrate')).stderr.includes('went from'))
})

it('only adds what a replica of the release before can do without', async (t) => {
  const db = await openAt(t, await sqlite.newUrl(t), OLDEST)
  for (let version = OLDEST + 1; version <= SCHEMA_VERSION; version++) {
    const before = await columnsOf(db)
    await migrate(db, version)
    const after = await columnsOf(db)
    const tables = new Set([...before.keys()].map((name) => name.split('.')[0]))
    for (const [name, column] of before) {
      assert.ok(after.has(name), `migration ${version} takes ${name} away`)
      const isStricter = column.isNullable && !after.get(name)!.isNullable
      assert.ok(!isStricter, `migration ${version} no longer lets ${name} be null`)
    }
    for (const [name, { isNullable, hasDefaultValue }] of after) {
      if (before.has(name) || !tables.has(name.split('.')[0]!)) continue
      assert.ok(isNullable || hasDefaultValue, `migration ${version} adds ${name}, which older replicas do not write`)
    }
  }
})

/** Of the columns, defaults and indexes that the migrations of release 1.7 made, on each database. */
const DIGESTS = {
  sqlite: 'f958d10ed75f33c613836ef5b907b1288090ca8dce84f6db35f9317184773906',
  postgres: '7c5ce639f6b13611da0476d4b49f313fb0c3968ab5729c2b5aed93dc0575ac3f',
}

async function digestOf(db: Db, backend: Backend): Promise<string> {
  const query =
    backend.name === 'sqlite'
      ? `select sql as text from sqlite_schema where sql is not null and tbl_name not like 'kysely%'`
      : `select indexdef as text from pg_indexes where schemaname = current_schema() and tablename not like 'kysely%'
         union all select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default,
           collation_name) from information_schema.columns
         where table_schema = current_schema() and table_name not like 'kysely%'`
  const { rows } = await sql.raw<{ text: string }>(query).execute(db)
  const texts = rows.map(({ text }) => text.replace(/\s+/g, ' ').replaceAll('( ', '('))
  return createHash('sha256').update(texts.sort().join('\n')).digest('hex')
}

onEachBackend('a database of release 1.7', (backend) => {
  it('has the schema that the baseline makes', async (t) => {
    assert.equal(await digestOf(await openAt(t, await backend.newUrl(t), OLDEST), backend), DIGESTS[backend.name])
  })

  it('is upgraded once, however many processes start', async (t) => {
    const columns = [...(await columnsOf(await backend.newDatabase(t))).keys()].sort()
    const db = await openAt(t, await backend.newUrl(t), OLDEST)
    for (const notes of ['kysely_migration', 'kysely_migration_lock'])
      await db.schema.createTable(notes).addColumn('name', 'text').execute()
    await sql`insert into manufacturers (id, slug, name, aliases, revision) values (1, 'kept', 'Kept', '[]', 1)`.execute(
      db,
    )
    const results = await Promise.all([migrate(db), migrate(db), migrate(db)])
    assert.deepEqual(
      results.map(({ from }) => from).sort((a, b) => a - b),
      [OLDEST, SCHEMA_VERSION, SCHEMA_VERSION],
    )
    assert.deepEqual([...(await columnsOf(db)).keys()].sort(), columns)
    assert.deepEqual(
      (await db.introspection.getTables({ withInternalKyselyTables: true })).filter(({ name }) => /^kysely/.test(name)),
      [],
    )
    assert.equal((await db.selectFrom('manufacturers').select('slug').executeTakeFirst())?.slug, 'kept')
  })

  it('stays as it was when a migration fails', async (t) => {
    const db = await openAt(t, await backend.newUrl(t), OLDEST)
    // Migration 29 adds it after other columns.
    await db.schema.alterTable('events').addColumn('final', 'text').execute()
    const before = [await schemaVersion(db), [...(await columnsOf(db)).keys()]]
    await assert.rejects(migrate(db), /final/)
    assert.deepEqual([await schemaVersion(db), [...(await columnsOf(db)).keys()]], before)
  })
})

async function openAt(t: TestContext, url: string, version: number): Promise<Db> {
  const to = target(url)
  const dialect = to.kind === 'sqlite' ? sqliteDialect(to.path, {}) : await postgresDialect(to.url, {})
  const db = new Kysely({ dialect }) as Db
  t.after(() => db.destroy())
  await migrate(db, version)
  return db
}

onEachBackend('a process that runs while another migrates', (backend) => {
  it('goes on reading and importing', async (t) => {
    const url = await backend.newUrl(t)
    const newer = await openDatabase(target(url))
    t.after(() => newer.destroy())
    const older = await openDatabase(target(url))
    t.after(() => older.destroy())
    await importAll(older, [machine('one')])
    const catalogue = createCatalogue(older, { log: pino({ level: 'silent' }), pollMs: 60_000 })
    t.after(() => catalogue.close())
    await catalogue.ready
    // What a next release may do: a column that can be left out, a table, an index.
    await newer.schema.alterTable('machines').addColumn('next', 'text').execute()
    await newer.schema.createTable('next_table').addColumn('id', 'integer').execute()
    await newer.schema.createIndex('next_index').on('machines').column('next').execute()
    await newer
      .updateTable('schema_version')
      .set({ version: SCHEMA_VERSION + 1, release: '9.8.7' })
      .execute()
    await importAll(older, [machine('two'), { ...machine('one'), name: 'Renamed' }])
    await catalogue.follower.catchUp()
    assert.equal(catalogue.model.size, 2)
    assert.equal((await catalogue.sheet('one'))!.sheet.name, 'Renamed')
    await assert.rejects(
      openDatabase(target(url)),
      /^Error: release 9\.8\.7 brought the database/,
      'a process that starts now is told',
    )
    const settings = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32), PORT: '0', LOG_LEVEL: 'silent' }
    for (const words of [['keys', 'list'], ['serve'], ['deliver'], ['migrate']]) {
      const { code, stderr } = await yantra(settings, ...words)
      assert.equal(code, 2)
      assert.match(stderr, /^error: release 9\.8\.7 .* use release 9\.8\.7 or a newer one\n$/)
    }
    const { code, stdout } = await yantra(settings, 'doctor')
    assert.equal(code, 1)
    assert.match(stdout, /use release 9\.8\.7 or a newer one/)
  })
})
