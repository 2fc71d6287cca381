/** Two signals this close are one: npm and the terminal each pass on the same Ctrl-C. */
const ONE_MS = 500
/** Orchestrators wait 10 s or more. Work that is cut off is repeated when its lease ends. */
const MAX_MS = 9_500

/** Resolves at the first signal to stop. A second signal ends the process at once, and so does the time limit. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const stop = () => {
      if (first !== undefined && performance.now() - first > ONE_MS) process.exit(130)
      if (first === undefined) setTimeout(endNow, MAX_MS).unref()
      first ??= performance.now()
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  })
}

function endNow(): void {
  process.stderr.write('yantra: work in progress was aborted\n')
  process.exit(1)
}
