import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/**
 * For the operator's search and decisions about listings. Texts as sent are stored beside the contact. For contacts
 * that were removed before they were counted, counts the marks. The index has every column that the console's search
 * needs, so it does not read the listings.
 */
export const up = (trx: Db) =>
  run(trx, ({ doc }) => [
    `alter table listings add column maker text not null default ''`,
    `alter table listings add column district text not null default ''`,
    `alter table listings add column state_code text not null default ''`,
    `alter table listings add column removed text not null default ''`,
    `update listings set
      maker = lower(coalesce(${doc} ->> 'maker_slug', '') || ' ' || coalesce(${doc} ->> 'maker_name', '')),
      district = lower(coalesce(${doc} ->> 'district', '')), state_code = coalesce(${doc} ->> 'state_code', '')`,
    `update listings set
      removed = '{"other":' || (length(doc) - length(replace(doc, '[contact removed]', ''))) / 17 || '}'
      where doc like '%[contact removed]%'`,
    'create index listings_desk on listings (status, id, state_code, district, maker)',
    `create index listings_removed on listings (id) where removed <> ''`,
    `alter table listing_contacts add column texts text not null default ''`,
    `create table listing_decisions (
      listing_id bigint primary key, status text not null, reason text not null, at bigint not null, "by" text not null)`,
  ])
