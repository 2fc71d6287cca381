import type { Selectable } from 'kysely'
import type { FeedTable } from '../database/change-feed-reader.ts'
import { type Db, whereIn } from '../database/schema.ts'
import type { MachineTable } from '../database/tables/catalogue.ts'
import { type ClassRecord, type Manufacturer, toClassRecord } from './records.ts'

const MACHINE_COLUMNS = [
  'id',
  'slug',
  'manufacturer_id',
  'class_key',
  'published_at',
  'price_from_inr',
  'price_to_inr',
  'price_kind',
  'price_as_of',
  'linkage',
  'aliases',
  'facts',
  'media_image',
] as const
export type MachineRow = Pick<Selectable<MachineTable>, (typeof MACHINE_COLUMNS)[number]>

/** Small, since requests wait while changed rows are processed. */
const READ_ROWS = 500
const CHANGED_ROWS = 50

export const MACHINES = {
  async changed(db, revision) {
    const query = db.selectFrom('machines').select([...MACHINE_COLUMNS, 'revision'])
    const rows = await query.where('revision', '>', revision).orderBy('revision').limit(CHANGED_ROWS).execute()
    return rows.length === 0 ? undefined : { rows, last: rows.at(-1)!.revision }
  },
  async all(db, id) {
    const query = db.selectFrom('machines').select(MACHINE_COLUMNS).where('id', '>', id)
    const rows = await query.orderBy('id').limit(READ_ROWS).execute()
    return rows.length === 0 ? undefined : { rows, last: rows.at(-1)!.id }
  },
} satisfies FeedTable<MachineRow[]>

export async function* machinesByIds(db: Db, ids: readonly number[]): AsyncGenerator<MachineRow[]> {
  for (let i = 0; i < ids.length; i += READ_ROWS) {
    const query = db.selectFrom('machines').select(MACHINE_COLUMNS)
    yield await query
      .where(whereIn(db, 'id', ids.slice(i, i + READ_ROWS)) as never)
      .orderBy('id')
      .execute()
  }
}

export function machineWithDetail(db: Db, slug: string) {
  return db.selectFrom('machines').selectAll().where('slug', '=', slug).executeTakeFirst()
}

export function detailsOf(db: Db, slugs: readonly string[]) {
  return db.selectFrom('machines').select(['slug', 'detail']).where('slug', 'in', slugs).execute()
}

/** Null if unpublished or without a price. */
export async function readNewPrice(db: Db, slug: string, today: string): Promise<number | null> {
  const row = await db
    .selectFrom('machines')
    .select('price_from_inr')
    .where('slug', '=', slug)
    .where('published_at', '<=', today)
    .executeTakeFirst()
  return row?.price_from_inr ?? null
}

export async function manufacturersAfter(db: Db, revision: number): Promise<Manufacturer[]> {
  const query = db.selectFrom('manufacturers').select(['id', 'slug', 'name', 'aliases', 'colour'])
  const rows = await query.where('revision', '>', revision).orderBy('id').execute()
  return rows.map((row) => ({ ...row, aliases: JSON.parse(row.aliases) }))
}

export async function classesAfter(db: Db, revision: number): Promise<ClassRecord[]> {
  const rows = await db.selectFrom('classes').select(['key', 'doc']).where('revision', '>', revision).execute()
  return rows.map(({ key, doc }) => toClassRecord(key, doc))
}

/** Small tables. */
function whole<Row>(read: (db: Db, revision: number) => Promise<Row[]>): FeedTable<Row[]> {
  return {
    async changed(db, revision) {
      const rows = await read(db, revision)
      return rows.length === 0 ? undefined : { rows }
    },
  }
}

export const MANUFACTURERS = whole(manufacturersAfter)
export const CLASSES = whole(classesAfter)
export const IMPLEMENTS = whole((db, revision) =>
  db.selectFrom('implements').selectAll().where('revision', '>', revision).execute(),
)
