import { type RawBuilder, sql } from 'kysely'
import { among, canGiveBytes, type Db } from '../database/schema.ts'
import type { Step, Table } from '../following/follower.ts'
import {
  CHANGES_ROWS,
  type MachinePage,
  machinePageSql,
  PAGE_ROWS,
  type PageChoice,
  pageBytes,
} from './machine-page.ts'
import { type ClassRecord, type Maker, toClassRecord } from './records.ts'

/** Machines in pages (machine-page.ts): few at a time when they changed, many when all are read. */
export const MACHINE_PAGES = {
  changed: (db, revision) => readPage(db, 'revision', sql`revision > ${revision}`, CHANGES_ROWS),
  all: (db, id) => readPage(db, 'id', sql`id > ${id}`),
} satisfies Table<Buffer>

/** These machines, at most PAGE_ROWS of them. */
export function pageOfIds(db: Db, ids: readonly number[]): Promise<Step<Buffer> | undefined> {
  return readPage(db, 'id', among(db, 'id', ids))
}

const HERE = '#where#'

async function readPage(db: Db, by: PageChoice['by'], where: RawBuilder<unknown>, rows = PAGE_ROWS) {
  const [before, after] = machinePageSql({ by, where: HERE, asBytes: canGiveBytes(db), rows }).split(HERE)
  const query = sql<MachinePage>`${sql.raw(before!)}${where}${sql.raw(after!)}`
  const { page, last } = (await query.execute(db)).rows[0]!
  return page === null ? undefined : { rows: pageBytes(page), last }
}

export function machineWithDetail(db: Db, slug: string) {
  return db.selectFrom('machines').selectAll().where('slug', '=', slug).executeTakeFirst()
}

export function detailsOf(db: Db, slugs: readonly string[]) {
  return db.selectFrom('machines').select(['slug', 'detail']).where('slug', 'in', slugs).execute()
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

/** A step is read while requests wait, so it is short. */
const STEP_ROWS = 100

/** Machines with all that their sheets hold. */
export const MACHINE_SHEETS = {
  async changed(db, revision) {
    const query = db.selectFrom('machines').selectAll().where('revision', '>', revision)
    const rows = await query.orderBy('revision').limit(STEP_ROWS).execute()
    return { rows, last: rows.length < STEP_ROWS ? undefined : rows.at(-1)!.revision }
  },
} satisfies Table<object>

export async function makersAfter(db: Db, revision: number): Promise<Maker[]> {
  const query = db.selectFrom('manufacturers').select(['id', 'slug', 'name', 'aliases', 'colour'])
  const rows = await query.where('revision', '>', revision).orderBy('id').execute()
  return rows.map((row) => ({ ...row, aliases: JSON.parse(row.aliases) }))
}

export async function classesAfter(db: Db, revision: number): Promise<ClassRecord[]> {
  const rows = await db.selectFrom('classes').select(['key', 'doc']).where('revision', '>', revision).execute()
  return rows.map(({ key, doc }) => toClassRecord(key, doc))
}

/** Tables that are read at once, since they are small. */
function whole<Row>(read: (db: Db, revision: number) => Promise<Row[]>): Table<Row[]> {
  return {
    async changed(db, revision) {
      const rows = await read(db, revision)
      return rows.length === 0 ? undefined : { rows }
    },
  }
}

export const MAKERS = whole(makersAfter)
export const CLASSES = whole(classesAfter)
export const IMPLEMENTS = whole((db, revision) =>
  db.selectFrom('implements').selectAll().where('revision', '>', revision).execute(),
)
