import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../src/database/schema.ts'
import { type AuditEntry, listAudit, recordAudit } from '../../src/history/audit.ts'
import { pruneHistory } from '../../src/history/retention.ts'
import { type CheckedRow, checkRow } from '../../src/import/check-row.ts'
import { ensureBuiltinClasses } from '../../src/import/ensure-classes.ts'
import { registerImportMetrics } from '../../src/import/import-metrics.ts'
import { type ImportEvent, type RecordedOptions, recordedImport } from '../../src/import/import-rows.ts'
import {
  findImport,
  IMPORT_RETENTION_DAYS,
  type ImportView,
  insertImport,
  listImports,
} from '../../src/import/import-store.ts'
import { publishImport } from '../../src/import/publish-import.ts'
import { loadSampleWhenEmpty } from '../../src/import/sample.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'
import { createMetricRegistry } from '../../src/lib/metrics.ts'
import { sqlite } from '../backends.ts'
import { listing, machine, manufacturer, NOW } from '../import/take.ts'

async function run(db: Db, batches: object[][], options: Partial<RecordedOptions> = {}) {
  await ensureBuiltinClasses(db, NOW)
  let line = 0
  const checked = batches.map((rows) =>
    rows.map((row) => checkRow(row, { file: 'rows', line: ++line, raw: undefined }, { today: kolkataDate(NOW) })),
  )
  const input = (async function* (): AsyncGenerator<CheckedRow[]> {
    yield* checked
  })()
  return recordedImport(db, input, { file: 'rows', by: 'cli', who: 'asha', now: () => NOW, ...options })
}

/** Follows an import at its batches only. */
function onBatch(follow: () => void | Promise<void>) {
  return async ({ type }: ImportEvent) => (type === 'batch' ? follow() : undefined)
}

it('are recorded with what became of their rows', async (t) => {
  const db = await sqlite.newDatabase(t)
  await run(db, [
    [manufacturer, machine, { ...machine, slug: 'b', wheel_drive: '6wd' }],
    [{ ...listing, year: 'Ramesh' }],
  ])
  await run(db, [[manufacturer]], { file: 'again', by: 'console' })
  const [again, first] = await listImports(db, { limit: 10, now: NOW })
  assert.deepEqual([again?.file, again?.by, again?.unchanged], ['again', 'console', 1])
  const { id, reasons, ...rest } = first!
  assert.match(id, /^imp_[0-9a-f-]{36}$/)
  assert.deepEqual(rest, {
    file: 'rows',
    at: NOW,
    by: 'cli',
    who: 'asha',
    state: 'done',
    read: 4,
    created: 2,
    changed: 0,
    unchanged: 0,
    rejected: 2,
    repeated: 0,
    removed: {},
    warnings: [],
  })
  assert.deepEqual(
    reasons.map(({ field, rows, examples }) => [field, rows, examples]),
    [
      ['wheel_drive', 1, [{ at: 'rows:3', found: '"6wd"', suggestion: '2wd' }]],
      ['year', 1, [{ at: 'rows:4' }]],
    ],
  )
})

it('are recorded together with their line in the audit log, or not at all', async (t) => {
  const db = await sqlite.newDatabase(t)
  await ensureBuiltinClasses(db, NOW)
  const before = await db.selectFrom('imports').selectAll().execute()
  const fail = () => {
    throw new Error('killed')
  }
  await assert.rejects(run(db, [[manufacturer]], { file: '/srv/a.ndjson, b.csv', onEvent: fail }), /killed/)
  const [{ id }] = (await listImports(db, { limit: 1, now: NOW })) as [ImportView]
  const [{ action, target, detail, who }] = (await listAudit(db, { limit: 10 })) as [AuditEntry]
  assert.deepEqual([action, target, detail, who], ['imports.apply', 'a.ndjson, b.csv', { import: id }, 'asha'])
  await sql`alter table audit rename to audit_away`.execute(db)
  await assert.rejects(run(db, [[manufacturer]]))
  assert.equal((await db.selectFrom('imports').selectAll().execute()).length, before.length + 1)
})

it('are told of without the number in the name of a file', async (t) => {
  const db = await sqlite.newDatabase(t)
  await run(db, [[manufacturer]], { file: 'ramesh call 98765 43210.ndjson' })
  const [{ id, file }] = (await listImports(db, { limit: 1, now: NOW })) as [ImportView]
  assert.match(file, /^ramesh call \[contact removed\]/)
  assert.equal((await findImport(db, id, NOW))?.file, file)
  await recordAudit(db, { by: 'cli', who: '' }, { action: 'imports.apply', target: 'ramesh call 98765 43210.ndjson' })
  assert.equal((await listAudit(db, { limit: 1 }))[0]?.target, file)
  const named = { action: 'keys.create', target: 'key_1', detail: { name: 'Ramesh 98765 43210' } }
  await recordAudit(db, { by: 'cli', who: '' }, named, Date.now() + 1)
  assert.deepEqual((await listAudit(db, { limit: 1 }))[0]?.detail, { name: 'Ramesh [contact removed]' })
})

