import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, isPostgres } from '../schema.ts'
import { type Migrations, runStatements, type SqlTypes } from '../statements.ts'

/** The oldest schema that can be upgraded. */
export const migrations: Migrations = {
  '028-baseline': {
    async up(trx: Db) {
      const isOnPostgres = isPostgres(trx)
      for (const tables of [catalogue, market, keys, webhooks, imports, history, operator])
        await runStatements(trx, tables)
      await runStatements(trx, () => [
        isOnPostgres ? 'create index machines_revision on machines (revision)' : MACHINE_SEARCH,
      ])
      if (isOnPostgres)
        await sql`alter table deliveries set (
          autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(trx)
      await insertFirstRows(trx)
    },
  },
}

/** Covers the console's search. PostgreSQL limits the length of an index entry. */
const MACHINE_SEARCH = `create index machines_revision on machines (
  revision, slug, manufacturer_id, published_at, aliases, facts ->> 'name')`

const catalogue = ({ id, key }: SqlTypes) => [
  'create table revision (value bigint not null)',
  'insert into revision (value) values (0)',
  `create table manufacturers (
    id ${id} primary key, slug ${key} not null unique, name text not null, aliases text not null, revision bigint not null,
    colour text)`,
  'create index manufacturers_revision on manufacturers (revision)',
  `create table classes (key ${key} primary key, doc text not null, revision bigint not null)`,
  'create index classes_revision on classes (revision)',
  `create table machines (
    id ${id} primary key, slug ${key} not null unique, manufacturer_id bigint not null, class_key ${key} not null,
    published_at text, facts text not null, detail text not null,
    price_from_inr bigint, price_to_inr bigint, price_kind text, price_as_of text, media_image text,
    linkage text not null, aliases text not null, version bigint not null, announced integer not null,
    revision bigint not null)`,
  'create index machines_unannounced on machines (published_at) where announced = 0',
  `create table implements (
    id ${id} primary key, slug ${key} not null unique, manufacturer_id bigint not null, published_at text, doc text not null,
    hp_min double precision, hp_max double precision, linkage text not null, revision bigint not null,
    announced integer not null default 0)`,
  'create index implements_revision on implements (revision)',
  'create index implements_unannounced on implements (published_at) where announced = 0',
  `create table sources (
    record_type text not null, record_key text not null, doc text not null,
    constraint sources_key primary key (record_type, record_key))`,
  `create table sample_records (
    record_type text not null, record_key text not null, revision bigint not null,
    constraint sample_records_key primary key (record_type, record_key))`,
  'create table removals (revision bigint not null)',
  'insert into removals (revision) values (0)',
  `create table search_sync (
    id integer primary key, database_id text not null, holder text, held_until bigint not null,
    sent_revision bigint not null)`,
]

const market = ({ id }: SqlTypes) => [
  `create table listings (
    id ${id} primary key, status text not null, sold_at bigint, machine_slug text not null, doc text not null,
    revision bigint not null, maker text not null default '', district text not null default '',
    state_code text not null default '', removed text not null default '', announced integer not null default 0)`,
  'create index listings_revision on listings (revision)',
  // Covers the console's counts and search.
  `create index listings_removed on listings (id, removed) where removed <> ''`,
  'create index listings_desk on listings (status, id, state_code, district, maker, machine_slug)',
  'create index listings_sold on listings (sold_at) where announced = 1 and sold_at is not null',
  `create table listing_contacts (listing_id ${id} primary key, doc text not null, texts text not null default '')`,
  `create table listing_decisions (
    listing_id bigint primary key, status text not null, reason text not null, at bigint not null, "by" text not null)`,
  `create table enquiries (
    reference text primary key, listing_id bigint not null, created_at bigint not null, language text not null,
    name text not null, phone text not null, email text not null, message text not null, sender text not null,
    status text not null, closed_at bigint, mail text not null, attempts integer not null, due_at bigint,
    sent_at bigint, error text not null, network text not null default '')`,
  'create index enquiries_created on enquiries (created_at, reference)',
  'create index enquiries_sender on enquiries (sender, created_at)',
  'create index enquiries_due on enquiries (due_at) where due_at is not null',
  'create index enquiries_closed on enquiries (closed_at) where closed_at is not null',
  `create index enquiries_open on enquiries (created_at desc, reference) where status = 'open'`,
  'create index enquiries_network on enquiries (network, created_at)',
  'create index enquiries_listing on enquiries (listing_id, created_at)',
]

const keys = () => [
  `create table api_keys (
    id text primary key, name text not null, tier text not null, created_at bigint not null, expires_at bigint,
    revoked_at bigint, last_used_at bigint)`,
  `create table key_secrets (
    hash text primary key, key_id text not null references api_keys (id), hint text not null,
    created_at bigint not null, expires_at bigint)`,
  'create index key_secrets_by_key on key_secrets (key_id)',
  `create table key_use (
    day text not null, key_id text not null, operation text not null, requests bigint not null, errors bigint not null,
    refused bigint not null default 0, constraint key_use_key primary key (day, key_id, operation))`,
]

/** Deliveries have no foreign key, so removing a subscription does not wait for them. */
const webhooks = ({ key }: SqlTypes) => [
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
  `create table idempotency_keys (
    key_id text not null, name text not null, body_hash text not null, sealed text not null,
    created_at bigint not null, constraint idempotency_keys_key primary key (key_id, name))`,
  `create table events (id ${key} primary key, type text not null, created_at bigint not null, body text not null)`,
  'create index events_created on events (created_at)',
  `create table deliveries (
    subscription_id ${key} not null, event_id ${key} not null, state text not null, created_at bigint not null,
    step integer not null, due_at bigint, leased integer not null, attempts integer not null, finished_at bigint,
    constraint deliveries_key primary key (subscription_id, event_id))`,
  'create index deliveries_due on deliveries (subscription_id, due_at, created_at) where due_at is not null',
  'create index deliveries_event on deliveries (event_id)',
  'create index deliveries_finished on deliveries (finished_at) where finished_at is not null',
  'create index deliveries_waiting on deliveries (subscription_id, created_at) where due_at is not null',
  `create index deliveries_failed on deliveries (subscription_id, event_id) where state = 'failed'`,
  `create table attempts (
    subscription_id ${key} not null, event_id ${key} not null, number integer not null, started_at bigint not null,
    finished_at bigint, outcome text, status integer, error text, response text,
    constraint attempts_key primary key (subscription_id, event_id, number))`,
  `create index attempts_failed on attempts (subscription_id, finished_at)
    where outcome in ('rejected', 'timeout', 'unreachable', 'refused')`,
]

const imports = ({ key, bytes }: SqlTypes) => [
  `create table imports (
    id text primary key, file text not null, at bigint not null, "by" text not null, state text not null,
    seen_at bigint not null, "read" bigint not null, created bigint not null, changed bigint not null,
    unchanged bigint not null, rejected bigint not null, repeated bigint not null, removed text not null,
    reasons text not null, warnings text not null default '[]', who text not null default '')`,
  'create index imports_at on imports (at, id)',
  `create table uploads (
    id text primary key, file text not null, size bigint not null, at bigint not null, type text not null,
    format text not null, state text not null, seen_at bigint not null, outcome text not null,
    import_id text not null, options text not null default '')`,
  `create table upload_parts (
    upload_id text not null, number integer not null, bytes ${bytes} not null,
    constraint upload_parts_key primary key (upload_id, number))`,
  `create table recipes (name ${key} primary key, recipe text not null, at bigint not null, who text not null)`,
]

const history = ({ id, key, bytes }: SqlTypes) => [
  `create table history (
    revision ${id} primary key, at bigint not null, made_by text not null, who text not null, import_id text not null,
    line integer not null, type text not null, key ${key} not null, shown integer not null, block bigint,
    place integer not null, after text, hash text not null)`,
  'create index history_record on history (key)',
  'create index history_import on history (import_id, revision)',
  `create table history_blocks (id ${id} primary key, bytes ${bytes} not null, digest text)`,
  `create table history_head (
    id integer primary key, start_revision bigint not null, start_at bigint not null, start_hash text not null,
    revision bigint not null, at bigint not null, hash text not null)`,
  `create table removed_records (
    record_type text not null, record_key ${key} not null, id bigint not null, version bigint not null,
    revision bigint not null, primary key (record_type, record_key))`,
  'create index removed_records_id on removed_records (record_type, id)',
  `create table past_removals (
    record_type text not null, record_key ${key} not null, revision bigint not null,
    primary key (record_type, record_key, revision))`,
  `create table withheld (revision ${id} primary key, reason text not null, gone text not null)`,
  `create table photographs (
    name text not null, record_type text not null, record_key ${key} not null, unnamed_since bigint,
    primary key (name, record_type, record_key))`,
]

const operator = ({ key }: SqlTypes) => [
  `create table audit (
    id ${key} primary key, at bigint not null, made_by text not null, action text not null, target text not null,
    detail text not null, who text not null default '')`,
  'create index audit_at on audit (at, id)',
  `create table console_links (
    hash text primary key, expires_at bigint not null, who text not null default 'operator',
    role text not null default 'editor')`,
  `create table console_sessions (
    hash text primary key, expires_at bigint not null, notice text, who text not null default 'operator',
    role text not null default 'editor')`,
  `create table presence (
    id text primary key, kind text not null, host text not null, version text not null, revision bigint,
    state text not null, started_at bigint not null, seen_at bigint not null)`,
  `create table traffic (
    span integer not null, at bigint not null, process text not null, requests bigint not null,
    errors bigint not null, refused bigint not null, histogram text not null,
    constraint traffic_key primary key (span, at, process))`,
]

async function insertFirstRows(trx: Db): Promise<void> {
  const sync = { id: 1, database_id: randomUUID(), holder: null, held_until: 0, sent_revision: -1 }
  await trx.insertInto('search_sync').values(sync).execute()
  // No two databases share one.
  const [timestamp, hash] = [Date.now(), randomBytes(32).toString('base64url')]
  const start = { start_revision: 0, start_at: timestamp, start_hash: hash }
  await trx
    .insertInto('history_head')
    .values({ id: 1, ...start, revision: 0, at: timestamp, hash })
    .execute()
}
