import { type Migrations, statements } from '../statements.ts'

export const migrations: Migrations = {
  /** How the sheets of each sender are read. */
  '026-recipes': statements(({ key }) => [
    `create table recipes (name ${key} primary key, recipe text not null, at bigint not null, who text not null)`,
  ]),
  /** What each key was refused, apart from errors. */
  '027-refused': statements(() => ['alter table key_use add column refused bigint not null default 0']),
}