it('are recorded when they are interrupted, fail, or keep nothing; a dry run is none', async (t) => {
  const db = await sqlite.newDatabase(t)
  const stop = new AbortController()
  await run(db, [[manufacturer]], { file: 'stopped', signal: stop.signal, onEvent: onBatch(() => stop.abort()) })
  const fail = () => {
    throw new Error('no room')
  }
  await assert.rejects(run(db, [[manufacturer, machine]], { file: 'failed', onEvent: onBatch(fail) }), /no room/)
  await run(db, [[{ ...machine, slug: 'c' }, {}]], { file: 'strict', strict: true })
  await run(db, [[machine]], { file: 'dry', dryRun: true })
  const all = await listImports(db, { limit: 10, now: NOW })
  assert.deepEqual(
    all.map(({ file, state, read, created }) => [file, state, read, created]),
    [
      ['strict', 'done', 2, 0],
      ['failed', 'failed', 2, 1],
      ['stopped', 'interrupted', 1, 1],
    ],
  )
})

it('that were killed are told by their silence', async (t) => {
  const db = await sqlite.newDatabase(t)
  const id = await insertImport(db, { file: 'killed', by: 'cli', who: 'asha', now: NOW })
  assert.equal((await findImport(db, id, NOW + 1_000))?.state, 'running')
  assert.equal((await findImport(db, id, NOW + 60_000))?.state, 'died')
  assert.equal(await findImport(db, 'imp_none', NOW), undefined)
})

it('that died tell what was kept, by the history and not by their last sign', async (t) => {
  const db = await sqlite.newDatabase(t)
  await run(db, [[manufacturer, machine]], { file: 'before' })
  const other = { ...machine, slug: 'b' }
  await run(db, [[{ ...machine, name: 'Another name' }, other]], { file: 'killed' })
  // As after a kill between a batch and the next sign.
  const [{ id } = { id: '' }] = await listImports(db, { limit: 1, now: NOW })
  await db
    .updateTable('imports')
    .set({ state: 'running', read: 0, created: 0, changed: 0 })
    .where('id', '=', id)
    .execute()
  const { state, read, created, changed } = (await findImport(db, id, NOW + 60_000))!
  assert.deepEqual({ state, read, created, changed }, { state: 'died', read: 2, created: 1, changed: 1 })
})

it('that died keep their counts when the history is pruned, and are no longer published by it', async (t) => {
  const db = await sqlite.newDatabase(t)
  await run(db, [[manufacturer, { ...machine, published_at: undefined }]])
  await db.updateTable('imports').set({ state: 'running' }).where('file', '=', 'rows').execute()
  const later = Date.now() + 3 * 86_400_000
  assert.ok((await pruneHistory(db, 1, later)) > 0)
  const [result] = (await listImports(db, { limit: 1, now: later })) as [ImportView]
  assert.deepEqual([result.state, result.read, result.created], ['died', 2, 2])
  const how = { author: { by: 'cli', who: 'asha' }, now: later, review: false } as const
  await assert.rejects(publishImport(db, result, how), /no longer reaches back to this import/)
})

it('that keep all or nothing may be silent for their one transaction, by their rows', async (t) => {
  const db = await sqlite.newDatabase(t)
  const seen: number[] = []
  const onEvent = async ({ type }: ImportEvent) => {
    if (type === 'whole') seen.push((await db.selectFrom('imports').select('seen_at').execute())[0]!.seen_at)
  }
  await run(db, [[manufacturer, machine]], { strict: true, onEvent })
  assert.ok(seen[0]! > NOW)
  assert.equal((await listImports(db, { limit: 1, now: NOW }))[0]?.state, 'done')
})

it('are told of in the metrics: those of a day, and how long the last one took', async (t) => {
  const db = await sqlite.newDatabase(t)
  let now = NOW
  await run(db, [[manufacturer]], { now: () => now - 2 * 86_400_000 })
  const onEvent = onBatch(async () => {
    now += 4_000
  })
  await run(db, [[manufacturer, machine, {}]], { now: () => now, onEvent })
  await insertImport(db, { file: 'runs', by: 'cli', who: 'asha', now })
  await insertImport(db, { file: 'killed', by: 'cli', who: 'asha', now: now - 3_600_000 })
  const registry = createMetricRegistry()
  registerImportMetrics(registry, db, () => now)
  const reported = await registry.metrics()
  for (const line of [
    ...['imports{state="running"} 1', 'imports{state="died"} 1', 'imports{state="done"} 1'],
    ...['import_rows{outcome="read"} 3', 'import_rows{outcome="created"} 1', 'import_rows{outcome="unchanged"} 1'],
    ...['import_rows{outcome="rejected"} 1', 'import_last_seconds 4', `import_last_timestamp_seconds ${now / 1_000}`],
  ]) {
    assert.ok(reported.includes(`\nyantra_${line}\n`), `${line} in ${reported}`)
  }
  await db.destroy()
  const away = createMetricRegistry()
  registerImportMetrics(away, db)
  assert.doesNotMatch(await away.metrics(), /^yantra_/m)
})

it('are forgotten after a year, and the sample counts as one', async (t) => {
  const db = await sqlite.newDatabase(t)
  await insertImport(db, { file: 'old', by: 'cli', who: 'asha', now: NOW - (IMPORT_RETENTION_DAYS + 1) * 86_400_000 })
  await loadSampleWhenEmpty(db, NOW)
  const all = await listImports(db, { limit: 10, now: NOW })
  assert.deepEqual(
    all.map(({ file, rejected }) => [file, rejected]),
    [['the bundled sample', 0]],
  )
  assert.equal(all[0]?.created, all[0]?.read)
})
