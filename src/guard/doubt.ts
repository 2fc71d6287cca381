import type { Numeral } from './digits/numerals.ts'
import { type Candidate, findPhones } from './phones/choose.ts'
import { looseParts } from './phones/parts.ts'
import { type Trees, WEIGHTS } from './phones/trees.ts'
import { at, hints, means, type Tokens, tokenise } from './text/tokens.ts'
import { bitsOf, listOf } from './words/lexicon.ts'

// When in doubt, a person looks: what a guarded text still holds may be a contact that the guard could not tell.

/** A number that was let pass with a score above this was nearly removed. */
const NEARLY = -1
/** So many single digits with few words between them are no ordinary prose; fewer where one speaks of calling. */
const MANY = 8
const SOME = 5
const NEAR = 5
/** So many digits after a word for calling, or cut off by a sign, are a part of a number. */
const FEWEST_CALLED = 4
/** So many digits beside words that tell how to read them. */
const FEWEST_TOLD = 6
const YEAR = /^(?:19|20)[0-9]{2}$/
const CALL = bitsOf('call')
const STRIP = bitsOf('strip')
const ENDING = bitsOf('ending')
const NUMBER = bitsOf('number-name')
const RIDDLE = listOf('riddle')

/** Why a person should look at a text that was guarded, if one should. */
export function doubtOf(text: string, trees: Trees = WEIGHTS): string | undefined {
  const tokens = tokenise(text)
  const { scene, candidates } = findPhones(tokens, trees)
  const { numerals } = scene
  if (numerals.length === 0) return undefined
  if (candidates.some(({ fate, score }) => fate === 'low' && score > NEARLY)) return 'what is nearly a telephone number'
  const held = candidates.filter(({ fate }) => fate === 'held')
  if (held.some((candidate) => isCalledNear(tokens, numerals, candidate)))
    return 'a labelled number beside words for calling'
  const free = numerals.filter((_, n) => !held.some(({ first, last }) => first <= n && n <= last))
  if (longestRun(tokens, free) >= (hints(tokens, CALL) ? SOME : MANY)) return 'many digits one by one'
  if (isToldInOrder(tokens, free)) return 'digits, and words that tell where they stand'
  const total = free.reduce((sum, { digits }) => sum + digits.length, 0)
  if (isRiddle(tokens, total)) return 'digits, and words that tell how to read them'
  const parts = looseParts(scene).filter(({ sign, digits }) => sign > 1 && !YEAR.test(digits) && !isCount(digits))
  if (parts.some(({ digits }) => digits.length >= FEWEST_CALLED)) return 'what may be a part of a telephone number'
  return undefined
}

function isCalledNear(tokens: Tokens, numerals: Numeral[], { kind, last }: Candidate): boolean {
  const end = numerals[last]?.last ?? 0
  return kind === 'mobile' && [1, 2, 3, 4, 5, 6].some((step) => means(at(tokens, end + step), 'call'))
}

/** "take the letters out and call", "multiply by two, this gives my mobile" */
function isRiddle(tokens: Tokens, digits: number): boolean {
  if (digits < FEWEST_TOLD || !hints(tokens, CALL | NUMBER)) return false
  return hints(tokens, STRIP) || tokens.list.some(({ text }) => RIDDLE.has(text))
}

/** "my number starts with 98155 and ends with 21" */
function isToldInOrder(tokens: Tokens, numerals: Numeral[]): boolean {
  if (!hints(tokens, CALL | NUMBER) || !hints(tokens, ENDING) || numerals.length < 2) return false
  return tokens.list.some((token) => means(token, 'order') && !means(token, 'ending'))
}

/** How many single digits follow one another; "2.5, 3.8" and "one two three four" are none. */
function longestRun(tokens: Tokens, numerals: Numeral[]): number {
  let [run, longest, end] = ['', 0, -NEAR]
  for (const { first, last, digits } of numerals) {
    const isWhole = !isBroken(at(tokens, first).gap) && !isBroken(at(tokens, last + 1).gap)
    if (first - end > NEAR) run = ''
    run = digits.length === 1 && isWhole ? run + digits : ''
    end = last
    if (!isCount(run)) longest = Math.max(longest, run.length)
  }
  return longest
}

const isBroken = (gap: string): boolean => /^[.,/]$/.test(gap)
const isCount = (digits: string): boolean => '0123456789'.includes(digits)
