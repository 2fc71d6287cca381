import { DatabaseUnavailable } from './unavailable.ts'

/** Ends a turn; the next in line gets the following one. */
export type EndTurn = () => void

/**
 * Gives turns one at a time, in order. A caller that waits too long gets an error and leaves the line: its work is not
 * done later.
 */
export function createTurns(): (patienceMs: number) => Promise<EndTurn> {
  const line = new Set<() => void>()
  let taken = false

  function end(): void {
    const [next] = line
    if (next) next()
    else taken = false
  }

  return (patienceMs) => {
    if (!taken) {
      taken = true
      return Promise.resolve(end)
    }
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(patienceMs) ? setTimeout(giveUp, patienceMs) : undefined
      function giveUp() {
        line.delete(take)
        reject(new DatabaseUnavailable('lock'))
      }
      function take() {
        clearTimeout(timer)
        line.delete(take)
        resolve(end)
      }
      line.add(take)
    })
  }
}
