/** Thrown when some work took longer than its caller would wait. */
export class TookTooLong extends Error {}

/** The outcome of some work, or `TookTooLong`; what comes later is dropped. */
export async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  // After a stall of our own the answer may lie unread: the event loop reads it before the immediate runs.
  const timer = setTimeout(
    () => setImmediate(() => late.reject(new TookTooLong(`no answer within ${patienceMs} ms`))),
    patienceMs,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
    late.promise.catch(() => {})
  }
}
