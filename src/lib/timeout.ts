export class TimeoutError extends Error {}

interface Timers {
  setTimeout(run: () => void, ms: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout): void
}

/** The result of some work, or `TookTooLong`; a later result is dropped. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, timers: Timers = globalThis): Promise<T> {
  const late = Promise.withResolvers<never>()
  // After a stall of this process the answer may be unread: the event loop reads it before the immediate runs.
  const timer = timers.setTimeout(
    () => setImmediate(() => late.reject(new TimeoutError(`no answer within ${timeoutMs} ms`))),
    timeoutMs,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    timers.clearTimeout(timer)
    work.catch(() => {})
    late.promise.catch(() => {})
  }
}
