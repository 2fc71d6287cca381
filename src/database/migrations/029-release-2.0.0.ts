import { type Migrations, runStatements } from '../statements.ts'

export const migrations: Migrations = {
  /** Which record an event is about, the revision of its change, and whether its body is what every attempt sends. */
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
        // Where releases before 2.0 noted which migrations they ran.
        'drop table if exists kysely_migration',
        'drop table if exists kysely_migration_lock',
        // Only replicas of 1.7 write it. A later release drops it.
        'delete from traffic',
      ])
    },
  },
}
