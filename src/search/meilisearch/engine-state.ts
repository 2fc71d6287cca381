/**
 * Whether Meilisearch is asked:
 * - `serving`: it answers every search;
 * - `behind`: it works but lacks the newest changes; it is tried again soon;
 * - `failing`: it does not answer in time; it is tried again after a growing pause.
 * No request waits for an engine that is not serving: the first request after the pause tries it in the background.
 */
export type EngineStateName = 'serving' | 'behind' | 'failing'

interface EngineState {
  readonly name: EngineStateName
  /** Whether to try it in the background now; true only once until the outcome is known. */
  takeLook(): boolean
  served(): void
  fellBehind(): void
  failed(reason: string): void
}

interface EngineStateOptions {
  clock: () => number
  onChange: (name: EngineStateName, reason: string) => void
}

const BEHIND_PAUSE_MS = 50
const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 2_000
/** After serving this long a failure starts with the shortest pause again. */
const TRUSTED_AFTER_MS = 1_000

export function createEngineState({ clock, onChange }: EngineStateOptions): EngineState {
  let name: EngineStateName = 'serving'
  let pause = FIRST_PAUSE_MS
  let lookAt = 0
  let looking = false
  let servingSince = clock()

  function become(next: EngineStateName, reason: string): void {
    if (next === name) return
    name = next
    if (next === 'serving') servingSince = clock()
    onChange(next, reason)
  }

  return {
    get name() {
      return name
    },
    takeLook() {
      if (name === 'serving' || looking || clock() < lookAt) return false
      looking = true
      return true
    },
    served() {
      looking = false
      become('serving', '')
    },
    fellBehind() {
      looking = false
      lookAt = clock() + BEHIND_PAUSE_MS
      become('behind', 'it lacks the newest changes')
    },
    failed(reason) {
      const now = clock()
      if (name === 'failing' && !looking) return
      if (name === 'serving' && now - servingSince > TRUSTED_AFTER_MS) pause = FIRST_PAUSE_MS
      looking = false
      lookAt = now + pause
      pause = Math.min(pause * 2, LAST_PAUSE_MS)
      become('failing', reason)
    },
  }
}
