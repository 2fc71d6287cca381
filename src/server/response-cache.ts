import { createCache } from '../lib/cache.ts'
import type { Answer } from './cached-response.ts'

/** A new answer, and whether it may be kept. */
export interface Made {
  answer: Answer
  mayKeep: boolean
}

/** What the answers show; both numbers change with it. */
interface Shown {
  readonly generation: number
  readonly revision: number
}

interface Entry {
  answer: Answer
  /** The state that it shows; undefined for one that no change makes untrue. */
  state: State | undefined
}

type State = { generation: number; revision: number | undefined }

const SHELF_BYTES = 96 * 1024 * 1024
/** Addresses have their own room, so that many spellings of one address push no answer out. */
const ADDRESS_BYTES = 16 * 1024 * 1024
/** A rough size of maps, headers and digest. */
const OVERHEAD = 1_000
/** Leaves space for compressed bodies that are added later. */
const COMPRESSED_SHARE = 0.3
/** So many questions are remembered by a hash of each; a later one takes the place of another. */
const ASKED = 64 * 1024

export type Shelf = ReturnType<typeof createShelf>

/** Where all finished answers are kept: of the API, pages, files, guides. */
export function createShelf(shown: Shown, maxBytes = SHELF_BYTES) {
  const answers = createCache<string, Entry>(
    maxBytes,
    ({ answer }, key) => answer.body.length * (1 + COMPRESSED_SHARE) + key.length * 2 + OVERHEAD,
  )
  const keys = createCache<string, string>(
    Math.min(ADDRESS_BYTES, maxBytes),
    (_key, address) => address.length * 2 + 200,
  )
  const underWay = new Map<string, { state: State; made: Promise<Made> }>()
  const lasting = new Map<string, Promise<Answer>>()
  const asked = new Int32Array(ASKED)

  function current(key: string): Answer | undefined {
    const entry = answers.get(key)
    return entry && isTrue(entry.state) ? entry.answer : undefined
  }

  const isTrue = (state: State | undefined) =>
    state === undefined ||
    (state.generation === shown.generation && (state.revision ?? shown.revision) === shown.revision)

  async function until(state: State, key: string, address: string, make: () => Promise<Made>): Promise<Answer> {
    const known = current(key)
    if (known) {
      keys.set(address, key)
      return known
    }
    let making = underWay.get(key)
    if (!making || !isTrue(making.state)) {
      making = { state, made: make() }
      underWay.set(key, making)
      const done = () => {
        if (underWay.get(key) === making) underWay.delete(key)
      }
      making.made.then(done, done)
    }
    const { answer, mayKeep } = await making.made
    if (mayKeep && isTrue(making.state)) {
      if (!current(key)) answers.set(key, { answer, state: making.state })
      keys.set(address, key)
    }
    return answer
  }

  return {
    /** Finds an answer by the request's raw address, before anything is parsed. */
    find(address: string): Answer | undefined {
      const key = keys.get(address)
      return key === undefined ? undefined : current(key)
    },
    /**
     * Whether to keep the answer to one of very many possible questions: while half of the room is free, and then when it
     * was asked lately, before changes too. Most are asked once; keeping those costs more than it saves, and drops what is
     * asked often.
     */
    isWorthKeeping(key: string): boolean {
      let hash = 1
      for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
      const place = (hash ^ (hash >>> 16)) & (ASKED - 1)
      const isKnown = asked[place] === hash
      asked[place] = hash
      return isKnown || answers.size < maxBytes / 2
    },
    /** The kept answer, the one being made, or a new one, until a machine changes; `address` finds it too. */
    untilChange: (key: string, address: string, make: () => Promise<Made>) =>
      until({ generation: shown.generation, revision: undefined }, key, address, make),
    /** The same until anything changes, listings too. */
    untilAnyChange: (key: string, address: string, make: () => Promise<Made>) =>
      until({ generation: shown.generation, revision: shown.revision }, key, address, make),
    /** Kept while there is room: the key names the state that the answer shows. */
    ofState: (key: string, make: () => Answer) =>
      answers.getOrCompute(key, () => ({ answer: make(), state: undefined })).answer,
    /** Kept until the process ends; for a closed set of keys. A failed one is made again. */
    forGood(key: string, make: () => Promise<Answer>): Promise<Answer> {
      return lasting.getOrInsertComputed(key, () => {
        const answer = make()
        answer.catch(() => lasting.delete(key))
        return answer
      })
    },
    get bytes() {
      return answers.size + keys.size
    },
  }
}
