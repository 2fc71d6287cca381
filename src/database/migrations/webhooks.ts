import { sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import type { Db } from '../schema.ts'

export async function keysMigration(trx: Db): Promise<void> {
  await trx.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await trx.schema
    .createTable('key_secrets')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('key_id', 'text', (c) => c.notNull().references('api_keys.id'))
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await trx.schema.createIndex('key_secrets_by_key').on('key_secrets').column('key_id').execute()
}

export async function webhooksMigration(trx: Db): Promise<void> {
  // Ids are compared by their bytes: ids of one kind sort by creation time.
  const id = sql`${sql.raw(isPostgres(trx) ? 'text collate "C"' : 'text')}`

  await trx.schema
    .createTable('subscriptions')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('key_id', 'text', (c) => c.notNull().references('api_keys.id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('last_success_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('warned_at', 'bigint')
    .execute()
  await trx.schema.createIndex('subscriptions_key').on('subscriptions').columns(['key_id', 'created_at']).execute()

  await trx.schema
    .createTable('removed_subscriptions')
    .addColumn('id', id, (c) => c.primaryKey())
    .execute()

  await trx.schema
    .createTable('subscription_secrets')
    .addColumn('subscription_id', id, (c) => c.notNull().references('subscriptions.id').onDelete('cascade'))
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await trx.schema
    .createIndex('subscription_secrets_subscription')
    .on('subscription_secrets')
    .column('subscription_id')
    .execute()

  await trx.schema
    .createTable('secret_key_check')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .execute()

  await trx.schema
    .createTable('events')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await trx.schema.createIndex('events_created').on('events').column('created_at').execute()

  // There is no reference to the subscription: removing one must not wait for all its deliveries. Retention removes
  // them.
  await trx.schema
    .createTable('deliveries')
    .addColumn('subscription_id', id, (c) => c.notNull())
    .addColumn('event_id', id, (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('leased', 'integer', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('deliveries_key', ['subscription_id', 'event_id'])
    .execute()
  await trx.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['subscription_id', 'due_at', 'created_at'])
    .where('due_at', 'is not', null)
    .execute()
  await trx.schema.createIndex('deliveries_event').on('deliveries').column('event_id').execute()
  await trx.schema
    .createIndex('deliveries_finished')
    .on('deliveries')
    .column('finished_at')
    .where('finished_at', 'is not', null)
    .execute()

  if (isPostgres(trx)) {
    // Every delivery is updated twice; the dead rows must not pile up at the front of the queue.
    await sql`alter table deliveries set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`.execute(trx)
  }

  await trx.schema
    .createTable('attempts')
    .addColumn('subscription_id', id, (c) => c.notNull())
    .addColumn('event_id', id, (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('outcome', 'text')
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('response', 'text')
    .addPrimaryKeyConstraint('attempts_key', ['subscription_id', 'event_id', 'number'])
    .execute()
}

/** Answers of successful attempts are not needed, and the beginning of the others is enough. */
export async function leanAttemptsMigration(trx: Db): Promise<void> {
  await sql`update attempts set response = null where outcome = 'delivered' and response is not null`.execute(trx)
  await sql`update attempts set response = substr(response, 1, 1000) where length(response) > 1000`.execute(trx)
}

/** For subscribers: the last failure of a subscription, and what was answered to a request that may come again. */
export async function subscriberLooksMigration(trx: Db): Promise<void> {
  await sql`create index attempts_failed on attempts (subscription_id, finished_at)
    where outcome in ('rejected', 'timeout', 'unreachable', 'refused')`.execute(trx)
  await trx.schema
    .createTable('idempotency_keys')
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['key_id', 'name'])
    .execute()
}

/** For the operator's views, whatever the number of deliveries: the oldest waiting one, and the failed ones. */
export async function deliveryLooksMigration(trx: Db): Promise<void> {
  await sql`create index deliveries_waiting on deliveries (subscription_id, created_at)
    where due_at is not null`.execute(trx)
  await sql`create index deliveries_failed on deliveries (subscription_id, event_id)
    where state = 'failed'`.execute(trx)
}
