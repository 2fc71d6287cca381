const FIRST_MS = 250
const LAST_MS = 30_000
/** After this long without an end the first pause is short again. */
const CALM_MS = 60_000

/** How long to wait before what has just ended is started again: ever longer while it goes on ending. */
export function backOff(now = () => performance.now()): () => number {
  let last = Number.NEGATIVE_INFINITY
  let pause = 0
  return () => {
    const at = now()
    pause = at - last > CALM_MS ? FIRST_MS : Math.min(LAST_MS, pause * 2)
    last = at
    return pause
  }
}
