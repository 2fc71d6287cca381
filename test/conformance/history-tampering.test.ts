import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { createRandom } from '../../bench/generate.ts'
import type { Db } from '../../src/database/schema.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { loadSample } from '../../src/import/sample.ts'
import { postgres, sqlite } from '../backends.ts'
import { take } from '../import/take.ts'
import { sized } from '../tier.ts'

class Undone extends Error {}

const TABLES = ['machines', 'implements', 'manufacturers', 'listings', 'classes']

/** Ways to change the database past the program, each with a statement or two. */
function tamperings(pick: (max: number) => number): Record<string, (entries: number[]) => RawBuilder<unknown>[]> {
  const any = (entries: readonly number[]) => entries[pick(entries.length)]!
  const item = (table: string, order: string) =>
    sql`(select ${sql.ref(order)} from ${sql.table(table)} order by ${sql.ref(order)} limit 1 offset ${pick(20)})`
  return {
    'a price backdated': () => [
      sql`update machines set price_as_of = '2001-01-01' where slug = ${item('machines', 'slug')}`,
    ],
    'a fact edited': () => [
      sql`update machines set facts = replace(facts, '"name":"', '"name":"X') where slug = ${item('machines', 'slug')}`,
    ],
    'a listing edited': () => [
      sql`update listings set doc = replace(doc, '"year":20', '"year":19') where id = ${item('listings', 'id')}`,
    ],
    'a maker renamed': () => [
      sql`update manufacturers set name = 'Other' where slug = ${item('manufacturers', 'slug')}`,
    ],
    'a class edited': () => [sql`update classes set doc = '{}' where key = ${item('classes', 'key')}`],
    'a record deleted': () => [sql`delete from implements where slug = ${item('implements', 'slug')}`],
    'a revision put back': () => {
      const table = TABLES[pick(TABLES.length)]!
      return [
        sql`update ${sql.table(table)} set revision = revision - 1 where revision = (select max(revision) from ${sql.table(table)})`,
      ]
    },
    'an entry dropped': (entries) => [sql`delete from history where revision = ${any(entries)}`],
    'an entry backdated': (entries) => [sql`update history set at = at - 86400000 where revision = ${any(entries)}`],
    'an author changed': (entries) => [sql`update history set who = 'somebody else' where revision = ${any(entries)}`],
    'a hash changed': (entries) => [sql`update history set hash = 'x' || hash where revision = ${any(entries)}`],
    'two swapped': (entries) => {
      const i = pick(entries.length - 1)
      const [a, b] = [entries[i]!, entries[i + 1]!]
      return [
        sql`update history set revision = -1 where revision = ${a}`,
        sql`update history set revision = ${a} where revision = ${b}`,
        sql`update history set revision = ${b} where revision = -1`,
      ]
    },
    'a block lost': () => [sql`delete from history_blocks where id = (select min(id) from history_blocks)`],
    'the tail cut': (entries) => [sql`delete from history where revision > ${entries.at(-2 - pick(50))!}`],
    'the tail cut with the head': (entries) => {
      const last = entries.at(-2 - pick(50))!
      return [
        sql`update history_head set revision = ${last}, hash = (select hash from history where revision = ${last})`,
        sql`delete from history where revision > ${last}`,
      ]
    },
    'the head changed': () => [sql`update history_head set hash = start_hash`],
  }
}

async function isFound(db: Db, statements: readonly RawBuilder<unknown>[]): Promise<boolean> {
  let result = false
  const trying = db.transaction().execute(async (trx) => {
    for (const statement of statements) await statement.execute(trx)
    result = (await verifyHistory(trx)).findings.length > 0
    throw new Undone()
  })
  await trying.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return result
}

for (const backend of sized([sqlite], [sqlite, postgres])) {
  it(`a change past the program is found on ${backend.name}`, async (t) => {
    const db = await backend.newDatabase(t)
    await loadSample(db)
    const changed = await db.selectFrom('machines').select('slug').execute()
    await take(
      db,
      changed.map(({ slug }) => ({ type: 'machine', slug, patch: true, prices: [] })),
    )
    assert.deepEqual((await verifyHistory(db)).findings, [])
    const entries = (await db.selectFrom('history').select('revision').orderBy('revision').execute()).map(
      (row) => row.revision,
    )
    const random = createRandom(31)
    const ways = Object.entries(tamperings((max) => Math.floor(random() * max)))
    const missed: string[] = []
    for (let round = 0; round < sized(1, 10); round++) {
      for (const [name, make] of ways) if (!(await isFound(db, make(entries)))) missed.push(name)
    }
    assert.deepEqual(missed, [])
  })
}
