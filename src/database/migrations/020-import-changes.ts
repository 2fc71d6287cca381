import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** What an import changed, and what was odd about its rows. */
export const up = (trx: Db) =>
  run(trx, () => [
    'create index history_import on history (import_id, revision)',
    `alter table imports add column warnings text not null default '[]'`,
  ])
