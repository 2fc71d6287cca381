import { randomUUID } from 'node:crypto'
import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Who keeps the index of Meilisearch, and up to where. */
export async function up(trx: Db): Promise<void> {
  await run(trx, () => [
    `create table search_sync (
      id integer primary key, database_id text not null, holder text, held_until bigint not null,
      sent_revision bigint not null)`,
  ])
  const row = { id: 1, database_id: randomUUID(), holder: null, held_until: 0, sent_revision: -1 }
  await trx.insertInto('search_sync').values(row).execute()
}
