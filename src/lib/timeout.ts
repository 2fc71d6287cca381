/** Thrown when work took longer than its caller waits. */
export class TookTooLong extends Error {}

interface Timers {
  setTimeout(run: () => void, ms: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout): void
}

/** The result of some work, or `TookTooLong`; a later result is dropped. */
export async function inTime<T>(work: Promise<T>, patienceMs: number, timers: Timers = globalThis): Promise<T> {
  const late = Promise.withResolvers<never>()
  // After a stall of this process the answer may be unread: the event loop reads it before the immediate runs.
  const timer = timers.setTimeout(
    () => setImmediate(() => late.reject(new TookTooLong(`no answer within ${patienceMs} ms`))),
    patienceMs,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    timers.clearTimeout(timer)
    work.catch(() => {})
    late.promise.catch(() => {})
  }
}
