import { readFileSync } from 'node:fs'
import type { Tokens } from './text/tokens.ts'
import type { Tag } from './words/lexicon.ts'

// Who tells a number in a riddle speaks of it in words of his own: how much each word, and how many figures, speak for one.

export type Riddles = ReadonlyMap<string, number>

/** A text that weighs more is one: of clean texts by authors it was not learnt from, one in a hundred. */
const BAR = 3.4
/** Meanings that count whatever the word. */
const TOLD = 'call order ending carry-on digit-noun number-name this joint at social riddle reverse'.split(' ') as Tag[]
const MOST = 6

/** What is weighed of a text: its words, what they mean, and how many numerals of each kind there are. */
export function signsOf({ list, count, folded }: Tokens): Set<string> {
  const signs = new Set<string>()
  const told = new Set<string>()
  let [spoken, ones, pairs, numbers, said] = [0, 0, 0, 0, -1]
  for (const { kind, text, word } of list.slice(0, count)) {
    if (kind === 'mark') signs.add('#mark')
    if (kind === 'number') {
      numbers++
      if (text.length === 1) ones++
      else if (text.length === 2) pairs++
    }
    if (kind !== 'word') continue
    // "one two three" only counts.
    if (word.digits !== '' && Number(word.digits) !== said + 1) spoken++
    if (word.digits !== '') said = Number(word.digits)
    else if (text.length > 1) signs.add(text)
    if (word.tags.has('riddle')) told.add(text)
    for (const tag of TOLD) if (word.tags.has(tag)) signs.add(`#${tag}`)
  }
  for (const [name, size] of Object.entries({ spoken, ones, pairs, numbers, told: told.size }))
    signs.add(`#${name}${Math.min(size, MOST)}`)
  if (/[=+]/.test(folded.text)) signs.add('#sum')
  if (/["'“‘]/.test(folded.text)) signs.add('#quote')
  return signs
}

export function weigh(riddles: Riddles, signs: Iterable<string>): number {
  let sum = 0
  for (const sign of signs) sum += riddles.get(sign) ?? 0
  return sum
}

export function isRiddle(tokens: Tokens, riddles: Riddles): boolean {
  return weigh(riddles, signsOf(tokens)) > BAR
}

export function readRiddles(text: string): Riddles {
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([sign = '', weight = '0']) => [sign, Number(weight)]),
  )
}

/** What was learnt from the corpus: `npm run guard:train`. */
export const RIDDLES: Riddles = readRiddles(readFileSync(new URL('words/riddles.tsv', import.meta.url), 'utf8'))
