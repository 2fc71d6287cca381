import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Metric } from './messages.ts'

/** One that cannot be read, such as a count in a database that is away, does not hide the others. */
export async function readMetrics(registry: Registry): Promise<Metric[]> {
  const read = await Promise.allSettled(registry.getMetricsAsArray().map((metric) => metricOf(metric)))
  return read.filter((metric) => metric.status === 'fulfilled').map(({ value }) => value)
}

/** prom-client types a metric as it is declared, not as it can be read. */
function metricOf(metric: unknown): Promise<Metric> {
  return (metric as { get(): Promise<Metric> }).get()
}

/** The metrics of several processes as one text: counts are added, gauges put together as each says. */
export function sumMetrics(all: readonly Metric[][]): Promise<string> {
  return AggregatorRegistry.aggregate(all as never).metrics()
}
