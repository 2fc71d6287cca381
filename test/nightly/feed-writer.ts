import { setTimeout as sleep } from 'node:timers/promises'
import { toDatabase } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { Refused } from '../../src/errors.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { leastMachine } from '../conformance/least-machine.ts'
import { bring } from '../import/take.ts'

/** Renames makers, edits classes, changes, withdraws and removes machines and undoes imports until it is killed. */
const db = await openDatabase(toDatabase(process.env.DATABASE_URL))
const author = { by: 'cli', who: 'fault' } as const
const pick = (count: number) => Math.floor(Math.random() * count)
const imports: string[] = []
const write = async (...rows: object[]) => void imports.push(await bring(db, rows))

async function writeMachines(): Promise<void> {
  const published_at = pick(3) === 0 ? null : '2026-01-01'
  const newMachine = () => {
    const manufacturer = { slug: `maker-${pick(3)}`, name: 'A Maker' }
    return leastMachine(`machine-${pick(60)}`, { manufacturer, engine_hp: 20 + pick(50), published_at })
  }
  await write(...Array.from({ length: 1 + pick(8) }, newMachine))
}

const ACTS = [
  ...[writeMachines, writeMachines, writeMachines],
  () => write({ type: 'manufacturer', slug: `maker-${pick(3)}`, name: `Maker ${pick(1_000)}` }),
  () => write({ type: 'class', key: 'tractor', patch: true, hours_a_year: 100 + pick(900) }),
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
  await sleep(pick(20))
}
