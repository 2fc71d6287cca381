/** Two signals this close are one: npm and the terminal each pass on the same Ctrl-C. */
const ONE_MS = 500
/** Orchestrators wait 10 s or more. Work that is cut off is repeated when its lease ends. */
const MAX_MS = 9_500

/** Actions at the first signal to stop. A second one ends the process at once. Gives what stops listening. */
export function onStop(act: () => void): () => void {
  let first: number | undefined
  const stop = () => {
    if (first !== undefined && performance.now() - first > ONE_MS) process.exit(130)
    if (first === undefined) act()
    first ??= performance.now()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  return () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeListener(signal, stop)
  }
}

/** Resolves at the first signal to stop. The time limit then ends the process, too. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    onStop(() => {
      setTimeout(endNow, MAX_MS).unref()
      resolve()
    })
  })
}

function endNow(): void {
  process.stderr.write('yantra: work in progress was aborted\n')
  process.exit(1)
}
