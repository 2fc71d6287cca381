import { type Migrations, statements } from '../statements.ts'

export const migrations: Migrations = {
  /** For subscribers: the last failure of a subscription, and what was answered to a request that may come again. */
  '014-subscribers': statements(() => [
    `create index attempts_failed on attempts (subscription_id, finished_at)
      where outcome in ('rejected', 'timeout', 'unreachable', 'refused')`,
    `create table idempotency_keys (
      key_id text not null, name text not null, body_hash text not null, sealed text not null,
      created_at bigint not null, constraint idempotency_keys_key primary key (key_id, name))`,
  ]),
  /** Who did it, and what they may do; files of the console where every replica reads them. */
  '015-people': statements(({ bytes }) => [
    `alter table audit add column who text not null default ''`,
    `alter table console_links add column who text not null default 'operator'`,
    `alter table console_links add column role text not null default 'editor'`,
    `alter table console_sessions add column who text not null default 'operator'`,
    `alter table console_sessions add column role text not null default 'editor'`,
    `create table upload_parts (
      upload_id text not null, number integer not null, bytes ${bytes} not null,
      constraint upload_parts_key primary key (upload_id, number))`,
  ]),
}
