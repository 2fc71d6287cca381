import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { STEPS } from './schedule.ts'

/** The longest wait, in steps, that a receiver may ask for; a later time came from another clock. */
const LONGEST = 2

/**
 * Moves deliveries that are due later than the schedule allows back to now: the clock that set their time was ahead and
 * has been set back. A clock set forward makes deliveries due sooner and needs no repair. Returns how many were moved.
 */
export async function mendDueTimes(db: Db, now: number, leaseMs: number): Promise<number> {
  const wait = sql`case when leased = 1 then ${sql.lit(leaseMs)}
    ${sql.join(
      STEPS.map((ms, step) => sql`when step = ${sql.lit(step)} then ${sql.lit(ms)}`),
      sql` `,
    )} else 0 end`
  const moment = sql`cast(${now} as bigint)`
  const { numAffectedRows } = await sql`update deliveries set due_at = ${moment} + ${wait}
    where due_at is not null and due_at > ${moment} + ${sql.lit(LONGEST)} * (${wait})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Tells whether the clock went back since the last call. Smaller corrections are ignored. */
export function createStepWatch(toleranceMs = 1_000): (now: number) => boolean {
  let latest = Number.NEGATIVE_INFINITY
  return (now) => {
    const wentBack = now < latest - toleranceMs
    latest = wentBack ? now : Math.max(latest, now)
    return wentBack
  }
}
