import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { STEPS } from './schedule.ts'

/** The longest that a receiver may ask for, in steps; what lies further ahead was reckoned with another clock. */
const LONGEST = 2

/**
 * Brings back what is due later than the schedule allows, counted from now: the clock that said when was ahead of this
 * one, and has been set back since. A clock set forward makes things due sooner and needs no mending. Returns how many
 * there were.
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

/** Tells whether a clock went back since it was asked last; slower corrections than this are nobody's business. */
export function createStepWatch(toleranceMs = 1_000): (now: number) => boolean {
  let latest = Number.NEGATIVE_INFINITY
  return (now) => {
    const wentBack = now < latest - toleranceMs
    latest = wentBack ? now : Math.max(latest, now)
    return wentBack
  }
}
