import { Check } from 'typebox/value'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { readRevision } from '../../src/database/schema.ts'
import { applyScheduledVisibility } from '../../src/history/scheduled-visibility.ts'
import { revertRecord, undoImport } from '../../src/history/undo.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { recordedImport } from '../../src/import/import-rows.ts'
import { removeSample } from '../../src/import/sample.ts'
import { EXAMPLES } from '../../src/schema/api/examples.ts'
import { EVENTS, WEBHOOK_EVENTS } from '../../src/schema/api/webhook.ts'
import { implement, manufacturer, NOW, subscribe, take } from '../import/take.ts'

// Runs where the patch of docs/contributing/extending.md was applied, and prints what subscribers were told after each step.

const DAY_MS = 86_400_000
const NAME = 'implement.published'
const ASHA = { by: 'console', who: 'Asha' } as const
const schema = Object.entries(WEBHOOK_EVENTS).find(([name]) => name === NAME)![1]
const db = await openDatabase({ kind: 'sqlite', path: ':memory:' })
await migrate(db)
const events = await subscribe(db, [...EVENTS])
const steps: [step: string, reported: unknown[]][] = []

async function reported(step: string): Promise<void> {
  const result = (await events()).map((event) => {
    const { implement } = event.data as unknown as { implement: { slug: string; manufacturer: object } }
    return [event.type, implement.slug, implement.manufacturer, Check(schema, event)]
  })
  steps.push([step, result])
}

const patch = (published_at: string | null) => ({ type: 'implement', slug: implement.slug, patch: true, published_at })

await take(db, [manufacturer, implement])
await reported('import')
await take(db, [implement])
await reported('the same import')
const visible = await readRevision(db)
await take(db, [patch(null)])
await reported('hidden')
await revertRecord(db, { type: 'implement', key: implement.slug, to: visible, author: ASHA, now: NOW })
await reported('revert')

let hiding = ''
const rows = [checkRow(patch(null), { file: 'rows', line: 1, raw: undefined }, { today: '2026-11-15' })]
const batches = (async function* () {
  yield rows
})()
const onEvent = (event: { type: string; id?: string }) => {
  if (event.type === 'begun') hiding = event.id!
}
await recordedImport(db, batches, { file: 'rows', by: 'cli', now: () => NOW, onEvent })
await reported('hidden by an import')
await undoImport(db, hiding, { author: ASHA, now: NOW })
await reported('undo')

const { revision } = await db.selectFrom('implements').select('revision').executeTakeFirstOrThrow()
await db
  .insertInto('sample_records')
  .values({ record_type: 'implement', record_key: implement.slug, revision })
  .execute()
await removeSample(db, NOW, ASHA)
await reported('removal')
await take(db, [{ ...implement, published_at: '2026-11-16' }])
await reported('import for tomorrow')
await applyScheduledVisibility(db, NOW)
await reported('the day before')
await applyScheduledVisibility(db, NOW + DAY_MS)
await reported('its day')
await applyScheduledVisibility(db, NOW + DAY_MS)
await reported('another look')

await db.destroy()
console.log(JSON.stringify({ steps, example: Check(schema, EXAMPLES[NAME]) }))
