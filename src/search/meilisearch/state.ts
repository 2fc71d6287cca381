/** Id of the one document that is no machine: it says what the index holds. Having no `published_at`, it is never found. */
export const STATE_ID = 'state'

/** Written together with the last documents of a change, so that it is never ahead of them. */
export interface IndexState {
  /** Which database it was made from: an index of another one never answers. */
  database: string
  fingerprint: string
  /** The revision that the index equals; null while a change of many machines is half done. */
  revision: number | null
  /** Every change up to here is in the index. */
  complete: number
}

export const STATE_SEARCH = { filter: `id = "${STATE_ID}"`, attributesToRetrieve: ['state'], limit: 1 }

/** The state in the answer to STATE_SEARCH, or undefined when there is none of that shape. */
export function readState(result: unknown): IndexState | undefined {
  const { hits } = result as { hits?: unknown }
  const state = Array.isArray(hits) ? (hits[0]?.state as IndexState | undefined) : undefined
  if (typeof state?.database !== 'string' || typeof state.fingerprint !== 'string') return undefined
  if (state.revision !== null && !Number.isSafeInteger(state.revision)) return undefined
  return Number.isSafeInteger(state.complete) ? state : undefined
}
