import { kolkataDate } from '../../src/calendar.ts'
import { revertRecord, undoImport } from '../../src/changes/undo.ts'
import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { writeTransaction } from '../../src/database/schema.ts'
import { Refused } from '../../src/errors.ts'
import { checkRow } from '../../src/intake/check-row.ts'
import { importBatch } from '../../src/intake/import-batch.ts'
import { leastMachine } from '../conformance/least-machine.ts'

/** Renames makers, edits classes, changes, withdraws and removes machines and takes imports back until it is killed. */
const db = await openDatabase(toDatabase(process.env.DATABASE_URL))
const author = { by: 'cli', who: 'fault' } as const
const pick = (most: number) => Math.floor(Math.random() * most)
const imports: string[] = []

async function bring(...rows: object[]): Promise<void> {
  const now = Date.now()
  const today = kolkataDate(now)
  const importId = `imp_${process.pid}_${imports.length}`
  imports.push(importId)
  const checked = rows.map((row, at) => checkRow(row, { file: 'fault', line: at + 1, raw: undefined }, { today }))
  const options = { now, author: { ...author, importId } }
  await writeTransaction(db, (trx, lock) => importBatch(trx, lock, checked, options))
}

function machines(): Promise<void> {
  const published_at = pick(3) === 0 ? null : '2026-01-01'
  const more = () => ({
    manufacturer: { slug: `maker-${pick(3)}`, name: 'A Maker' },
    engine_hp: 20 + pick(50),
    published_at,
  })
  return bring(...Array.from({ length: 1 + pick(8) }, () => leastMachine(`machine-${pick(60)}`, more())))
}

const ACTS = [
  machines,
  machines,
  machines,
  () => bring({ type: 'manufacturer', slug: `maker-${pick(3)}`, name: `Maker ${pick(1_000)}` }),
  () => bring({ type: 'class', key: 'tractor', patch: true, hours_a_year: 100 + pick(900) }),
  () => revertRecord(db, { type: 'machine', key: `machine-${pick(60)}`, to: 0, author, now: Date.now() }),
  () => undoImport(db, imports[pick(imports.length)] ?? '', { force: pick(2) === 0, author, now: Date.now() }),
]

for (;;) {
  try {
    await ACTS[pick(ACTS.length)]!()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
  await new Promise((resolve) => process.send?.('done', resolve))
  await new Promise((resolve) => setTimeout(resolve, pick(20)))
}
