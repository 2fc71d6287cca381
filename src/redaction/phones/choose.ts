import { isLabelled, isNamed } from '../labels/labels.ts'
import { isOfferedAfter } from '../labels/offers.ts'
import { isStamped } from '../labels/pieces.ts'
import { bitsOf } from '../lexicon/lexicon.ts'
import { means, type TextTokens } from '../text/tokens.ts'
import {
  adjacentCode,
  type CandidateSpan,
  candidateSpansAt,
  readTextContext,
  type TextContext,
  type TokenSpan,
} from './candidate-spans.ts'
import { figuresOf, numeralsOf } from './features.ts'
import { isFigure } from './figures.ts'
import { furtherNumbers } from './further.ts'
import { announcedParts, areFigures } from './parts.ts'
import { score, type Trees } from './trees.ts'

/** `held` by its label, `low` score, `lost` to a better candidate that overlaps it, `taken`. */
export type CandidateStatus = 'held' | 'low' | 'lost' | 'taken'
export type NumberCandidate = CandidateSpan & { labelled: boolean; score: number; status: CandidateStatus }
/** How many candidates may still be scored in all readings of a text. */
export type Budget = { windows: number }
export type Phones = { scene: TextContext; candidates: NumberCandidate[]; parts: TokenSpan[] }

const CALL = bitsOf('call')
/** How many first digits neighbours in a series share. */
const ALIKE = 6
/** Sizes of the usual groups of a number, and the signs between them. */
const USUAL = new Map([
  ...['5 5', '3 3 4', '4 3 3', '4 6'].map((sizes) => [sizes, /^(?: |-|\) ?-?)$/] as const),
  ...['1 3 3 3', '1 2 2 2 3'].map((sizes) => [sizes, /^,$/] as const),
])
/** "9 400 030 716", "9812-4470-36": sizes of groups of part numbers and papers. */
const ODD = new Set(['1 3 3 3', '4 4 2'])
/** The last ten digits identify a number. */
const CORE = -10
export const RULE_SCORE = 9
const MIN_POSITIVE_SCORE = 0.01
/** Past these, candidates without words in them are taken unscored: this bounds the time. Honest texts have fewer. */
export const MAX_SPANS = 60

export function candidatesOf(scene: TextContext, budget: Budget = { windows: MAX_SPANS }): NumberCandidate[] {
  const candidates: NumberCandidate[] = []
  let labelled: NumberCandidate | undefined
  let free = 0
  for (let n = 0; n < scene.numerals.length; n++) {
    const hurried = budget.windows <= 0
    for (const window of candidateSpansAt(scene, n, hurried)) {
      if (hurried && n < free) continue
      const isHeld = !(hurried && window.last > n) && hasLabel(scene, window, labelled)
      const isLaw = !isHeld && (hurried || isPlain(scene, window))
      const candidate: NumberCandidate = { ...window, labelled: isHeld, score: isLaw ? RULE_SCORE : 0, status: 'low' }
      candidates.push(candidate)
      if (isHeld) labelled = candidate
      if (hurried) free = window.last + 1
      else if (!isHeld) budget.windows--
    }
  }
  return candidates
}

export function findPhones(tokens: TextTokens, trees: Trees, budget?: Budget): Phones {
  const scene = readTextContext(tokens)
  const candidates = candidatesOf(scene, budget)
  for (const candidate of candidates) if (candidate.score !== RULE_SCORE) judge(scene, candidate, trees)
  choose(candidates)
  // A text with a plain number hides none.
  const hasContact = candidates.some(({ score }) => score > 0) || tokens.list.some(({ kind }) => kind === 'mark')
  return { scene, candidates, parts: hasContact ? [] : announcedParts(scene).map(({ span }) => span) }
}

function judge(scene: TextContext, candidate: NumberCandidate, trees: Trees): void {
  const { labelled, first, last } = candidate
  const hasName = labelled && !isTown(candidate) && !isOfferedAfter(scene.tokens, tokensOf(scene, candidate))
  if (hasName || (first < last && areFigures(scene, candidate))) {
    candidate.status = 'held'
    return
  }
  candidate.score = isPlain(scene, candidate) ? RULE_SCORE : score(trees, figuresOf(scene, candidate, labelled))
  if (isUsual(scene, candidate)) candidate.score = Math.max(candidate.score, MIN_POSITIVE_SCORE)
}

/** "Accounts: (0172) 3636584": the code of a town outweighs a label. */
const isTown = ({ first, last, kind }: NumberCandidate): boolean => first < last && kind === 'landline'

