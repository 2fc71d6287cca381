import { phrasesOf, readList } from '../lib/text/word-lists.ts'
import { type Lexeme, textsOf } from '../search/parser/lexemes.ts'

const FIELDS = [
  ...(['unit', 'count', 'owner', 'owned', 'seller', 'inspection_mode', 'years', 'old', 'sort'] as const),
  ...(['near', 'nearby', 'from', 'inside', 'run'] as const),
]
type Field = (typeof FIELDS)[number]

/** What the lexemes so far say of a used machine, and those that go on. */
interface Spoken {
  said: { [F in Field]?: string }
  next: Map<string, Spoken>
}

const beginnings = new Map<string, Spoken>()
const newSpoken = (): Spoken => ({ said: {}, next: new Map() })

for (const [field, value, phrases] of readList(new URL('listing-words.tsv', import.meta.url))) {
  for (const phrase of phrasesOf(phrases!)) {
    let spoken: Spoken | undefined
    for (const text of textsOf(phrase)) spoken = (spoken?.next ?? beginnings).getOrInsertComputed(text, newSpoken)
    spoken!.said[field as Field] = value!
  }
}

/** What the longest phrase of this list from here says, and where it ends. */
export function saidAt(lexemes: readonly Lexeme[], at: number, field: Field) {
  let found: { value: string; end: number } | undefined
  let known = beginnings
  for (let end = at + 1; end <= lexemes.length; end++) {
    const spoken = known.get(lexemes[end - 1]!.text)
    if (spoken === undefined) break
    const value = spoken.said[field]
    if (value !== undefined) found = { value, end }
    known = spoken.next
  }
  return found
}
