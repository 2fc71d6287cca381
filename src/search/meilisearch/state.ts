/** The id of the one document that is not a machine. It has no `published_at`, so searches never find it. */
export const STATE_ID = 'state'

/** What the index says of itself. Written with the last documents of a change, so it is never ahead of them. */
export interface IndexState {
  /** The database it was made from: the index of another database never answers. */
  database: string
  fingerprint: string
  /** The revision that the index equals; null while a change is sent in batches. */
  revision: number | null
  /** The index holds every change up to this revision. */
  complete: number
}

export const STATE_SEARCH = { filter: `id = "${STATE_ID}"`, attributesToRetrieve: ['state'], limit: 1 }

/** The state in the answer to STATE_SEARCH; undefined for any other shape. */
export function readState(result: unknown): IndexState | undefined {
  const { hits } = result as { hits?: unknown }
  const state = Array.isArray(hits) ? (hits[0]?.state as IndexState | undefined) : undefined
  if (typeof state?.database !== 'string' || typeof state.fingerprint !== 'string') return undefined
  if (state.revision !== null && !Number.isSafeInteger(state.revision)) return undefined
  return Number.isSafeInteger(state.complete) ? state : undefined
}
