import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { ENGINES } from '../../contract/values.ts'
import type { EngineStateName } from './engine-state.ts'

/** Why the database answered in place of Meilisearch. */
const FALLBACKS = ['slow', 'failing', 'behind', 'unfit', 'refused'] as const
export type Fallback = (typeof FALLBACKS)[number]

export interface EngineMetrics {
  answered(engine: (typeof ENGINES)[number]): void
  fellBack(reason: Fallback): void
  asked(seconds: number): void
  state(name: EngineStateName): void
}

export const NO_METRICS: EngineMetrics = { answered() {}, fellBack() {}, asked() {}, state() {} }

export function createEngineMetrics(registry: Registry): EngineMetrics {
  const registers = [registry]
  const answers = new Counter({
    name: 'yantra_search_answers_total',
    help: 'Searches, by the engine that answered',
    labelNames: ['engine'] as const,
    registers,
  })
  const fallbacks = new Counter({
    name: 'yantra_search_fallbacks_total',
    help: 'Searches that the database answered in place of Meilisearch, by reason',
    labelNames: ['reason'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'yantra_search_meilisearch_seconds',
    help: 'From asking Meilisearch to its answer or failure',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5],
    registers,
  })
  const serving = new Gauge({
    name: 'yantra_search_meilisearch_serving',
    help: '1 while Meilisearch answers searches, 0 while the database does in its place',
    aggregator: 'min',
    registers,
  })
  for (const engine of ENGINES) answers.inc({ engine }, 0)
  for (const reason of FALLBACKS) fallbacks.inc({ reason }, 0)
  serving.set(1)
  return {
    answered: (engine) => answers.inc({ engine }),
    fellBack: (reason) => fallbacks.inc({ reason }),
    asked: (seconds) => durations.observe(seconds),
    state: (name) => serving.set(name === 'serving' ? 1 : 0),
  }
}
