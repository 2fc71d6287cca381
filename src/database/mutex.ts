import type { Runtime } from '../lib/runtime.ts'
import { withTimeout } from '../lib/timeout.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Ends a turn; the next in line gets the following one. */
export type Release = () => void

/**
 * Gives turns one at a time, in order. A caller that waits too long gets an error and leaves the line: its work is not
 * done later.
 */
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
