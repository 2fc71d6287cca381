import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { Kysely, sql } from 'kysely'
import pino from 'pino'
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { postgresDialect } from '../../src/database/postgres.ts'
import type { Db } from '../../src/database/schema.ts'
import { sqliteDialect } from '../../src/database/sqlite.ts'
import { createCatalogue } from '../../src/read-model/catalogue.ts'
import { VERSION } from '../../src/version.ts'
import { newFolder, onEachBackend, target } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { yantra } from '../service.ts'
import { leastMachine as machine } from './least-machine.ts'

/** Up to here tables were still being found; since then replicas of one release run beside those of the next. */
const FIRST_HELD = 5

interface Column {
  isNullable: boolean
  hasDefaultValue: boolean
}

async function columnsOf(db: Db): Promise<Map<string, Column>> {
  const tables = await db.introspection.getTables()
  return new Map(tables.flatMap(({ name, columns }) => columns.map((column) => [`${name}.${column.name}`, column])))
}

it('notes which release brought the schema, also where that was not noted before', async (t) => {
  const db = new Kysely({ dialect: sqliteDialect(':memory:', {}) }) as Db
  t.after(() => db.destroy())
  await migrate(db, 1)
  await db.schema.alterTable('schema_version').dropColumn('release').execute()
  await migrate(db)
  const { version, release } = await db.selectFrom('schema_version').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([version, release], [SCHEMA_VERSION, VERSION])
})

it('says which schema an older database was brought from', async (t) => {
  const [path, fresh] = [`${newFolder(t)}/yantra.db`, `${newFolder(t)}/yantra.db`]
  const db = new Kysely({ dialect: sqliteDialect(path, {}) }) as Db
  await migrate(db, SCHEMA_VERSION - 1)
  await db.destroy()
  const told = `The schema of the database went from version ${SCHEMA_VERSION - 1} to ${SCHEMA_VERSION}.\n`
  const migrated = await yantra({ DATABASE_URL: `file:${path}` }, 'migrate')
  assert.ok(migrated.stderr.includes(told), migrated.stderr)
  assert.ok(!(await yantra({ DATABASE_URL: `file:${fresh}` }, 'migrate')).stderr.includes('went from'))
})

it('only adds what a replica of the release before can do without', async (t) => {
  const dialect = sqliteDialect(`${newFolder(t)}/yantra.db`, {})
  const db = new Kysely({ dialect }) as Db
  t.after(() => db.destroy())
  await migrate(db, FIRST_HELD)
  for (let version = FIRST_HELD + 1; version <= SCHEMA_VERSION; version++) {
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

/** Where Kysely notes what it ran. */
const NOTES = 'kysely_migration'

onEachBackend('a database of an earlier release', (backend) => {
  it('is brought on from where it stands, once, by however many start', async (t) => {
    const whole = await backend.newDatabase(t)
    const columns = [...(await columnsOf(whole)).keys()].sort()
    for (const earlier of [1, 12, SCHEMA_VERSION - 1]) {
      const db = await openAt(t, await backend.newUrl(t), earlier)
      // As releases left it that noted the number alone.
      await db.schema.dropTable(NOTES).execute()
      await db.schema.dropTable(`${NOTES}_lock`).execute()
      await sql`insert into manufacturers (id, slug, name, aliases, revision) values (1, 'kept', 'Kept', '[]', 1)`.execute(
        db,
      )
      const made = await Promise.all([migrate(db), migrate(db), migrate(db)])
      assert.deepEqual(
        made.map(({ from }) => from).sort((a, b) => a - b),
        [earlier, SCHEMA_VERSION, SCHEMA_VERSION],
      )
      assert.deepEqual([...(await columnsOf(db)).keys()].sort(), columns)
      assert.deepEqual(await namesIn(db), await namesIn(whole))
      assert.equal((await db.selectFrom('manufacturers').select('slug').executeTakeFirst())?.slug, 'kept')
    }
    assert.equal((await namesIn(whole)).length, SCHEMA_VERSION)
  })

  it('is brought on although the clock went back', async (t) => {
    const db = await openAt(t, await backend.newUrl(t), SCHEMA_VERSION - 1)
    await sql`update ${sql.table(NOTES)} set timestamp = '2999-01-01T00:00:00.000Z' where name like '003-%'`.execute(db)
    await migrate(db)
    assert.equal((await namesIn(db)).length, SCHEMA_VERSION)
  })

  it('stays as it was when a migration fails', async (t) => {
    const db = await openAt(t, await backend.newUrl(t), 10)
    // The twelfth adds it after another column.
    await db.schema.alterTable('listings').addColumn('district', 'text').execute()
    const before = [await schemaVersion(db), await namesIn(db), [...(await columnsOf(db)).keys()]]
    await assert.rejects(migrate(db), /district/)
    assert.deepEqual([await schemaVersion(db), await namesIn(db), [...(await columnsOf(db)).keys()]], before)
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

async function namesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(NOTES)}`.execute(db)
  return rows.map(({ name }) => name).sort()
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
      assert.match(
        stderr,
        new RegExp(`^yantra ${words.join(' ')}: release 9.8.7 .* use release 9.8.7 or a newer one\n$`),
      )
    }
    const { code, stdout } = await yantra(settings, 'doctor')
    assert.equal(code, 1)
    assert.match(stdout, /use release 9\.8\.7 or a newer one/)
  })
})
