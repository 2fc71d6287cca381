/** What a process takes from its runtime to wait, to measure time and to draw lots. A simulation passes its own. */
export interface Runtime {
  setTimeout(run: () => void, ms: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout | undefined): void
  performance: { now(): number }
  Math: { random(): number }
}

export function sleep(ms: number, runtime: Runtime): Promise<void> {
  return new Promise((resolve) => void runtime.setTimeout(resolve, ms))
}
