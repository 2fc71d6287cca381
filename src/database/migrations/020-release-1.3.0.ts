import { type Migrations, statements } from '../statements.ts'

export const migrations: Migrations = {
  /** What an import changed, and what was odd about its rows. */
  '020-import-changes': statements(() => [
    'create index history_import on history (import_id, revision)',
    `alter table imports add column warnings text not null default '[]'`,
  ]),
}
