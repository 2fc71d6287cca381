import { readFileSync } from 'node:fs'
import type { Numeral } from './digits/numerals.ts'
import { listOf } from './lexicon/lexicon.ts'
import type { TextContext } from './phones/candidate-spans.ts'
import { findPhones, type NumberCandidate, tokensOf } from './phones/choose.ts'
import { numeralsOf } from './phones/features.ts'
import { isFigure } from './phones/figures.ts'
import { MAX_PARTS, partsOf, wholeOf } from './phones/parts.ts'
import { type Trees, WEIGHTS } from './phones/trees.ts'
import { tokenAt, tokenise } from './text/tokens.ts'

// A logistic regression over the signs of a redacted text: its words, alone and in pairs, their meanings, how many
// figures there are, and findings. Above the threshold a person looks at it.

export type ReviewWeights = ReadonlyMap<string, number>

/** Less than 1% of honest texts by unseen authors weigh more. */
export const REVIEW_THRESHOLD = 4.5
const MANY = 16
const MIN_WEIGHT = 1
const MAX_WEIGHT = 6
const FARTHEST = -2
const FEWEST_CALLED = 4
const FEWEST_IN_RUN = 4
const LONGEST_RUN = 9
const NEAR_DIGITS = 5
/** How many tokens apart two meanings belong together, and figures may be parts of one number. */
const NEAR = 8
const WIDE = 25
const LONGEST = 14
const FARTHEST_WORDS = 4
const SPELLED = /(?:^|[^\p{L}\p{M}])(?:\p{L}\p{M}*[ .|*_=-]{1,2}){5,}/u
const YEAR = /^(?:19|20)[0-9]{2}$/
const ELSEWHERE = listOf('elsewhere')

const REASONS: Readonly<Record<string, string>> = {
  words: 'words as of those who hide a number',
  place: 'the name of a place where sellers are found',
  near: 'what is nearly a telephone number',
  run: 'many digits one by one',
  part: 'what may be a part of a telephone number',
  halves: 'what may be parts of a telephone number',
}

/** Why a person should look at a redacted text, if one should: what weighs most. */
export function reviewReasonOf(
  text: string,
  trees: Trees = WEIGHTS,
  weights: ReviewWeights = trainedWeights(),
): string | undefined {
  const signs = signsOf(text, trees)
  if (weigh(weights, signs) <= REVIEW_THRESHOLD) return undefined
  const weightOf = (finding: string): number => weights.get(finding) ?? 0
  const [strongest = ''] = signs.findings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return REASONS[weightOf(strongest) < MIN_WEIGHT ? 'words' : (/[a-z]+/.exec(strongest)?.[0] ?? '')]
}

export type Signs = { words: string[]; findings: string[] }

export function signsOf(text: string, trees: Trees): Signs {
  const { scene, candidates } = findPhones(tokenise(text), trees)
  const labelled = candidates.filter(({ status }) => status === 'held')
  const held = new Set(labelled.flatMap((candidate) => numeralsOf(tokensOf(scene, candidate))))
  return { words: wordsOf(scene, held), findings: findingsOf(scene, candidates, held) }
}

export function weigh(weights: ReviewWeights, { words, findings }: Signs): number {
  const sum = (signs: string[]): number => signs.reduce((total, sign) => total + (weights.get(sign) ?? 0), 0)
  return sum(findings) + sum(words) * scaleOf(words)
}

export const scaleOf = (words: string[]): number => Math.sqrt(MANY / Math.max(1, words.length))

function wordsOf(scene: TextContext, held: ReadonlySet<number>): string[] {
  const { list, count } = scene.tokens
  const signs = new Set<string>()
  const announced = new Set<string>()
  let [spoken, ones, pairs, numbers, marks, unknown, lastNumber, before] = [0, 0, 0, 0, 0, 0, -1, '']
  let met: [string, number][] = []
  for (const [i, { kind, text, word, before: textBefore }] of list.slice(0, count).entries()) {
    met = /[.।!?\n]/.test(textBefore) ? [] : met.filter(([, place]) => i - place < NEAR)
    const meanings = kind === 'number' ? ['#'] : word.tags
    for (const meaning of meanings) for (const [other] of met) if (other !== meaning) signs.add(`#${other}~${meaning}`)
    for (const meaning of meanings) met.push([meaning, i])
    if (kind === 'mark') {
      marks++
      continue
    }
    const meaning = kind === 'number' ? '#' : word.digits === '' ? text : '#word'
    if (before !== '') signs.add(`${before} ${meaning}`)
    before = meaning
    if (kind === 'word' && word.tags.size === 0 && word.digits === '') unknown++
    if (held.has(i)) continue
    if (kind === 'number') {
      numbers++
      if (text.length === 1) ones++
      else if (text.length === 2) pairs++
      continue
    }
    // "one two three" only counts.
    if (word.digits !== '' && Number(word.digits) !== lastNumber + 1) spoken++
    if (word.digits !== '') lastNumber = Number(word.digits)
    else if (text.length > 1) signs.add(text)
    if (word.tags.has('riddle')) announced.add(text)
    for (const tag of word.tags) signs.add(`#${tag}`)
  }
  const counts = { spoken, ones, pairs, numbers, marks, told: announced.size, ...amountsOf(scene, held) }
  for (const [name, size] of Object.entries(counts)) signs.add(`#${name}${Math.min(Math.floor(size), LONGEST)}`)
  signs.add(`#unknown${Math.floor((8 * unknown) / Math.max(1, count))}`)
  for (const pair of neighboursOf(scene, held)) signs.add(pair)
  return [...signs]
}

