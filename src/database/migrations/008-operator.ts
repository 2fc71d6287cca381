import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** The operator's tables: the audit log, ways into the console, and running processes. */
export const up = (trx: Db) =>
  run(trx, ({ key }) => [
    `create table audit (
      id ${key} primary key, at bigint not null, made_by text not null, action text not null, target text not null,
      detail text not null)`,
    'create index audit_at on audit (at, id)',
    'create table console_links (hash text primary key, expires_at bigint not null)',
    'create table console_sessions (hash text primary key, expires_at bigint not null, notice text)',
    `create table presence (
      id text primary key, kind text not null, host text not null, version text not null, revision bigint,
      state text not null, started_at bigint not null, seen_at bigint not null)`,
  ])
