import { sql } from 'kysely'
import { type Db, isPostgres } from '../schema.ts'
import { run } from '../statements.ts'

/**
 * Webhooks. Removing a subscription must not wait for all its deliveries, so they do not refer to it. Retention
 * removes them.
 */
export async function up(trx: Db): Promise<void> {
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
}
