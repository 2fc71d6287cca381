import { DENIALS, isNetwork } from './addresses/handles.ts'
import type { Numeral } from './digits/numerals.ts'
import { type Candidate, findPhones } from './phones/choose.ts'
import { isExplained, looseParts } from './phones/parts.ts'
import { type Forest, WEIGHTS } from './phones/trees.ts'
import { isRiddle, RIDDLES, type Riddles } from './riddles.ts'
import { at, hints, means, type Tokens, tokenise } from './text/tokens.ts'
import { bitsOf, listOf } from './words/lexicon.ts'

// When in doubt, a person looks: what a guarded text still holds may be a contact that the guard could not tell.

/** A number that was let pass with a score above this was nearly removed. */
const NEARLY = -0.85
/** So many digits after a word for calling, or cut off by a sign, are a part of a number. */
const FEWEST_CALLED = 4
const FEWEST_PLACED = 3
/** So far after a labelled number words for calling may speak of it. */
const REACH = 8
/** So many single digits with few words between them are no ordinary prose; fewer where one speaks of calling. */
const MANY = 9
const SOME = 6
const NEAR = 5
const YEAR = /^(?:19|20)[0-9]{2}$/
const CALL = bitsOf('call')
const ASKED = bitsOf('call', 'number-name')
const PLACED = bitsOf('ending')
const ELSEWHERE = listOf('elsewhere')
const TELLS = listOf('page-tell')
const AROUND = 6

/** Why a person should look at a text that was guarded, if one should. */
export function doubtOf(text: string, trees: Forest = WEIGHTS, riddles: Riddles = RIDDLES): string | undefined {
  const tokens = tokenise(text)
  const { scene, candidates } = findPhones(tokens, trees)
  const { numerals } = scene
  const isDenied = tokens.list.some(({ text }) => DENIALS.has(text))
  const isElsewhere = tokens.list.some((token) => ELSEWHERE.has(token.text) || means(token, 'mail-host'))
  if (isElsewhere || (!isDenied && tokens.list.some((_, i) => isToldNear(tokens, i))))
    return 'the name of a place where sellers are found'
  if (candidates.some(({ fate, score }) => fate === 'low' && score > NEARLY)) return 'what is nearly a telephone number'
  const held = candidates.filter(({ fate }) => fate === 'held')
  if (held.some((candidate) => isCalledNear(tokens, numerals, candidate)))
    return 'a labelled number beside words for calling'
  if (isRiddle(tokens, riddles)) return 'words that tell how to read a number'
  const isHeld = (n: number): boolean => held.some(({ first, last }) => first <= n && n <= last)
  const free = numerals.filter((_, n) => !isHeld(n))
  if (longestRun(tokens, free) >= (hints(tokens, CALL) ? SOME : MANY)) return 'many digits one by one'
  if (hints(tokens, PLACED) && numerals.filter((numeral) => isPlaced(tokens, numeral)).length > 1)
    return 'digits, and words that tell where they stand'
  const parts = looseParts(scene).filter(({ sign, digits }) => sign > 1 && !YEAR.test(digits) && !isCount(digits))
  if (parts.some(({ digits }) => digits.length >= FEWEST_CALLED)) return 'what may be a part of a telephone number'
  return undefined
}

/** "same name on fb, message there": a network, and words for a page or for calling near it. */
function isToldNear(tokens: Tokens, i: number): boolean {
  if (!isNetwork(at(tokens, i))) return false
  const near = tokens.list.slice(Math.max(0, i - AROUND), i + AROUND + 1)
  return near.some((token) => token !== at(tokens, i) && (TELLS.has(token.text) || means(token, 'call')))
}

function isCalledNear(tokens: Tokens, numerals: Numeral[], { kind, first, last }: Candidate): boolean {
  const end = numerals[last]?.last ?? 0
  // What a label names is written in one piece.
  const start = first < last ? Math.max(0, (numerals[first]?.first ?? 0) - 2 * REACH) : end + 1
  return kind === 'mobile' && tokens.list.slice(start, end + 1 + REACH).some((token) => means(token, 'call'))
}

/** "starts with 98155 and ends with 21" */
function isPlaced(tokens: Tokens, { first, last, digits }: Numeral): boolean {
  if (!hints(tokens, ASKED) || digits.length < FEWEST_PLACED || isExplained(tokens, { first, last })) return false
  return !YEAR.test(digits) && [1, 2].some((step) => means(at(tokens, first - step), 'order', 'ending'))
}

/** How many single digits follow one another; "2.5, 3.8" and "one two three four" are none. */
function longestRun(tokens: Tokens, numerals: Numeral[]): number {
  let [run, longest, end] = ['', 0, -NEAR]
  for (const { first, last, digits } of numerals) {
    const isWhole = [first, last + 1].every((i) => !/^[.,/]$/.test(at(tokens, i).gap))
    if (first - end > NEAR) run = ''
    run = digits.length === 1 && isWhole ? run + digits : ''
    end = last
    if (!isCount(run)) longest = Math.max(longest, run.length)
  }
  return longest
}

const isCount = (digits: string): boolean => '0123456789'.includes(digits)
