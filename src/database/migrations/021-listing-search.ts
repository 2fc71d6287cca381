import type { Db } from '../schema.ts'
import { run } from '../statements.ts'

/** For the console's search: listings also by their machine. */
export const up = (trx: Db) =>
  run(trx, () => [
    'drop index listings_desk',
    'create index listings_desk on listings (status, id, state_code, district, maker, machine_slug)',
  ])
