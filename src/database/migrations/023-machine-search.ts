import { type Db, isPostgres } from '../schema.ts'
import { run } from '../statements.ts'

/**
 * The console's search shares an index that grows at its end: one in the order of slugs made every import touch all of
 * its pages.
 */
export async function up(trx: Db): Promise<void> {
  await run(trx, () => ['drop index if exists machines_desk'])
  // With every column that the console's search needs, so that no machine is read. Entries of an index of PostgreSQL
  // may not be that long.
  if (isPostgres(trx)) return
  await run(trx, () => [
    'drop index machines_revision',
    `create index machines_revision on machines (
      revision, slug, manufacturer_id, published_at, aliases, facts ->> 'name')`,
  ])
}
