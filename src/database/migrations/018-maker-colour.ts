import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** The colour of a maker's machines. */
export const up = (trx: Db) => run(trx, () => ['alter table manufacturers add column colour text'])
