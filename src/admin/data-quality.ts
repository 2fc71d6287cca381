import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonItems, jsonMember } from '../database/schema.ts'
import { DAY_MS, kolkataDate } from '../lib/calendar.ts'
import { namesWhere } from '../schema/records/field.ts'
import { MACHINE } from '../schema/records/machine.ts'

export const GAPS = ['price', 'price_90', 'price_180', 'picture', 'incomplete'] as const
export type Gap = (typeof GAPS)[number]

/** Which published machines to list; an empty text means all. */
export interface GapQuery {
  /** A gap, or the field that they lack. */
  lacks: string
  machineClass: string
  maker: string
}

export interface MachineGaps {
  slug: string
  name: string
  class: string
  maker: string
  completeness: number
  price_as_of: string | null
  image: string | null
  /** The fields that its class expects and it lacks. */
  missing: string | null
}

/** How many machines of a class and manufacturer have each gap, and the sum of their completeness. */
export interface GapCount extends Record<Gap, number> {
  machines: number
  completeness: number
}

export type GroupCount = GapCount & Record<'class_key' | 'class' | 'maker_slug' | 'maker', string>

const DETAIL = namesWhere(MACHINE, (field) => field.stored === 'detail')
/** Fields that a machine may lack; other expected fields count as known. */
const OPTIONAL = [
  ...DETAIL,
  ...namesWhere(MACHINE, (field) => !field.stored && !field.required && !('default' in field)),
  'price_from_inr',
]
const EVERY: GapQuery = { lacks: '', machineClass: '', maker: '' }

export async function countGaps(db: Db, now: number): Promise<GroupCount[]> {
  const gaps = GAPS.map((gap) => sql`count(*) filter (where ${hasGap(gap, now)}) as ${sql.ref(gap)}`)
  const query = sql<GroupCount>`${machinesWithGaps(db, EVERY, now)}
    select class_key, class, maker_slug, maker, count(*) as machines,
      cast(sum(completeness) as bigint) as completeness, ${sql.join(gaps)}
    from machine group by class_key, class, maker_slug, maker order by class, maker`
  return (await query.execute(db)).rows
}

/** How many machines lack each expected field, the most frequent first. */
export async function countFields(db: Db, now: number): Promise<{ field: string; machines: number }[]> {
  const query = sql<{ field: string; machines: number }>`${machinesWithGaps(db, EVERY, now)}
    select field, count(*) as machines from lacking group by field order by machines desc, field`
  return (await query.execute(db)).rows
}

/** The least complete machines first, each with the number of all. */
export async function listGaps(db: Db, query: GapQuery, now: number, rows: { limit: number; offset: number }) {
  const gap = GAPS.find((name) => name === query.lacks)
  const lacking = query.lacks === '' ? sql`1 = 1` : gap ? hasGap(gap, now) : sql`lacks_field > 0`
  const listed = sql<MachineGaps & { total: number }>`${machinesWithGaps(db, query, now)}
    select machine.*, count(*) over () as total from machine where ${lacking}
    order by completeness, slug limit ${rows.limit} offset ${rows.offset}`
  return (await listed.execute(db)).rows
}

function hasGap(gap: Gap, now: number): RawBuilder<unknown> {
  switch (gap) {
    case 'price':
      return sql`price_as_of is null`
    case 'picture':
      return sql`image is null`
    case 'incomplete':
      return sql`completeness < 100`
    default:
      return sql`price_as_of < ${kolkataDate(now - (gap === 'price_90' ? 90 : 180) * DAY_MS)}`
  }
}

/** Begins a query with the relations `lacking`, of fields that machines lack, and `machine`. */
function machinesWithGaps(db: Db, { lacks, machineClass, maker }: GapQuery, now: number): RawBuilder<unknown> {
  const optional = sql.join(OPTIONAL.map((name) => sql.lit(name)))
  const ofClass = (name: string) => jsonMember(db, 'c.doc', name)
  const image = sql`coalesce(${jsonMember(db, 'm.facts', 'image')}, m.media_image)`
  const inDetail = DETAIL.map(
    (name) => sql`when ${sql.lit(name)} then nullif(${jsonMember(db, 'm.detail', name)}, '[]')`,
  )
  const elsewhere = sql`case e.field when 'image' then m.media_image when 'hours_a_year' then e.class_hours
    when 'price_from_inr' then cast(m.price_from_inr as text) ${sql.join(inDetail, sql` `)} end`
  const listed = sql`m.published_at <= ${kolkataDate(now)}
    ${machineClass === '' ? sql`` : sql`and m.class_key = ${machineClass}`}
    ${maker === '' ? sql`` : sql`and m.manufacturer_id in (select id from manufacturers where slug = ${maker})`}`
  return sql`with expected as materialized (
      select c.key as class_key, e.value as field, count(*) over (partition by c.key) as number,
        ${ofClass('hours_a_year')} as class_hours
      from classes c join ${jsonItems(db, ofClass('expects'))} as e on true
    ), lacking as (
      select m.id, e.field, e.number from machines m join expected e on e.class_key = m.class_key
      where ${listed} and e.field in (${optional})
        and coalesce(${jsonMember(db, 'm.facts', sql`e.field`)}, ${elsewhere}) is null
    ), sheet as (
      select id, 100 * (number - count(*)) / number as completeness, string_agg(field, ', ' order by field) as missing,
        count(*) filter (where field = ${lacks}) as lacks_field
      from lacking group by id, number
    ), machine as (
      select m.slug, ${jsonMember(db, 'm.facts', 'name')} as name, m.class_key, k.slug as maker_slug, k.name as maker,
        coalesce(${ofClass('label')}, m.class_key) as class, m.price_as_of, ${image} as image,
        coalesce(completeness, 100) as completeness, missing, lacks_field
      from machines m join manufacturers k on k.id = m.manufacturer_id
        left join classes c on c.key = m.class_key left join sheet on sheet.id = m.id
      where ${listed}
    )`
}
