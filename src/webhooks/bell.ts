/** Wakes one sleeper. A ring while nobody sleeps is heard by the next one at once. */
export interface Bell {
  ring(): void
  /** Resolves at a ring, or when so much time has passed. */
  heard(withinMs: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let sleeper: (() => void) | undefined
  return {
    ring() {
      if (sleeper) sleeper()
      else rung = true
    },
    heard(withinMs) {
      if (rung) {
        rung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const timer = setTimeout(wake, withinMs)
        function wake() {
          clearTimeout(timer)
          sleeper = undefined
          resolve()
        }
        sleeper = wake
      })
    },
  }
}
