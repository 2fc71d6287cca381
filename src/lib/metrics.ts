export interface MetricSample {
  labels?: Record<string, string | number>
  value: number
  part?: string
}

interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Called when the metrics are read. A metric that fails does not hide the others. */
  collect(): MetricSample[] | Promise<MetricSample[]>
}

export type MetricRegistry = ReturnType<typeof createMetricRegistry>

/** Holds the metrics of a process. Counting is adding numbers; the text is made when it is read. */
export function createMetricRegistry() {
  const metrics: Metric[] = []
  const texts: (() => Promise<string>)[] = []
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    add: (metric: Metric) => void metrics.push(metric),
    addText: (read: () => Promise<string>) => void texts.push(read),
    async metrics(): Promise<string> {
      const reads = [...texts.map((read) => read()), ...metrics.map(toText)]
      const results = await Promise.allSettled(reads)
      return results.map((result) => (result.status === 'fulfilled' ? `${result.value}\n` : '')).join('')
    },
  }
}

/** In the text format of Prometheus. Labels are names of our own: none has to be escaped. */
async function toText({ name, help, type, collect }: Metric): Promise<string> {
  const lines = (await collect()).map(({ labels = {}, value, part = '' }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${part}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

/** Makes a counter with one label; each of its values is reported from 0 on. */
export function createLabelledCounter<V extends string>(
  registry: MetricRegistry,
  [name, help]: readonly [string, string],
  label: string,
  values: readonly V[],
): (value: V) => void {
  const counts = new Map<V, number>(values.map((value) => [value, 0]))
  const collect = () => [...counts].map(([text, value]) => ({ labels: { [label]: text }, value }))
  registry.add({ name, help, type: 'counter', collect })
  return (value) => void counts.set(value, counts.get(value)! + 1)
}

export function createHistogram(
  registry: MetricRegistry,
  [name, help]: readonly [string, string],
  buckets: readonly number[],
  label?: string,
): (seconds: number, text?: string) => void {
  const newSeries = () => ({ counts: buckets.map(() => 0), sum: 0, count: 0 })
  const series = new Map<string, ReturnType<typeof newSeries>>()
  if (!label) series.set('', newSeries())
  function collect(): MetricSample[] {
    return [...series].flatMap(([text, { counts, sum, count }]) => {
      const labels: Record<string, string> = label ? { [label]: text } : {}
      const below = counts.map((value, i) => ({ part: '_bucket', labels: { le: buckets[i]!, ...labels }, value }))
      const all = { part: '_bucket', labels: { le: '+Inf', ...labels }, value: count }
      return [...below, all, { part: '_sum', labels, value: sum }, { part: '_count', labels, value: count }]
    })
  }
  registry.add({ name, help, type: 'histogram', collect })
  return (seconds, text = '') => {
    const totals = series.getOrInsertComputed(text, newSeries)
    for (let i = buckets.length - 1; i >= 0 && seconds <= buckets[i]!; i--) totals.counts[i]!++
    totals.sum += seconds
    totals.count++
  }
}

const CACHE_MS = 5_000

/**
 * Makes gauges over what the database holds, asked for when the metrics are read; a scrape that follows soon gets the
 * same figures. While the database does not answer these gauges have no value.
 */
export function createGauges<F>(registry: MetricRegistry, read: () => Promise<F>) {
  let last: Promise<F | undefined> | undefined
  let readAt = 0
  function recent() {
    if (!last || performance.now() - readAt > CACHE_MS) {
      readAt = performance.now()
      last = read().catch(() => undefined)
    }
    return last
  }
  return (
    name: string,
    help: string,
    of: (value: F) => number | Record<string, number> | undefined,
    { label }: { label?: string } = {},
  ): void => {
    async function collect(): Promise<MetricSample[]> {
      const value = await recent()
      const sample = value && of(value)
      if (typeof sample === 'number') return [{ value: sample }]
      return Object.entries(sample ?? {}).map(([text, value]) => ({ labels: { [label!]: text }, value }))
    }
    registry.add({ name, help, type: 'gauge', collect })
  }
}
