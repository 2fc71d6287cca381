import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { type Migrations, runStatements } from '../statements.ts'

export const migrations: Migrations = {
  /** Also records which change an event is of, and whether its body is final. */
  '029-event-records': {
    async up(trx) {
      await runStatements(trx, ({ body }) => [
        'alter table events add column record text',
        'alter table events add column revision bigint',
        'alter table events add column final integer not null default 0',
        `update events set record = case
          when type like 'listing.%' then 'listing ' || (${body} -> 'data' -> 'listing' ->> 'id')
          else 'machine ' || (${body} -> 'data' -> 'machine' ->> 'slug') end`,
        'alter table api_keys add column limit_per_minute bigint',
        'create table listing_seen (listing_id bigint primary key, seen_at bigint not null)',
        'create index events_record on events (record)',
        'create index events_revision on events (type, revision)',
        // Of releases before 2.0.
        'drop table if exists kysely_migration',
        'drop table if exists kysely_migration_lock',
        'delete from traffic',
      ])
      await addMappings(trx)
    },
  },
}

async function addMappings(trx: Db): Promise<void> {
  await runStatements(trx, ({ id, key }) => [
    // Used by replicas of 1.7. A later release drops it.
    `create table mappings (sender ${key} primary key, mapping text not null, at bigint not null, who text not null)`,
    'insert into mappings select name, recipe, at, who from recipes',
    `create table listing_senders (
      listing_id ${id} primary key, sender ${key} not null, identity ${key} not null, number ${key} not null)`,
    'create unique index listing_senders_identity on listing_senders (sender, identity)',
    'create index listing_senders_number on listing_senders (number)',
    `create table import_undo (import_id ${key} not null, record_type ${key} not null, record_key ${key} not null,
      part ${key} not null, doc text not null, primary key (import_id, record_key, record_type, part))`,
    'create index import_undo_record on import_undo (record_type, record_key)',
  ])
  const { rows } = await sql<{ sender: string; mapping: string }>`select sender, mapping from mappings`.execute(trx)
  for (const { sender, mapping } of rows) {
    const text = JSON.stringify(toMapping(sender, JSON.parse(mapping)))
    await sql`update mappings set mapping = ${text} where sender = ${sender}`.execute(trx)
  }
}

interface Recipe {
  type: string
  sheet?: string
  columns: Record<string, { field: string; unit?: string; kind?: string; words?: Record<string, string> }>
  new?: Record<string, string>
  prices?: Record<string, string>
  fill_down?: string[]
  alone?: string
  alone_words?: Record<string, string>
  days?: string
  makers?: string
  publish?: boolean | string
}

/** The next sheet asks which columns identify a listing: recipes had none. */
function toMapping(sender: string, recipe: Recipe): object {
  const FIELDS: Record<string, string> = { 'left out': 'skip', remarks: 'note' }
  const toValues = (words: Record<string, string>) =>
    Object.fromEntries(Object.entries(words).map(([word, value]) => [word, FIELDS[value] ?? value]))
  const columns = Object.entries(recipe.columns).map(([header, { field, words, ...column }]) => [
    header,
    { field: FIELDS[field] ?? field, ...column, ...(words && { values: toValues(words) }) },
  ])
  // A listing's price has no date or kind.
  const { observed_at: day, ...prices } = (recipe.type !== 'listing' && recipe.prices) || {}
  const constants = {
    ...Object.fromEntries(Object.entries(recipe.new ?? {}).filter(([, value]) => value !== 'left out')),
    ...Object.fromEntries(Object.entries(prices).map(([part, value]) => [`price.${part}`, value])),
    ...(day !== undefined && { 'price.observed_at': day === 'above' ? 'sheet' : '?' }),
  }
  const alone = recipe.alone === undefined ? undefined : (FIELDS[recipe.alone] ?? recipe.alone)
  return {
    version: 1,
    sender,
    type: recipe.type,
    ...(recipe.sheet !== undefined && { sheet: recipe.sheet }),
    columns: Object.fromEntries(columns),
    identity: recipe.type === 'listing' ? '?' : 'slug',
    absent: 'keep',
    constants,
    ...(recipe.makers !== undefined && {
      unknown_manufacturers: recipe.makers === 'new' ? 'create' : recipe.makers === 'known' ? 'skip' : '?',
    }),
    ...(recipe.days !== undefined && {
      date_order: recipe.days === 'day-month' ? 'dmy' : recipe.days === 'month-day' ? 'mdy' : '?',
    }),
    ...(recipe.fill_down && { fill_down: recipe.fill_down }),
    ...(alone !== undefined && { section_rows: { field: alone, values: toValues(recipe.alone_words ?? {}) } }),
    ...(recipe.publish !== undefined && { publish: recipe.publish }),
  }
}
