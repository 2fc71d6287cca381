import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** Who started an import. */
export const up = (trx: Db) => run(trx, () => [`alter table imports add column who text not null default ''`])
