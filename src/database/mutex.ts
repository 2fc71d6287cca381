import type { Runtime } from '../lib/runtime.ts'
import { withTimeout } from '../lib/timeout.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type Release = () => void

/** FIFO. A caller that waits longer gets an error and leaves the queue. */
export function createMutex(runtime?: Runtime): (timeoutMs: number) => Promise<Release> {
  let last = Promise.resolve()
  return async (timeoutMs) => {
    const before = last
    const turn = Promise.withResolvers<void>()
    last = before.then(() => turn.promise)
    try {
      await (Number.isFinite(timeoutMs) ? withTimeout(before, timeoutMs, runtime) : before)
    } catch {
      turn.resolve()
      throw new DatabaseUnavailable('lock')
    }
    return turn.resolve
  }
}
