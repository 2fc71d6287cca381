const INDIA_AHEAD_MS = 5.5 * 3_600_000

/** The day it is in Asia/Kolkata, `YYYY-MM-DD`. */
export function todayInIndia(now: number): string {
  return new Date(now + INDIA_AHEAD_MS).toISOString().slice(0, 10)
}
