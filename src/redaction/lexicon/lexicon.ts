import { readFileSync } from 'node:fs'
import { createCache } from '../../lib/cache.ts'
import { normalizeWord } from '../text/fold.ts'

// `meanings.tsv` gives each word its tags, `numbers.tsv` its digits; words of `lists.tsv` matter to one rule each.
//
// label            says what the number after it is; soft-label, only with a word for number or a colon;
//                  weak-label, only with a word for number
// number-noun      announces a number ("no", "code"); number-name, the word number; id-noun, "id"
// filler, copula   may stand between a label and its number
// carry-on, join   between parts of a number ("then"), or between two numbers ("or")
// order, ending    "first", "last"; "ends": parts of a number, or its last digits, follow
// another          before the last digits of a further number
// on, this         "on", "this", "my": point at a number
// opener, visit    before a handle or a web address
// cut-short        a point after it is no full stop
// riddle, reverse  instructions for reading the digits: "join"; "backwards"

/** Meanings with a bit in `Word.hints`. */
const HINTS = wordsOf([
  'call this payment social mail-host at tld tld-word unit money-word currency label soft-label weak-label order',
  'carry-on digit-noun ending another number-noun number-name on state join copula spare counting joint paper strip',
  'riddle reverse',
])
export type Hint = (typeof HINTS)[number]

type LexiconWords<Line extends string> = Line extends `${infer First} ${infer Rest}` ? First | LexiconWords<Rest> : Line
export type Tag =
  | Hint
  | LexiconWords<'article cut-short dot filler handle-noun hundred-word hyphen id-noun low-line'>
  | LexiconWords<'mail-noun neutral open-tld opener person plural-noun range rate repeat'>
  | LexiconWords<'scale short-host slash thousand-word twice-word visit'>
  | 'thrice-word'

/** `kind`: `tens` leave room for a digit; a `homophone` is a common word, and a digit only among others. */
export type Word = { tags: ReadonlySet<Tag>; digits: string; kind: string; hints: number }

export const UNKNOWN: Word = { tags: new Set(), digits: '', kind: '', hints: 0 }
export const ANY_LABEL = ['label', 'soft-label', 'weak-label'] as const satisfies Tag[]

function wordsOf<const Line extends string>(lines: readonly Line[]): LexiconWords<Line>[] {
  return lines.flatMap((line) => line.split(' ')) as LexiconWords<Line>[]
}

const words = new Map<string, Word>()
const tagged = new Map<string, Word>()
const lists = new Map<string, Set<string>>()
const SHORTEST_STEM = 3
const SHORTEST_CUT = 5
const LONGEST_STEM = 20
const LONGEST_MET = 40

function readTsv(name: string): string[][] {
  const text = readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]))
}

function wordTagged(names: string): Word {
  const tags = new Set(names.split(' ') as Tag[])
  return { tags, digits: '', kind: '', hints: bitsOf(...HINTS.filter((tag) => tags.has(tag))) }
}

for (const [word = '', names = ''] of readTsv('meanings')) {
  const folded = normalizeWord(word)
  const entry = words.get(folded)
  const tags = entry ? [...entry.tags, names].join(' ') : names
  words.set(folded, tagged.getOrInsertComputed(tags, wordTagged))
}
for (const [word = '', digits = '', kind = ''] of readTsv('numbers')) {
  const folded = normalizeWord(word)
  const entry = words.get(folded) ?? { ...UNKNOWN, kind }
  if (entry.digits === '') words.set(folded, { ...entry, digits, kind })
}
for (const [word = '', names = ''] of readTsv('lists'))
  for (const name of names.split(' ')) lists.set(name, (lists.get(name) ?? new Set()).add(normalizeWord(word)))

export function bitsOf(...tags: Hint[]): number {
  return tags.reduce((bits, tag) => bits | (1 << HINTS.indexOf(tag)), 0)
}

export function lookUp(text: string): Word {
  return words.get(text) ?? UNKNOWN
}

export type LexiconEntry = { text: string; word: Word }

/** A direct-mapped cache by hash. */
const met = new Array<LexiconEntry>(16_384).fill({ text: '', word: UNKNOWN })

export function findAt(text: string, start: number, end: number, hash: number): LexiconEntry {
  const place = (hash ^ (hash >>> 15)) & (met.length - 1)
  const stored = met[place]
  if (stored?.text.length === end - start && text.startsWith(stored.text, start)) return stored
  const part = text.slice(start, end)
  const entry = { text: part, word: words.get(part) ?? (part >= '\u0900' ? lookUpStem(part) : UNKNOWN) }
  if (part.length <= LONGEST_MET) met[place] = entry
  return entry
}

/** Words of India carry endings (`மொபைலில்`): the longest known beginning counts, unless it is a number. */
function lookUpStem(text: string): Word {
  for (let end = Math.min(text.length - 1, LONGEST_STEM); end >= SHORTEST_STEM; end--) {
    // An ending replaces the virama of its word: "முகநூலில்".
    const stem = text.slice(0, end)
    const entry = words.get(stem) ?? (end >= SHORTEST_CUT ? words.get(`${stem}\u0bcd`) : undefined)
    if (entry !== undefined) return entry.digits === '' && entry.tags.size > 0 ? entry : UNKNOWN
  }
  return UNKNOWN
}

export function wordsMeaning(...tags: Tag[]): string[] {
  return Array.from(words).flatMap(([text, word]) => (tags.some((tag) => word.tags.has(tag)) ? [text] : []))
}

export function numberWords(): [string, Word][] {
  return Array.from(words).filter(([, { digits }]) => digits !== '')
}

export function listOf(name: string): ReadonlySet<string> {
  return lists.get(name) ?? new Set()
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map(normalizeWord))
}

const MAX_CACHED = 16_384
const LONGEST_CACHED = 60

export function memoize<T>(answer: (text: string) => T): (text: string) => T {
  const cache = createCache<string, T>(MAX_CACHED)
  return (text) => (text.length > LONGEST_CACHED ? answer(text) : cache.getOrCompute(text, answer))
}
