import type { Runtime } from './runtime.ts'

/** Coalesces calls: one runs at a time, and callers during a run share the next one. */
export function coalesce<T>(run: () => T | Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined

  function start(): Promise<T> {
    next = undefined
    running = Promise.try(run).finally(() => {
      running = undefined
    })
    return running
  }

  return () => {
    if (!next && !running) return start()
    next ??= running!.then(start, start)
    return next
  }
}

export type Schedule = ReturnType<typeof schedule>

interface ScheduleOptions {
  atOnce?: boolean
  signal?: AbortSignal
  /** Takes what a run throws; the loop goes on. Without it the error ends the process, as an unhandled one does. */
  onError?: (error: unknown) => void
  runtime?: Runtime
}

/**
 * Repeats a run `ms` after the end of the previous one; a run may return another delay. Runs never overlap.
 * Stopping aborts the signal of the current run. The timer does not keep the process alive.
 */
export function schedule(
  ms: number,
  run: (signal: AbortSignal) => unknown,
  { atOnce = false, signal, onError, runtime = globalThis }: ScheduleOptions = {},
) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  /** Runs now instead of later; during a run, shares the next one. Does nothing once the loop is stopped. */
  const wake = coalesce(async () => {
    runtime.clearTimeout(timer)
    if (stopping.signal.aborted) return
    let wait: unknown
    try {
      wait = await run(stopping.signal)
    } catch (error) {
      if (!onError) throw error
      onError(error)
    } finally {
      if (!stopping.signal.aborted) sleep(typeof wait === 'number' ? wait : ms)
    }
  })

  function sleep(wait: number): void {
    timer = runtime.setTimeout(wake, wait).unref()
  }

  /** Starts no further run. Resolves when the one under way is over. */
  function stop(): Promise<void> {
    runtime.clearTimeout(timer)
    stopping.abort()
    signal?.removeEventListener('abort', stop)
    // This turn only waits for the one before it.
    return wake()
  }

  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stopping.abort()
  else if (atOnce) void wake()
  else sleep(ms)
  return { wake, stop }
}
