import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { countRows, type Db } from '../database/schema.ts'
import type { ImportTable } from '../database/tables/operator.ts'
import { DAY_MS } from '../lib/calendar.ts'
import { guard } from './guard.ts'
import type { ImportCounts, RetainedReason } from './import-counters.ts'

/** How long imports are remembered, and how many. */
export const IMPORT_RETENTION_DAYS = 365
const MAX_IMPORTS = 1_000
/** An import gives a sign every 5 s; one that was silent this long died. */
const SILENT_MS = 45_000

export interface ImportOutcome extends ImportCounts {
  removed: Record<string, number>
  reasons: RetainedReason[]
  /** What is odd about rows that were taken, such as a cell that was left out. */
  warnings?: RetainedReason[]
}

export interface ImportView extends ImportOutcome, Pick<ImportTable, 'id' | 'file' | 'at' | 'by' | 'who'> {
  /** `died`: it ended without a word. */
  state: ImportTable['state'] | 'died'
  /** How many of its new records nobody has published; only where it was asked for. */
  unpublished?: number
}

const ROW_COUNTS = ['read', 'created', 'changed', 'unchanged', 'rejected'] as const
const NOTHING: ImportCounts = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, repeated: 0 }

/** Records the start of an import and forgets the oldest ones. */
export async function insertImport(
  db: Db,
  { file, by, who, now }: Pick<ImportTable, 'file' | 'by' | 'who'> & { now: number },
): Promise<string> {
  const id = `imp_${randomUUIDv7()}`
  await db
    .insertInto('imports')
    .values({
      id,
      file,
      at: now,
      by,
      who,
      state: 'running',
      seen_at: now,
      ...NOTHING,
      removed: '{}',
      reasons: '[]',
      warnings: '[]',
    })
    .execute()
  await forgetOldest(db, now)
  return id
}

/** Records an import that ended at once, without rejects. */
export async function noteImport(
  db: Db,
  { created, ...begun }: Pick<ImportTable, 'file' | 'by' | 'who' | 'created'> & { now: number },
): Promise<void> {
  if (created === 0) return
  const id = await insertImport(db, begun)
  const counts = { ...NOTHING, read: created, created }
  await updateImport(db, id, { ...counts, removed: {}, reasons: [], state: 'done', seen_at: begun.now })
}

const newest = (db: Db) => db.selectFrom('imports').orderBy('at', 'desc').orderBy('id', 'desc')

async function forgetOldest(db: Db, now: number): Promise<void> {
  const { at: oldest = 0 } = (await newest(db).select('at').offset(MAX_IMPORTS).limit(1).executeTakeFirst()) ?? {}
  const before = Math.max(oldest + 1, now - IMPORT_RETENTION_DAYS * DAY_MS)
  const imports = db.selectFrom('imports').select('id')
  await db
    .deleteFrom('import_undo')
    .where('import_id', 'in', imports.where('at', '<', before))
    .execute()
  await db.deleteFrom('imports').where('at', '<', before).execute()
}

/** Records the progress or the end of an import. */
export async function updateImport(
  db: Db,
  id: string,
  { removed, reasons, warnings = [], ...outcome }: ImportOutcome & Pick<ImportTable, 'state' | 'seen_at'>,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      ...outcome,
      removed: JSON.stringify(removed),
      reasons: JSON.stringify(reasons),
      warnings: JSON.stringify(warnings),
    })
    .where('id', '=', id)
    .execute()
}

/** Newest first. */
export async function listImports(
  db: Db,
  { limit, offset = 0, now }: { limit: number; offset?: number; now: number },
): Promise<ImportView[]> {
  const rows = await newest(db).selectAll().limit(limit).offset(offset).execute()
  return Promise.all(rows.map((row) => toView(db, row, now)))
}

export async function findImport(db: Db, id: string, now: number): Promise<ImportView | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toView(db, row, now)
}

/** The totals of all imports since a moment, and when the newest that ended began and ended, however long ago. */
export async function countRecent(db: Db, since: number, now: number) {
  const result = await db
    .selectFrom('imports')
    .select((eb) => [
      'state',
      eb
        .case()
        .when('seen_at', '<', now - SILENT_MS)
        .then(1)
        .else(0)
        .end()
        .as('silent'),
      eb.fn.countAll<number>().as('count'),
      ...ROW_COUNTS.map((name) => eb.fn.sum<number>(name).as(name)),
    ])
    .where('at', '>', since)
    .groupBy(['state', 'silent'])
    .execute()
  const states = { running: 0, done: 0, interrupted: 0, failed: 0, died: 0, undone: 0 }
  const rows = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0 }
  for (const { state, silent, count, ...counts } of result) {
    states[state === 'running' && silent ? 'died' : state] += Number(count)
    for (const name of ROW_COUNTS) rows[name] += Number(counts[name])
  }
  const ended = newest(db).where('state', '!=', 'running')
  const last = await ended.select(['at', 'seen_at']).limit(1).executeTakeFirst()
  return { states, rows, last }
}

async function toView(db: Db, { seen_at, ...row }: ImportTable, now: number): Promise<ImportView> {
  const isDead = row.state === 'running' && now - seen_at > SILENT_MS
  return {
    ...row,
    ...(isDead && { state: 'died', ...(await countRetained(db, row)) }),
    // A file may be named after its seller.
    file: guard().guardText(row.file),
    removed: JSON.parse(row.removed),
    reasons: JSON.parse(row.reasons),
    warnings: JSON.parse(row.warnings),
  }
}

/** Counts what an import changed. The history is exact but may be pruned; the import's own counts may be some seconds old. */
async function countRetained(
  db: Db,
  { id, read, unchanged, rejected, ...self }: Pick<ImportTable, 'id' | keyof ImportCounts>,
) {
  const isNew = await countRows(db, 'history', sql`import_id = ${id} and block is null`)
  const all = await countRows(db, 'history', sql`import_id = ${id}`)
  const [created, changed] = [Math.max(self.created, isNew), Math.max(self.changed, all - isNew)]
  return { created, changed, read: Math.max(read, created + changed + unchanged + rejected) }
}
