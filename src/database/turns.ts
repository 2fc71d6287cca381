import { DatabaseUnavailable } from './unavailable.ts'

/** Ends a turn; the next in line has the following one. */
export type EndTurn = () => void

/**
 * Hands out turns one at a time, in the order of asking. Whoever has not had one in time is told so and is out of the
 * line: what it wanted to do is not done later.
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
