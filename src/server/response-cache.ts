import { createCache } from '../lib/cache.ts'
import type { CachedResponse } from './cached-response.ts'

export interface RenderedResponse {
  response: CachedResponse
  mayCache: boolean
}

interface DataVersion {
  readonly generation: number
  readonly revision: number
}

/** The data that a response shows; without a revision, only its machines. */
interface EntryVersion {
  generation: number
  revision?: number
}

interface Entry {
  response: CachedResponse
  /** Undefined for a response that no change makes stale. */
  version: EntryVersion | undefined
}

const MAX_BYTES = 32 * 1024 * 1024
/** Addresses are bounded apart, so that many spellings of one address evict no response. */
const ADDRESS_BYTES = 8 * 1024 * 1024
const OVERHEAD = 2_500
/** Leaves space for compressed bodies that are added later. */
const COMPRESSED_SHARE = 0.3

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Caches rendered responses. A new revision of the data invalidates them. */
export function createResponseCache(current: DataVersion, maxBytes = MAX_BYTES) {
  const responses = createCache<string, Entry>(
    maxBytes,
    ({ response }, key) => response.body.length * (1 + COMPRESSED_SHARE) + key.length * 2 + OVERHEAD,
  )
  const keys = createCache<string, string>(
    Math.min(ADDRESS_BYTES, maxBytes),
    (_key, address) => address.length * 2 + 200,
  )
  const rendering = new Map<string, { version: EntryVersion; rendered: Promise<RenderedResponse> }>()
  const immutable = new Map<string, Promise<CachedResponse>>()

  function getFresh(key: string): CachedResponse | undefined {
    const entry = responses.get(key)
    return entry && isFresh(entry.version) ? entry.response : undefined
  }

  const isFresh = (version: EntryVersion | undefined) =>
    version === undefined ||
    (version.generation === current.generation && (version.revision ?? current.revision) === current.revision)

  async function getOrRender(
    version: EntryVersion,
    key: string,
    address: string,
    render: () => Promise<RenderedResponse>,
  ): Promise<CachedResponse> {
    const cached = getFresh(key)
    if (cached) {
      keys.set(address, key)
      return cached
    }
    let flight = rendering.get(key)
    if (!flight || !isFresh(flight.version)) {
      flight = { version, rendered: render() }
      rendering.set(key, flight)
      const end = () => {
        if (rendering.get(key) === flight) rendering.delete(key)
      }
      flight.rendered.then(end, end)
    }
    const { response, mayCache } = await flight.rendered
    if (mayCache && isFresh(flight.version)) {
      if (!getFresh(key)) responses.set(key, { response, version: flight.version })
      keys.set(address, key)
    }
    return response
  }

  return {
    /** Finds a response by the request's raw address, before anything is parsed. */
    find(address: string): CachedResponse | undefined {
      const key = keys.get(address)
      return key === undefined ? undefined : getFresh(key)
    },
    /** The cached response, the one being rendered, or a new one, until a machine changes; `address` finds it too. */
    getByGeneration: (key: string, address: string, render: () => Promise<RenderedResponse>) =>
      getOrRender({ generation: current.generation }, key, address, render),
    getByRevision: (key: string, address: string, render: () => Promise<RenderedResponse>) =>
      getOrRender({ generation: current.generation, revision: current.revision }, key, address, render),
    /** Cached while there is room: the key names the state that the response shows. */
    getByState: (key: string, render: () => CachedResponse) =>
      responses.getOrCompute(key, () => ({ response: render(), version: undefined })).response,
    /** Cached until the process ends; for a closed set of keys. A failed one is rendered again. */
    getImmutable(key: string, render: () => Promise<CachedResponse>): Promise<CachedResponse> {
      return immutable.getOrInsertComputed(key, () => {
        const response = render()
        response.catch(() => immutable.delete(key))
        return response
      })
    },
    get bytes() {
      return responses.size + keys.size
    },
  }
}
