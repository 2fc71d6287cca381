import { TIER } from './costs.ts'
import { emitFieldTokens } from './field-tokens.ts'
import { grow } from './growable.ts'
import { entryOf } from './row-tokens.ts'

/** The text of one machine's own that it is found by. */
export interface OwnText {
  name: string
  family: string | null
  aliases: readonly string[]
}

/** Gives words their numbers. Each word of a text is held once; what was held once too often is released. */
export interface Numbering {
  hold(word: string): number
  release(token: number): void
}

const MOST_ENTRIES = 0xffff

/** Reads a text into entries, the best place of each token first. */
export function createEntryReader({ hold, release }: Numbering): (text: OwnText) => number[] {
  /** The last text in which a token was read: 2n as a word, 2n + 1 as joined, so that each is taken once a text. */
  let seen = new Uint32Array(64)
  let reading = 0
  let entries: number[] = []
  let tier: number = TIER.name

  const isFirst = (mark: number) => {
    if (seen[mark] === reading) return false
    seen[mark] = reading
    return true
  }

  const add = (word: string, joined: boolean) => {
    const token = hold(word)
    seen = grow(seen, 2 * token + 2)
    const isHeld = seen[2 * token] === reading || seen[2 * token + 1] === reading
    if (isHeld || entries.length >= MOST_ENTRIES) release(token)
    if (entries.length < MOST_ENTRIES && isFirst(2 * token + (joined ? 1 : 0)))
      entries.push(entryOf(token, tier, joined))
  }

  return ({ name, family, aliases }) => {
    reading++
    entries = []
    tier = TIER.name
    emitFieldTokens(name, add)
    tier = TIER.alias
    if (family !== null) emitFieldTokens(family, add)
    for (const alias of aliases) emitFieldTokens(alias, add)
    return entries
  }
}
