import { type Migrations, statements } from '../statements.ts'

export const migrations: Migrations = {
  /** Removals of records that came again: the history may no longer tell of them. */
  '028-past-removals': statements(({ key }) => [
    `create table past_removals (
      record_type text not null, record_key ${key} not null, revision bigint not null,
      primary key (record_type, record_key, revision))`,
  ]),
}
