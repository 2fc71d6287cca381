import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Metric } from './messages.ts'

/** A metric that fails, such as a count in an unreachable database, does not hide the others. */
export async function readMetrics(registry: Registry): Promise<Metric[]> {
  const read = await Promise.allSettled(registry.getMetricsAsArray().map((metric) => metricOf(metric)))
  return read.filter((metric) => metric.status === 'fulfilled').map(({ value }) => value)
}

/** prom-client's type of a metric lacks `get`. */
function metricOf(metric: unknown): Promise<Metric> {
  return (metric as { get(): Promise<Metric> }).get()
}

/** The metrics of several processes as one text: counters are added, and each gauge says how it is combined. */
export function sumMetrics(all: readonly Metric[][]): Promise<string> {
  return AggregatorRegistry.aggregate(all as never).metrics()
}
