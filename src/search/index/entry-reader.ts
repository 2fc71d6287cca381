import { grow } from '../../memory/growable.ts'
import { TIER } from './costs.ts'
import { emitAliasTokens, emitFieldTokens } from './field-tokens.ts'
import { entryOf } from './row-tokens.ts'

/** Reads a machine's own text into entries, the best place of each token first. */
interface EntryReader {
  begin(): void
  /** The name comes first. */
  name(text: string): void
  other(text: string): void
  alias(text: string): void
  /** Adds a token that is numbered already. */
  emit(token: number, joined: boolean, tier: number): void
  end(): number[]
}

const MOST_ENTRIES = 0xffff

export function createEntryReader(numberOf: (word: string) => number): EntryReader {
  /** The last machine in which each token was read, at 2n as a word and at 2n + 1 as joined: each counts once. */
  let seen = new Uint32Array(64)
  let reading = 0
  let entries: number[] = []
  let tier: number = TIER.name

  function emit(token: number, joined: boolean, tier: number): void {
    seen = grow(seen, 2 * token + 2)
    const mark = 2 * token + (joined ? 1 : 0)
    if (entries.length >= MOST_ENTRIES || seen[mark] === reading) return
    seen[mark] = reading
    entries.push(entryOf(token, tier, joined))
  }

  const emitWord = (word: string, joined: boolean) => emit(numberOf(word), joined, tier)

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