/** "9876543210", "+91 9876543210": ten digits in one piece, which only a label keeps. */
function isPlain({ numerals }: TextContext, { first, last, kind }: CandidateSpan): boolean {
  const { digits = '', spoken = true } = numerals[last] ?? {}
  if (spoken || !kind.startsWith('mobile')) return false
  return first === last || (last === first + 1 && /^[6-9].{9}$/.test(digits))
}

/** "98765 43210", "(987)-654-3210", unless both are round figures. */
function isUsual(scene: TextContext, candidate: NumberCandidate): boolean {
  const { first, last, kind, digits, plus } = candidate
  // "+91 (832) 904-1176": no figure has the code of the country.
  if (plus && kind === 'mobile with code') return true
  if (kind !== 'mobile' || /^..[05]00..[05]00$/.test(digits)) return false
  const sizes = scene.numerals.slice(first, last + 1).map((numeral) => numeral.digits.length)
  const sign = USUAL.get(sizes.join(' '))
  if (
    sign === undefined ||
    !scene.separators.slice(first, last).every((separator) => sign.test(separator?.signs ?? ''))
  )
    return false
  const span = tokensOf(scene, candidate)
  return !isNamed(scene.tokens, span.first) && !isFigure(scene.tokens, span)
}

export function tokensOf({ numerals }: TextContext, { first, last }: { first: number; last: number }): TokenSpan {
  return { first: numerals[first]?.first ?? 0, last: numerals[last]?.last ?? 0 }
}

export function spansOf({ scene, candidates, parts }: Phones): TokenSpan[] {
  const taken = candidates.filter(({ status }) => status === 'taken')
  const begun = new Set(taken.map(({ first }) => first))
  const tokenSpans = taken.flatMap(({ first, last, kind }) => {
    const span = tokensOf(scene, { first, last: furtherNumbers(scene, last, (n) => begun.has(n)) })
    // "STD 0253 Nos. 2384617, 2384618": the code of the town goes with the number.
    const codes = kind === 'local' ? [adjacentCode(scene, span.first, -1), adjacentCode(scene, span.last, 1)] : []
    return [span, ...codes.flatMap((code) => (code === undefined ? [] : { first: code, last: code }))]
  })
  return [...tokenSpans, ...parts]
}

function choose(candidates: NumberCandidate[]): void {
  const offered = candidates.filter(({ score }) => score > 0)
  if (offered.length === 0) return
  const held = candidates.filter(({ status }) => status === 'held')
  const owned = new Set(held.flatMap(numeralsOf))
  const isFree = (window: CandidateSpan): boolean => numeralsOf(window).every((n) => !owned.has(n))
  for (const window of offered) window.status = 'lost'
  const byEnd = Map.groupBy(offered, ({ last }) => last)
  for (const window of offered.toSorted((a, b) => b.score - a.score)) {
    // Of a number with and without its country code the longer is meant.
    const isLonger = (other: NumberCandidate): boolean =>
      other.first < window.first && (window.score < RULE_SCORE || other.score === RULE_SCORE) && isFree(other)
    const best = byEnd.get(window.last)?.find(isLonger) ?? window
    if (!isFree(best)) continue
    best.status = 'taken'
    for (const n of numeralsOf(best)) owned.add(n)
  }
  // A label no longer holds a number that is offered elsewhere in the text.
  const cores = new Set(offered.filter(({ status }) => status === 'taken').map(({ digits }) => digits.slice(CORE)))
  for (const window of held) if (cores.has(window.digits.slice(CORE))) window.status = 'taken'
}

/** Numbers of papers are in one piece, or in groups that no telephone number has. */
function hasLabel(scene: TextContext, { first, last }: CandidateSpan, before: NumberCandidate | undefined): boolean {
  const { tokens, numerals, separators } = scene
  if (separators.slice(first, last).some((separator) => separator && separator.words > 0 && separator.blanks > 0))
    return false
  const span = tokensOf(scene, { first, last })
  if (isStamped(tokens, span.first, span.last)) return true
  const sizes = numerals.slice(first, last + 1).map(({ digits }) => digits.length)
  const isBare = first === last || ODD.has(sizes.join(' '))
  if (isLabelled(tokens, span.first, isBare ? sizes.reduce((a, b) => a + b) : 0)) return true
  return before?.last === first - 1 && first === last && isListed(scene, first)
}

function isListed({ numerals, separators }: TextContext, n: number): boolean {
  const separator = separators[n - 1]
  if (separator === undefined || (separator.tags & CALL) !== 0) return false
  const [digits = '', last = ''] = [numerals[n]?.digits, numerals[n - 1]?.digits]
  return (
    digits.slice(0, ALIKE) === last.slice(0, ALIKE) || (separator.sole !== undefined && means(separator.sole, 'join'))
  )
}
