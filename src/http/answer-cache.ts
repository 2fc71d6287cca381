import type { Answer } from './answers.ts'

/** Keeps answers until anything changes. */
export interface AnswerCache {
  get(key: string): Answer | undefined
  /** Finds an answer by the request's raw address, before anything is parsed. */
  getByUrl(url: string): Answer | undefined
  keep(key: string, answer: Answer): void
  /** Keeps an answer under another address. */
  alias(url: string, key: string, answer: Answer): void
  clear(): void
  readonly bytes: number
}

interface Shelf {
  answers: Map<string, Answer>
  urls: Map<string, { key: string; answer: Answer }>
  bytes: number
}

const CACHE_BYTES = 64 * 1024 * 1024
/** A rough size of maps, headers and digest. */
const OVERHEAD = 1_000
/** Leaves space for compressed bodies that are added later. */
const COMPRESSED_SHARE = 0.3

/**
 * Has two shelves. An answer that is used moves to the young one. When the young shelf is full it becomes the old one,
 * and the old one is dropped.
 */
export function createAnswerCache(maxBytes = CACHE_BYTES): AnswerCache {
  let young = emptyShelf()
  let old = emptyShelf()

  function keep(key: string, answer: Answer): void {
    if (young.answers.has(key)) return
    const cost = answer.body.length * (1 + COMPRESSED_SHARE) + key.length * 2 + OVERHEAD
    makeRoom(cost)
    young.answers.set(key, answer)
    young.bytes += cost
  }

  function makeRoom(cost: number): void {
    if (young.bytes + cost <= maxBytes / 2) return
    old = young
    young = emptyShelf()
  }

  function alias(url: string, key: string, answer: Answer): void {
    if (young.urls.has(url)) return
    const cost = url.length * 2 + 200
    makeRoom(cost)
    young.urls.set(url, { key, answer })
    young.bytes += cost
    keep(key, answer)
  }

  return {
    get(key) {
      const known = young.answers.get(key)
      if (known) return known
      const older = old.answers.get(key)
      if (older) keep(key, older)
      return older
    },
    getByUrl(url) {
      const known = young.urls.get(url)
      if (known) return known.answer
      const older = old.urls.get(url)
      if (!older) return undefined
      alias(url, older.key, older.answer)
      return older.answer
    },
    keep,
    alias,
    clear() {
      young = emptyShelf()
      old = emptyShelf()
    },
    get bytes() {
      return young.bytes + old.bytes
    },
  }
}

function emptyShelf(): Shelf {
  return { answers: new Map(), urls: new Map(), bytes: 0 }
}
