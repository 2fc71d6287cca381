import { type Db, isPostgres } from '../schema.ts'
import { type Migrations, run, statements } from '../statements.ts'

export const migrations: Migrations = {
  /** For the console's search: listings also by their machine. */
  '021-listing-search': statements(() => [
    'drop index listings_desk',
    'create index listings_desk on listings (status, id, state_code, district, maker, machine_slug)',
  ]),
  /** Who started an import. */
  '022-import-person': statements(() => [`alter table imports add column who text not null default ''`]),
  /**
   * The console's search shares an index that grows at its end: one in the order of slugs made every import touch all of
   * its pages.
   */
  '023-machine-search': {
    async up(trx: Db) {
      await run(trx, () => ['drop index if exists machines_desk'])
      // With every column that the console's search needs, so that no machine is read. Entries of an index of PostgreSQL
      // may not be that long.
      if (isPostgres(trx)) return
      await run(trx, () => [
        'drop index machines_revision',
        `create index machines_revision on machines (
          revision, slug, manufacturer_id, published_at, aliases, facts ->> 'name')`,
      ])
    },
  },
}
