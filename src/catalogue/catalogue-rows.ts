import { type Selectable, sql } from 'kysely'
import { isPostgres } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import type { ImplementTable, MachineTable, ManufacturerTable } from '../database/tables/catalogue.ts'
import { toClassRecord } from './classes.ts'
import { type MachinePage, machinePageSql, pageBytes } from './machine-page.ts'
import type { ClassRecord } from './records.ts'

/** What the read model takes of a machine: `detail` stays in the database until a sheet is asked for. */
const MACHINE_COLUMNS = [
  'id',
  'slug',
  'manufacturer_id',
  'class_key',
  'published_at',
  'facts',
  'price_from_inr',
  'price_to_inr',
  'price_kind',
  'price_as_of',
  'media_image',
  'linkage',
  'aliases',
  'revision',
] as const satisfies (keyof MachineTable)[]

export type MachineRow = Pick<Selectable<MachineTable>, (typeof MACHINE_COLUMNS)[number]>

/** The next machines after an id as one page, and the highest id in it: the quick way through all of them. */
export async function machinePage(db: Db, id: number): Promise<{ page: Buffer; last: number } | undefined> {
  const query = sql.raw<MachinePage>(machinePageSql(String(id), !isPostgres(db)))
  const { page, last } = (await query.execute(db)).rows[0]!
  return page === null ? undefined : { page: pageBytes(page), last }
}

/** Machines that changed after a revision, in order of their change. */
export function machinesAfterRevision(db: Db, revision: number, most: number): Promise<MachineRow[]> {
  const query = db.selectFrom('machines').select(MACHINE_COLUMNS).where('revision', '>', revision)
  return query.orderBy('revision').limit(most).execute()
}

export function machineWithDetail(db: Db, slug: string): Promise<(MachineRow & { detail: string }) | undefined> {
  const query = db.selectFrom('machines').select([...MACHINE_COLUMNS, 'detail'])
  return query.where('slug', '=', slug).executeTakeFirst()
}

export function makersAfter(db: Db, revision: number): Promise<Selectable<ManufacturerTable>[]> {
  return db.selectFrom('manufacturers').selectAll().where('revision', '>', revision).orderBy('id').execute()
}

export async function classesAfter(db: Db, revision: number): Promise<ClassRecord[]> {
  const rows = await db.selectFrom('classes').select(['key', 'doc']).where('revision', '>', revision).execute()
  return rows.map(({ key, doc }) => toClassRecord(key, doc))
}

export function implementsAfter(db: Db, revision: number): Promise<Selectable<ImplementTable>[]> {
  return db.selectFrom('implements').selectAll().where('revision', '>', revision).execute()
}
