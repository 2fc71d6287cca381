import { createHistogram, createLabelledCounter, type MetricRegistry } from '../../lib/metrics.ts'
import { ENGINES } from '../../schema/api/values.ts'

/**
 * Whether Meilisearch is asked:
 * - `serving`: it answers every search;
 * - `behind`: it works but lacks the newest changes; it is tried again soon;
 * - `failing`: it does not answer in time; it is tried again after a growing pause.
 * No request waits for an engine that is not serving: the first request after the pause tries it in the background.
 */
export type EngineStateName = 'serving' | 'behind' | 'failing'

const BEHIND_PAUSE_MS = 50
const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 2_000
/** After serving this long a failure starts with the shortest pause again. */
const TRUSTED_AFTER_MS = 1_000

export function createCircuitBreaker(clock: () => number, onChange: (name: EngineStateName) => void) {
  let name: EngineStateName = 'serving'
  let reason = ''
  let since = clock()
  let pause = FIRST_PAUSE_MS
  let lookAt = 0
  let looking = false

  function become(next: EngineStateName, why: string): void {
    if (next === name) return
    name = next
    reason = why
    since = clock()
    onChange(next)
  }

  return {
    get name() {
      return name
    },
    /** Why it became so, and when. */
    get reason() {
      return reason
    },
    get since() {
      return since
    },
    /** Whether to try it in the background now; true only once until the outcome is known. */
    takeLook(): boolean {
      if (name === 'serving' || looking || clock() < lookAt) return false
      looking = true
      return true
    },
    /** The query was none for it, so the next one is the look. */
    skipped(): void {
      looking = false
    },
    served(): void {
      looking = false
      become('serving', '')
    },
    fellBehind(): void {
      looking = false
      lookAt = clock() + BEHIND_PAUSE_MS
      become('behind', 'it lacks the newest changes')
    },
    failed(why: string): void {
      const now = clock()
      if (name === 'failing' && !looking) return
      if (name === 'serving' && now - since > TRUSTED_AFTER_MS) pause = FIRST_PAUSE_MS
      looking = false
      lookAt = now + pause
      pause = Math.min(pause * 2, LAST_PAUSE_MS)
      become('failing', why)
    },
  }
}

/** Why the database answered in place of Meilisearch. */
const FALLBACKS = ['slow', 'failing', 'behind', 'unfit', 'refused'] as const
export type Fallback = (typeof FALLBACKS)[number]

export function createEngineMetrics(registry: MetricRegistry) {
  const durations = ['yantra_search_meilisearch_seconds', 'From asking Meilisearch to its answer or failure'] as const
  let serving = 1
  registry.add({
    name: 'yantra_search_meilisearch_serving',
    help: '1 while Meilisearch answers searches, 0 while the database does in its place',
    type: 'gauge',
    collect: () => [{ value: serving }],
  })
  const answers = ['yantra_search_answers_total', 'Searches, by the engine that answered'] as const
  const why = 'Searches that the database answered in place of Meilisearch, by reason'
  return {
    answered: createLabelledCounter(registry, answers, 'engine', ENGINES),
    fellBack: createLabelledCounter(registry, ['yantra_search_fallbacks_total', why], 'reason', FALLBACKS),
    asked: createHistogram(registry, durations, [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5]),
    state(name: EngineStateName): void {
      serving = name === 'serving' ? 1 : 0
    },
  }
}
