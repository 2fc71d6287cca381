import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonMember, withoutIndexOrder } from '../database/schema.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { within } from '../listings/moderation/moderation.ts'
import type { Rows } from './actions.ts'
import type { RecordView } from './view.ts'

export const SEARCH_KINDS = {
  machine: 'Machines',
  implement: 'Implements',
  manufacturer: 'Manufacturers',
  class: 'Classes',
} as const
export type SearchKind = keyof typeof SEARCH_KINDS

interface SearchHit {
  kind: SearchKind
  name: string
  key: string
  manufacturer: string
  published_at: string | null
}

export const hits: RecordView<SearchHit> = {
  name: 'records',
  path: ({ kind, key }) => `records/${kind}/${key}`,
  json: ({ kind: _, published_at, ...hit }) => hit,
  columns: ['name', 'key', 'manufacturer', 'state'],
  texts: {
    state({ kind, published_at: day }, now) {
      if (kind !== 'machine' && kind !== 'implement') return ''
      return day === null ? 'not published' : day <= kolkataDate(now) ? 'published' : `from ${day}`
    },
  },
}

export async function searchRecords(db: Db, kind: SearchKind, query: string, rows: Rows): Promise<SearchHit[]> {
  const found = await searchQuery(db, kind, query, rows).execute(db)
  return found.rows.map((row) => ({ ...row, kind }))
}

export function searchQuery(db: Db, kind: SearchKind, query: string, { limit, offset }: Rows) {
  const name = (column: string, member: string) => sql`(${jsonMember(db, column, member)})`
  const select = {
    machine: () => sql`select ${withoutIndexOrder(db, 'm.slug')} as key, ${name('m.facts', 'name')} as name,
        k.name as manufacturer, m.published_at from machines m join manufacturers k on k.id = m.manufacturer_id
      where ${having(query, sql`m.slug`, sql`k.name`, sql`m.aliases`, name('m.facts', 'name'))}`,
    implement: () => sql`select i.slug as key, ${name('i.doc', 'name')} as name, k.name as manufacturer, i.published_at
      from implements i join manufacturers k on k.id = i.manufacturer_id
      where ${having(query, sql`i.slug`, sql`k.name`, name('i.doc', 'name'))}`,
    manufacturer: () => sql`select slug as key, name, '' as manufacturer, null as published_at from manufacturers
      where ${having(query, sql`slug`, sql`name`, sql`aliases`)}`,
    class: () => sql`select key, ${name('doc', 'label')} as name, '' as manufacturer, null as published_at from classes
      where ${having(query, sql`key`, sql`doc`)}`,
  }
  type Selected = Omit<SearchHit, 'kind'>
  return sql<Selected>`select * from (${select[kind]()}) found order by key limit ${limit} offset ${offset}`
}

/** Each word stands in one of the columns, which are looked through as one text. */
function having(query: string, ...columns: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const texts = columns.map((column) => sql`coalesce(${column}, '')`)
  const text = sql`lower(${sql.join(texts, sql` || ' ' || `)})`
  const inOne = (word: string) => sql`${text} like ${anyCase(within(word))} escape '\\'`
  return words.length > 0 ? sql.join(words.map(inOne), sql` and `) : sql`1 = 1`
}

/** SQLite knows the cases of ASCII alone: another letter that has two may be any. */
function anyCase(pattern: string): string {
  return pattern.replace(/[^\x00-\x7f]/gu, (letter) => (letter.toLowerCase() === letter.toUpperCase() ? letter : '_'))
}
