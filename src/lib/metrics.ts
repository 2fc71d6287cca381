import { Counter, Gauge, type Registry } from 'prom-client'

/** Makes a counter with one label; each of its values is told from 0 on. */
export function createLabelledCounter<V extends string>(
  registry: Registry,
  [name, help]: readonly [string, string],
  label: string,
  values: readonly V[],
): (value: V) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
  for (const value of values) counter.inc({ [label]: value }, 0)
  return (value) => counter.inc({ [label]: value })
}

const CACHE_MS = 5_000

/**
 * Makes gauges over what the database holds, asked for when the metrics are read; a scrape that follows soon gets the
 * same figures. While the database does not answer these gauges have no value, and the others are told all the same.
 */
export function createGauges<F>(registry: Registry, read: () => Promise<F>) {
  let last: Promise<F | undefined> | undefined
  let readAt = 0
  function recent() {
    if (!last || performance.now() - readAt > CACHE_MS) {
      readAt = performance.now()
      last = read().catch(() => undefined)
    }
    return last
  }
  /** With a label, `of` tells its values. */
  return (
    name: string,
    help: string,
    of: (value: F) => number | Record<string, number> | undefined,
    { label }: { label?: string } = {},
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      labelNames: label ? [label] : [],
      async collect() {
        const value = await recent()
        const sample = value && of(value)
        this.reset()
        // A gauge without labels would report 0 where nothing is known.
        if (!label) this.remove()
        if (typeof sample === 'number') this.set(sample)
        else for (const [value, count] of Object.entries(sample ?? {})) this.set({ [label!]: value }, count)
      },
    })
}
