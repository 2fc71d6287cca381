/**
 * Whether Meilisearch is asked:
 * - `serving`: every search;
 * - `behind`: it works but lacks the newest changes; looked at again soon;
 * - `failing`: it does not answer, or not in time; tried again after a pause that grows.
 * While it is not serving, nobody waits for it: whoever comes when a look is due causes one in the background.
 */
export type EngineStateName = 'serving' | 'behind' | 'failing'

interface EngineState {
  readonly name: EngineStateName
  /** Whether a background look is due now; true at most once until its outcome is told. */
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
/** Serving that long without a failure, it is trusted as before: one slow answer among many costs a short pause only. */
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