const unheld = ({ numerals }: TextContext, held: ReadonlySet<number>): Numeral[] =>
  numerals.filter(({ first }) => !held.has(first))

/** How long a text is, which signs it has, and how many figures that nothing explains, in all and near each other. */
function amountsOf(scene: TextContext, held: ReadonlySet<number>): Record<string, number> {
  const { tokens } = scene
  const { source, text } = tokens.folded
  const meaning = unheld(scene, held)
  const free = meaning.filter((numeral) => !isFigure(tokens, numeral) && !YEAR.test(numeral.digits))
  let [all, near, strongest, from] = [0, 0, 0, 0]
  for (const { first, digits } of free) {
    all += digits.length
    near += digits.length
    for (; first - (free[from]?.first ?? 0) > WIDE; from++) near -= free[from]?.digits.length ?? 0
    strongest = Math.max(strongest, near)
  }
  const isZero = ({ first, digits, spoken }: Numeral): boolean =>
    !spoken && /^0./.test(digits) && !/[.,/]$/.test(tokenAt(tokens, first).before)
  return {
    free: all / 2,
    near: strongest,
    zeros: meaning.filter(isZero).length,
    length: 2 * Math.log2(tokens.count + 1),
    brackets: text.split('(').length - 1,
    fractions: (text.match(/[0-9][.,][0-9]/g) ?? []).length,
    spelled: Number(SPELLED.test(source)),
    sum: Number(/[=+]/.test(text)),
    quote: Number(/["'“‘]/.test(text)),
  }
}

function neighboursOf(scene: TextContext, held: ReadonlySet<number>): string[] {
  const meaning = unheld(scene, held)
  const sizeOf = ({ spoken, digits }: Numeral): string => (spoken ? 's' : String(Math.min(digits.length, MAX_WEIGHT)))
  return meaning.slice(1).map((right, k) => {
    const left = meaning[k] as Numeral
    return `%${sizeOf(left)}-${Math.min(right.first - left.last - 1, FARTHEST_WORDS)}-${sizeOf(right)}`
  })
}

function findingsOf(scene: TextContext, candidates: NumberCandidate[], held: ReadonlySet<number>): string[] {
  const { tokens } = scene
  const results: string[] = []
  if (tokens.list.some(({ text }) => ELSEWHERE.has(text))) results.push('!place')
  const low = Math.max(...candidates.filter(({ status }) => status === 'low').map(({ score }) => score))
  if (low > FARTHEST) results.push(`!near${Math.floor(2 * low)}`)
  const run = longestRun(scene, held)
  if (run >= FEWEST_IN_RUN) results.push(`!run${Math.min(run, LONGEST_RUN)}`)
  const parts = partsOf(scene).filter(({ sign, digits }) => sign > 0 && !isCount(digits))
  if (parts.some(({ sign, digits }) => sign > 1 && digits.length >= FEWEST_CALLED)) results.push('!part')
  if (wholeOf(parts.slice(0, MAX_PARTS), () => true) !== undefined) results.push('!halves')
  return results
}

/** How many single digits follow one another without a label; not "2.5, 3.8", not "one two three four". */
function longestRun({ tokens, numerals }: TextContext, held: ReadonlySet<number>): number {
  let [run, longest, end] = ['', 0, -NEAR_DIGITS]
  for (const { first, last, digits } of numerals) {
    if (held.has(first)) continue
    const isWhole = [first, last + 1].every((i) => !/^[.,/]$/.test(tokenAt(tokens, i).before))
    if (first - end > NEAR_DIGITS) run = ''
    run = digits.length === 1 && isWhole ? run + digits : ''
    end = last
    if (!isCount(run)) longest = Math.max(longest, run.length)
  }
  return longest
}

const isCount = (digits: string): boolean => '0123456789'.includes(digits)

export function readReviewWeights(text: string): ReviewWeights {
  const lines = text.trimEnd().split('\n')
  return new Map(lines.map((line) => line.split('\t')).map(([sign = '', weight = '0']) => [sign, Number(weight)]))
}

let learnt: ReviewWeights | undefined
/** Read at the first call: only imports need it. */
const trainedWeights = () =>
  (learnt ??= readReviewWeights(readFileSync(new URL('lexicon/doubt.tsv', import.meta.url), 'utf8')))
