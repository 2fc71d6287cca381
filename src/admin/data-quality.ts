import { type RawBuilder, sql } from 'kysely'
import { type Db, jsonItems, jsonMember } from '../database/schema.ts'
import { DAY_MS, kolkataDate } from '../lib/calendar.ts'
import { namesWhere } from '../schema/records/field.ts'
import { MACHINE } from '../schema/records/machine.ts'

export const PROBLEMS = ['price', 'price_90', 'price_180', 'picture', 'incomplete'] as const
export type DataProblem = (typeof PROBLEMS)[number]

export interface QualityQuery {
  lacks: string
  machineClass: string
  manufacturer: string
}

export interface IncompleteMachine {
  slug: string
  name: string
  class: string
  manufacturer: string
  completeness: number
  price_as_of: string | null
  image: string | null
  /** The fields that its class expects and it lacks. */
  missing: string | null
}

export interface QualityCount extends Record<DataProblem, number> {
  machines: number
  completeness: number
}

export type GroupQuality = QualityCount & Record<'class_key' | 'class' | 'manufacturer_slug' | 'manufacturer', string>

const DETAIL = namesWhere(MACHINE, (field) => field.stored === 'detail')
/** Fields that a machine may lack; other expected fields count as known. */
const OPTIONAL = [
  ...DETAIL,
  ...namesWhere(MACHINE, (field) => !field.stored && !field.required && !('default' in field)),
  'price_from_inr',
]
const EVERY: QualityQuery = { lacks: '', machineClass: '', manufacturer: '' }

export async function countIncomplete(db: Db, now: number): Promise<GroupQuality[]> {
  const counts = PROBLEMS.map(
    (problem) => sql`count(*) filter (where ${isIncomplete(problem, now)}) as ${sql.ref(problem)}`,
  )
  const query = sql<GroupQuality>`${machinesWithQuality(db, EVERY, now)}
    select class_key, class, manufacturer_slug, manufacturer, count(*) as machines,
      cast(sum(completeness) as bigint) as completeness, ${sql.join(counts)}
    from machine group by class_key, class, manufacturer_slug, manufacturer order by class, manufacturer`
  return (await query.execute(db)).rows
}

export async function listExpectedFields(db: Db): Promise<string[]> {
  const expects = sql<string>`(${jsonMember(db, 'doc', 'expects')})`
  const query = sql<{ field: string }>`select distinct e.value as field from classes
    join ${jsonItems(db, expects)} as e on true where e.value in (${optionalFields()}) order by field`
  return (await query.execute(db)).rows.map(({ field }) => field)
}

export async function listIncomplete(
  db: Db,
  query: QualityQuery,
  now: number,
  rows: { limit: number; offset: number },
) {
  const problem = PROBLEMS.find((name) => name === query.lacks)
  const lacking = query.lacks === '' ? sql`1 = 1` : problem ? isIncomplete(problem, now) : sql`lacks_field > 0`
  const listed = sql<IncompleteMachine & { total: number }>`${machinesWithQuality(db, query, now)}
    select machine.*, count(*) over () as total from machine where ${lacking}
    order by completeness, slug limit ${rows.limit} offset ${rows.offset}`
  return (await listed.execute(db)).rows
}

const optionalFields = () => sql.join(OPTIONAL.map((name) => sql.lit(name)))

function isIncomplete(problem: DataProblem, now: number): RawBuilder<unknown> {
  switch (problem) {
    case 'price':
      return sql`price_as_of is null`
    case 'picture':
      return sql`image is null`
    case 'incomplete':
      return sql`completeness < 100`
    default:
      return sql`price_as_of < ${kolkataDate(now - (problem === 'price_90' ? 90 : 180) * DAY_MS)}`
  }
}

function machinesWithQuality(
  db: Db,
  { lacks, machineClass, manufacturer }: QualityQuery,
  now: number,
): RawBuilder<unknown> {
  const ofClass = (name: string) => jsonMember(db, 'c.doc', name)
  const image = sql`coalesce(${jsonMember(db, 'm.facts', 'image')}, m.media_image)`
  const inDetail = DETAIL.map(
    (name) => sql`when ${sql.lit(name)} then nullif(${jsonMember(db, 'm.detail', name)}, '[]')`,
  )
  const elsewhere = sql`case e.field when 'image' then m.media_image when 'hours_a_year' then e.class_hours
    when 'price_from_inr' then cast(m.price_from_inr as text) ${sql.join(inDetail, sql` `)} end`
  const listed = sql`m.published_at <= ${kolkataDate(now)}
    ${machineClass === '' ? sql`` : sql`and m.class_key = ${machineClass}`}
    ${manufacturer === '' ? sql`` : sql`and m.manufacturer_id in (select id from manufacturers where slug = ${manufacturer})`}`
  return sql`with expected as materialized (
      select c.key as class_key, e.value as field, count(*) over (partition by c.key) as number,
        ${ofClass('hours_a_year')} as class_hours
      from classes c join ${jsonItems(db, ofClass('expects'))} as e on true
    ), lacking as (
      select m.id, e.field, e.number from machines m join expected e on e.class_key = m.class_key
      where ${listed} and e.field in (${optionalFields()})
        and coalesce(${jsonMember(db, 'm.facts', sql`e.field`)}, ${elsewhere}) is null
    ), sheet as (
      select id, 100 * (number - count(*)) / number as completeness, string_agg(field, ', ' order by field) as missing,
        count(*) filter (where field = ${lacks}) as lacks_field
      from lacking group by id, number
    ), machine as (
      select m.slug, ${jsonMember(db, 'm.facts', 'name')} as name, m.class_key, k.slug as manufacturer_slug, k.name as manufacturer,
        coalesce(${ofClass('label')}, m.class_key) as class, m.price_as_of, ${image} as image,
        coalesce(completeness, 100) as completeness, missing, lacks_field
      from machines m join manufacturers k on k.id = m.manufacturer_id
        left join classes c on c.key = m.class_key left join sheet on sheet.id = m.id
      where ${listed}
    )`
}
