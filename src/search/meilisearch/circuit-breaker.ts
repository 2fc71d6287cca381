/**
 * Whether Meilisearch is asked:
 * - `serving`: it answers every search;
 * - `behind`: it works but lacks the newest changes; it is tried again soon;
 * - `failing`: it does not answer in time; it is tried again after a growing pause.
 * No request waits for an engine that is not serving: the first request after the pause tries it in the background.
 */
type EngineStateName = 'serving' | 'behind' | 'failing'

const BEHIND_PAUSE_MS = 50
const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 2_000
/** After serving this long a failure starts with the shortest pause again. */
const TRUSTED_AFTER_MS = 1_000

export function createCircuitBreaker(clock: () => number, onChange: (name: EngineStateName) => void) {
  let [name, reason, since]: [EngineStateName, string, number] = ['serving', '', clock()]
  let pause = FIRST_PAUSE_MS
  let nextTry = 0
  let isTrying = false

  function become(next: EngineStateName, why: string): void {
    isTrying = false
    if (next === name) return
    ;[name, reason, since] = [next, why, clock()]
    onChange(next)
  }

  return {
    get name() {
      return name
    },
    get reason() {
      return reason
    },
    get since() {
      return since
    },
    /** Whether to try it in the background now; true only once until the outcome is known. */
    takeLook(): boolean {
      if (name === 'serving' || isTrying || clock() < nextTry) return false
      isTrying = true
      return true
    },
    /** The query was none for it, so the next one tries it. */
    skipped(): void {
      isTrying = false
    },
    served: () => become('serving', ''),
    fellBehind(): void {
      nextTry = clock() + BEHIND_PAUSE_MS
      become('behind', 'it lacks the newest changes')
    },
    failed(why: string): void {
      if (name === 'failing' && !isTrying) return
      if (name === 'serving' && clock() - since > TRUSTED_AFTER_MS) pause = FIRST_PAUSE_MS
      nextTry = clock() + pause
      pause = Math.min(pause * 2, LAST_PAUSE_MS)
      become('failing', why)
    },
  }
}
