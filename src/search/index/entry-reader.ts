import { grow } from '../../memory/growable.ts'
import { TIER } from './costs.ts'
import { emitAliasTokens, emitFieldTokens } from './field-tokens.ts'
import { entryOf } from './row-tokens.ts'

/** Gives words their numbers. Each word of a text is held once; what was held once too often is released. */
interface Numbering {
  hold(word: string): number
  release(token: number): void
}

/** Reads all text of a machine's own into entries, the best place of each token first. */
interface EntryReader {
  begin(): void
  /** The name comes first. */
  name(text: string): void
  other(text: string): void
  alias(text: string): void
  /** For tokens that are held already; `emit` is to be called between `begin` and `end`. */
  emit(token: number, joined: boolean, tier: number): void
  end(): number[]
}

const MOST_ENTRIES = 0xffff

export function createEntryReader({ hold, release }: Numbering): EntryReader {
  /** The last text in which a token was read: 2n as a word, 2n + 1 as joined, so that each is taken once a text. */
  let seen = new Uint32Array(64)
  let reading = 0
  let entries: number[] = []
  let tier: number = TIER.name

  function emit(token: number, joined: boolean, its: number): void {
    seen = grow(seen, 2 * token + 2)
    const isHeld = seen[2 * token] === reading || seen[2 * token + 1] === reading
    if (isHeld || entries.length >= MOST_ENTRIES) release(token)
    const mark = 2 * token + (joined ? 1 : 0)
    if (entries.length >= MOST_ENTRIES || seen[mark] === reading) return
    seen[mark] = reading
    entries.push(entryOf(token, its, joined))
  }

  const emitWord = (word: string, joined: boolean) => emit(hold(word), joined, tier)

  return {
    begin() {
      reading++
      entries = []
    },
    name(text) {
      tier = TIER.name
      emitFieldTokens(text, emitWord)
    },
    other(text) {
      tier = TIER.alias
      emitFieldTokens(text, emitWord)
    },
    alias(text) {
      tier = TIER.alias
      emitAliasTokens(text, emitWord)
    },
    emit,
    end: () => entries,
  }
}
