const FIRST_MS = 250
const LAST_MS = 30_000
/** When nothing has ended for this long, the next pause is the first again. */
const CALM_MS = 60_000

/** Makes a function that is called when a worker ends. It tells how long to wait before starting another. */
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
