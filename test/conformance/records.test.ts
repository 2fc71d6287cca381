import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { type Db, findRows, writeTransaction } from '../../src/database/schema.ts'
import { SERVICE } from '../../src/history/entries.ts'
import { makeChanges } from '../../src/history/make-changes.ts'
import { RECORD_TYPES, STORED } from '../../src/import/row-shapes.ts'
import { sqlite } from '../backends.ts'
import { exported, implement, listing, machine, manufacturer, take } from '../import/take.ts'

const source_url = 'https://source.example/page'
const contact = { name: 'Ramesh', phone: '98765 43210' }
const ROWS = [
  { ...manufacturer, source_url },
  { ...machine, source_url, prices: [{ ...machine.prices[0], source_url }], linkage: ['cat-2'], aliases: ['sarpanch'] },
  { ...implement, source_url },
  { ...listing, status: 'review', description: 'Call 98765 43210, good tyres', contact, source_url },
]
const REMOVABLE = ['listing', 'implement', 'machine', 'manufacturer'] as const

/** Every row of every record, and of what is stored apart, without the numbers of its changes. */
async function stored(db: Db): Promise<unknown> {
  const tables = [...RECORD_TYPES.map((type) => STORED[type].table), 'listing_contacts', 'sources']
  const all = tables.map(async (table) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    return rows.map(({ revision: _, version: _v, ...row }) => JSON.stringify(row)).sort()
  })
  return Promise.all(all)
}

it('that was removed and came again is as if it had come once, whatever is stored apart from it', async (t) => {
  const [once, again] = [await sqlite.newDatabase(t), await sqlite.newDatabase(t)]
  for (const db of [once, again]) assert.deepEqual((await take(db, ROWS)).faults, [])
  const whole = await stored(once)
  for (const type of REMOVABLE) {
    const { table, key } = STORED[type]
    const row = ROWS.find((item) => item.type === type) as unknown as Record<string, string | number>
    await writeTransaction(again, async (trx, lock) => {
      const records = await findRows(trx, table, key as 'id', [row[key]!])
      assert.equal(records.length, 1, type)
      const removed = records.map((before) => ({ type, key: String(row[key]), before, after: undefined }))
      await makeChanges(trx, lock, removed, { author: SERVICE, now: Date.now() })
    })
  }
  assert.deepEqual(
    (await exported(again)).filter(({ type }) => type !== 'class'),
    [],
  )
  for (const table of ['listing_contacts', 'sources'] as const) {
    assert.deepEqual(await again.selectFrom(table).selectAll().execute(), [], table)
  }
  const { created, faults } = await take(again, ROWS)
  assert.deepEqual([created, faults], [ROWS.length, []])
  assert.deepEqual(await stored(again), whole)
  const { version } = await again.selectFrom('machines').select('version').executeTakeFirstOrThrow()
  assert.equal(version, 3, 'created, removed, created')
  assert.deepEqual(await exported(again), await exported(once))
})
