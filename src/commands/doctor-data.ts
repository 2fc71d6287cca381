import { sql } from 'kysely'
import { readClock } from '../database/clock.ts'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/schema.ts'
import type { Finding } from '../operator/findings.ts'

/** Leases, expiries and retries tolerate this much. */
const MOST_DRIFT_MS = 2_000

/** Compares this machine's clock with the database's, if the database has one. */
export async function examineClock(db: Db): Promise<Finding[]> {
  const before = Date.now()
  const theirs = await readClock(db)
  return theirs === undefined ? [] : [judgeClock((before + Date.now()) / 2 - theirs)]
}

/** `ahead` is in milliseconds. */
export function judgeClock(ahead: number): Finding {
  const check = 'clock'
  const seconds = `${(Math.abs(ahead) / 1_000).toFixed(1)} s`
  if (Math.abs(ahead) <= MOST_DRIFT_MS) return { check, ok: true, detail: `${seconds} from the database's` }
  const detail = `${seconds} ${ahead > 0 ? 'ahead of' : 'behind'} the database's: keys, leases and retries go by both`
  return { check, ok: false, detail }
}

/** Sample records do not belong beside an operator's own. */
export async function examineSample(db: Db): Promise<Finding[]> {
  const check = 'sample'
  const marked = await countRows(db, 'sample_records')
  if (marked === 0) return []
  const sampled = db.selectFrom('sample_records').select('record_key').where('record_type', '=', 'machine')
  const own = await countRows(db, 'machines', sql`slug not in ${sampled}`)
  if (own === 0) return [{ check, ok: true, detail: `${marked} records, and no machine of your own beside them` }]
  const detail = `${marked} illustrative records are served beside ${own} machines of your own; \`yantra sample remove\` takes them out`
  return [{ check, ok: false, detail }]
}
