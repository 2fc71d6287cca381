import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** How the rows of an uploaded table are to be read. */
export const up = (trx: Db) => run(trx, () => [`alter table uploads add column options text not null default ''`])
