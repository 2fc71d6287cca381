/** Less apart, two signals are one: npm and a terminal each pass on the same Ctrl-C. */
const ONE_MS = 500

/** Resolves at the first signal to stop; a later one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const stop = () => {
      first ??= performance.now()
      if (performance.now() - first > ONE_MS) process.exit(130)
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  })
}
