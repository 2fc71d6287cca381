import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, isPostgres } from '../schema.ts'
import { type Migrations, run, statements } from '../statements.ts'

export const migrations: Migrations = {
  /** The catalogue and the listings. Few machines wait for their day or were withdrawn, in a catalogue of any size. */
  '001-catalogue': statements(({ id, key }) => [
    'create table revision (value bigint not null)',
    'insert into revision (value) values (0)',
    `create table manufacturers (
      id ${id} primary key, slug ${key} not null unique, name text not null, aliases text not null, revision bigint not null)`,
    `create table classes (key ${key} primary key, doc text not null, revision bigint not null)`,
    `create table machines (
      id ${id} primary key, slug ${key} not null unique, manufacturer_id bigint not null, class_key ${key} not null,
      published_at text, facts text not null, detail text not null,
      price_from_inr bigint, price_to_inr bigint, price_kind text, price_as_of text, media_image text,
      linkage text not null, aliases text not null, version bigint not null, announced integer not null,
      revision bigint not null)`,
    `create table implements (
      id ${id} primary key, slug ${key} not null unique, manufacturer_id bigint not null, published_at text, doc text not null,
      hp_min double precision, hp_max double precision, linkage text not null, revision bigint not null)`,
    `create table listings (
      id ${id} primary key, status text not null, sold_at bigint, machine_slug text not null, doc text not null,
      revision bigint not null)`,
    `create table listing_contacts (listing_id ${id} primary key, doc text not null)`,
    `create table sources (
      record_type text not null, record_key text not null, doc text not null,
      constraint sources_key primary key (record_type, record_key))`,
    'create index manufacturers_revision on manufacturers (revision)',
    'create index classes_revision on classes (revision)',
    'create index machines_revision on machines (revision)',
    'create index implements_revision on implements (revision)',
    'create index listings_revision on listings (revision)',
    'create index machines_unannounced on machines (published_at) where announced = 0',
  ]),
  /** Keys. */
  '002-keys': statements(() => [
    `create table api_keys (
      id text primary key, name text not null, tier text not null, created_at bigint not null, expires_at bigint,
      revoked_at bigint, last_used_at bigint)`,
    `create table key_secrets (
      hash text primary key, key_id text not null references api_keys (id), hint text not null,
      created_at bigint not null, expires_at bigint)`,
    'create index key_secrets_by_key on key_secrets (key_id)',
  ]),
  /**
   * Webhooks. Removing a subscription must not wait for all its deliveries, so they do not refer to it. Retention
   * removes them.
   */
  '003-webhooks': {
    async up(trx: Db) {
      await run(trx, ({ key }) => [
        `create table subscriptions (
          id ${key} primary key, key_id text not null references api_keys (id), url text not null, events text not null,
          created_at bigint not null, disabled_at bigint, disabled_reason text, last_success_at bigint, failing_since bigint,
          warned_at bigint)`,
        'create index subscriptions_key on subscriptions (key_id, created_at)',
        `create table removed_subscriptions (id ${key} primary key)`,
        `create table subscription_secrets (
          subscription_id ${key} not null references subscriptions (id) on delete cascade, sealed text not null,
          created_at bigint not null, expires_at bigint)`,
        'create index subscription_secrets_subscription on subscription_secrets (subscription_id)',
        'create table secret_key_check (id integer primary key, sealed text not null)',
        `create table events (id ${key} primary key, type text not null, created_at bigint not null, body text not null)`,
        'create index events_created on events (created_at)',
        `create table deliveries (
          subscription_id ${key} not null, event_id ${key} not null, state text not null, created_at bigint not null,
          step integer not null, due_at bigint, leased integer not null, attempts integer not null, finished_at bigint,
          constraint deliveries_key primary key (subscription_id, event_id))`,
        'create index deliveries_due on deliveries (subscription_id, due_at, created_at) where due_at is not null',
        'create index deliveries_event on deliveries (event_id)',
        'create index deliveries_finished on deliveries (finished_at) where finished_at is not null',
        `create table attempts (
          subscription_id ${key} not null, event_id ${key} not null, number integer not null, started_at bigint not null,
          finished_at bigint, outcome text, status integer, error text, response text,
          constraint attempts_key primary key (subscription_id, event_id, number))`,
      ])
      if (!isPostgres(trx)) return
      // Every delivery is updated twice; the dead rows must not pile up at the front of the queue.
      await sql`alter table deliveries set (
          autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(trx)
    },
  },
  /** Who keeps the index of Meilisearch, and up to where. */
  '004-search-sync': {
    async up(trx: Db) {
      await run(trx, () => [
        `create table search_sync (
          id integer primary key, database_id text not null, holder text, held_until bigint not null,
          sent_revision bigint not null)`,
      ])
      const row = { id: 1, database_id: randomUUID(), holder: null, held_until: 0, sent_revision: -1 }
      await trx.insertInto('search_sync').values(row).execute()
    },
  },
  /** Answers of successful attempts are not needed, and the beginning of the others is enough. */
  '005-shorter-responses': statements(() => [
    `update attempts set response = null where outcome = 'delivered' and response is not null`,
    'update attempts set response = substr(response, 1, 1000) where length(response) > 1000',
  ]),
  /** Enquiries. */
  '006-enquiries': statements(() => [
    `create table enquiries (
      reference text primary key, listing_id bigint not null, created_at bigint not null, language text not null,
      name text not null, phone text not null, email text not null, message text not null, sender text not null,
      status text not null, closed_at bigint, mail text not null, attempts integer not null, due_at bigint,
      sent_at bigint, error text not null)`,
    'create index enquiries_created on enquiries (created_at, reference)',
    'create index enquiries_sender on enquiries (sender, created_at)',
    'create index enquiries_due on enquiries (due_at) where due_at is not null',
    'create index enquiries_closed on enquiries (closed_at) where closed_at is not null',
  ]),
  /** Marks sample records, and tells readers of the catalogue when records were removed. */
  '007-sample-and-removals': statements(() => [
    `create table sample_records (
      record_type text not null, record_key text not null, revision bigint not null,
      constraint sample_records_key primary key (record_type, record_key))`,
    'create table removals (revision bigint not null)',
    'insert into removals (revision) values (0)',
  ]),
  /** The operator's tables: the audit log, ways into the console, and running processes. */
  '008-operator': statements(({ key }) => [
    `create table audit (
      id ${key} primary key, at bigint not null, made_by text not null, action text not null, target text not null,
      detail text not null)`,
    'create index audit_at on audit (at, id)',
    'create table console_links (hash text primary key, expires_at bigint not null)',
    'create table console_sessions (hash text primary key, expires_at bigint not null, notice text)',
    `create table presence (
      id text primary key, kind text not null, host text not null, version text not null, revision bigint,
      state text not null, started_at bigint not null, seen_at bigint not null)`,
  ]),
  /** For the operator's views, whatever the number of deliveries: the oldest waiting one, and the failed ones. */
  '009-delivery-views': statements(() => [
    'create index deliveries_waiting on deliveries (subscription_id, created_at) where due_at is not null',
    `create index deliveries_failed on deliveries (subscription_id, event_id) where state = 'failed'`,
  ]),
  /** How many requests came, and from whom. */
  '010-traffic': statements(() => [
    `create table traffic (
      span integer not null, at bigint not null, process text not null, requests bigint not null,
      errors bigint not null, refused bigint not null, histogram text not null,
      constraint traffic_key primary key (span, at, process))`,
    `create table key_use (
      day text not null, key_id text not null, operation text not null, requests bigint not null, errors bigint not null,
      constraint key_use_key primary key (day, key_id, operation))`,
  ]),
  /** Imports, and uploaded files that wait in the console. */
  '011-imports': statements(() => [
    `create table imports (
      id text primary key, file text not null, at bigint not null, "by" text not null, state text not null,
      seen_at bigint not null, "read" bigint not null, created bigint not null, changed bigint not null,
      unchanged bigint not null, rejected bigint not null, repeated bigint not null, removed text not null,
      reasons text not null)`,
    'create index imports_at on imports (at, id)',
    `create table uploads (
      id text primary key, file text not null, size bigint not null, at bigint not null, type text not null,
      format text not null, state text not null, seen_at bigint not null, outcome text not null,
      import_id text not null)`,
  ]),
  /**
   * For the operator's search and decisions about listings. Texts as sent are stored beside the contact. For contacts
   * that were removed before they were counted, counts the marks. The index has every column that the console's search
   * needs, so it does not read the listings.
   */
  '012-listing-decisions': statements(({ doc }) => [
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
  ]),
  /** For the console's counts and lists: indexes with every column they need. */
  '013-console-indexes': statements(() => [
    `create index enquiries_open on enquiries (created_at desc, reference) where status = 'open'`,
    'drop index listings_removed',
    `create index listings_removed on listings (id, removed) where removed <> ''`,
  ]),
}
