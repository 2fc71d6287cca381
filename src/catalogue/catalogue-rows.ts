import { type RawBuilder, type Selectable, sql } from 'kysely'
import { among } from '../database/bulk.ts'
import { canGiveBytes } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import type { ImplementTable, MachineTable } from '../database/tables/catalogue.ts'
import { toClassRecord } from './classes.ts'
import {
  CHANGES_ROWS,
  type MachinePage,
  machinePageSql,
  PAGE_ROWS,
  type PageChoice,
  pageBytes,
} from './machine-page.ts'
import type { ClassRecord, Maker } from './records.ts'

/** A page of machines, and the highest id or revision in it. */
export interface ReadPage {
  page: Buffer
  last: number
}

/** The next machines after an id. */
export function pageAfterId(db: Db, id: number): Promise<ReadPage | undefined> {
  return readPage(db, 'id', sql`id > ${id}`)
}

/** The next machines that changed after a revision. */
export function pageAfterRevision(db: Db, revision: number): Promise<ReadPage | undefined> {
  return readPage(db, 'revision', sql`revision > ${revision}`, CHANGES_ROWS)
}

/** These machines, at most PAGE_ROWS of them. */
export function pageOfIds(db: Db, ids: readonly number[]): Promise<ReadPage | undefined> {
  return readPage(db, 'id', among(db, 'id', ids))
}

const HERE = '#where#'

async function readPage(
  db: Db,
  by: PageChoice['by'],
  where: RawBuilder<unknown>,
  rows = PAGE_ROWS,
): Promise<ReadPage | undefined> {
  const [before, after] = machinePageSql({ by, where: HERE, asBytes: canGiveBytes(db), rows }).split(HERE)
  const query = sql<MachinePage>`${sql.raw(before!)}${where}${sql.raw(after!)}`
  const { page, last } = (await query.execute(db)).rows[0]!
  return page === null ? undefined : { page: pageBytes(page), last }
}

/** The columns for a sheet. */
const SHEET_COLUMNS = [
  'id',
  'slug',
  'manufacturer_id',
  'class_key',
  'published_at',
  'facts',
  'detail',
  'price_from_inr',
  'price_to_inr',
  'price_kind',
  'price_as_of',
  'media_image',
  'revision',
] as const satisfies (keyof MachineTable)[]

export function machineWithDetail(db: Db, slug: string) {
  return db.selectFrom('machines').select(SHEET_COLUMNS).where('slug', '=', slug).executeTakeFirst()
}

/** The lowest price of a machine when new; null when it is not published or has none. */
export async function readNewPrice(db: Db, slug: string, today: string): Promise<number | null> {
  const row = await db
    .selectFrom('machines')
    .select('price_from_inr')
    .where('slug', '=', slug)
    .where('published_at', '<=', today)
    .executeTakeFirst()
  return row?.price_from_inr ?? null
}

/** The next machines that changed after a revision, as rows. */
export function machinesAfter(db: Db, revision: number, most: number) {
  return db
    .selectFrom('machines')
    .select(SHEET_COLUMNS)
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(most)
    .execute()
}

/** The revision at which records were last removed. */
export async function lastRemoval(db: Db): Promise<number> {
  return (await db.selectFrom('removals').select('revision').executeTakeFirst())?.revision ?? 0
}

export async function makersAfter(db: Db, revision: number): Promise<Maker[]> {
  const query = db.selectFrom('manufacturers').select(['id', 'slug', 'name', 'aliases'])
  const rows = await query.where('revision', '>', revision).orderBy('id').execute()
  return rows.map((row) => ({ ...row, aliases: JSON.parse(row.aliases) }))
}

export async function classesAfter(db: Db, revision: number): Promise<ClassRecord[]> {
  const rows = await db.selectFrom('classes').select(['key', 'doc']).where('revision', '>', revision).execute()
  return rows.map(({ key, doc }) => toClassRecord(key, doc))
}

export function implementsAfter(db: Db, revision: number): Promise<Selectable<ImplementTable>[]> {
  return db.selectFrom('implements').selectAll().where('revision', '>', revision).execute()
}
