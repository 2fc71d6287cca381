import { isNamed, isOfferedAfter, labelsBefore } from '../labels/labels.ts'
import { means, type Tokens } from '../text/tokens.ts'
import { bitsOf } from '../words/lexicon.ts'
import { figuresOf, isTotal, numeralsOf } from './features.ts'
import { furtherNumbers, scatteredWindows } from './parts.ts'
import { type Forest, score } from './trees.ts'
import { readScene, type Scene, type TokenSpan, type Window, windowsAt } from './windows.ts'

// Every window is scored; of those above the bar the best are taken, none that overlaps another.

/** A window with how many numbers the label before it speaks for, and its score. */
export type Candidate = Window & { labelCount: number; score: number; fate: Fate }
/** `held` by its label, `low` score, `lost` to a better window that overlaps it, `taken`. */
export type Fate = 'held' | 'low' | 'lost' | 'taken'
/** How many windows may still be looked at in all readings of a text. */
export type Budget = { windows: number }

const CALL = bitsOf('call')
/** So many first digits in common make two numbers neighbours in a series. */
const ALIKE = 6
/** By its last digits a number is known again, however it is written. */
const CORE = -10
/** What lies just above the bar. */
const LEAST = 0.01
/** No honest text has more windows. Past them every window without words in it is taken unread, so that no text takes long. */
export const MAX_WINDOWS = 60

/** Every window of a text with what its label says. */
export function candidatesOf(scene: Scene, budget: Budget = { windows: MAX_WINDOWS }): Candidate[] {
  const candidates: Candidate[] = []
  let labelled: Candidate | undefined
  let free = 0
  for (let n = 0; n < scene.numerals.length; n++) {
    const hurried = budget.windows <= 0
    for (const window of hurried && n < free ? [] : windowsAt(scene, n, hurried)) {
      if (hurried && n < free) continue
      const labelCount = hurried && window.last > n ? 0 : labelCountOf(scene, window, labelled)
      const candidate: Candidate = { ...window, labelCount, score: hurried && labelCount <= 0 ? 1 : 0, fate: 'low' }
      candidates.push(candidate)
      if (labelCount > 0) labelled = candidate
      if (hurried) free = window.last + 1
      else if (labelCount <= 0) budget.windows--
    }
  }
  const known = new Set(candidates.map(({ first, last, kind }) => `${first} ${last} ${kind}`))
  for (const window of budget.windows > 0 ? scatteredWindows(scene) : []) {
    const { own = [], first, last, kind } = window
    if (own.length > last - first && known.has(`${first} ${last} ${kind}`)) continue
    const labelCount = own.length === 1 ? labelCountOf(scene, window, undefined) : 0
    candidates.push({ ...window, labelCount, score: 0, fate: 'low' })
    budget.windows--
  }
  return candidates
}

export function findPhones(tokens: Tokens, trees: Forest, budget?: Budget): { scene: Scene; candidates: Candidate[] } {
  const scene = readScene(tokens)
  const candidates = candidatesOf(scene, budget)
  for (const candidate of candidates) {
    if (candidate.score > 0) continue
    const { last } = tokensOf(scene, candidate)
    if (candidate.labelCount > 0 && !isTown(candidate) && !isOfferedAfter(tokens, last)) candidate.fate = 'held'
    else
      candidate.score = score(
        trees[candidate.own === undefined ? 'row' : 'apart'],
        figuresOf(scene, candidate, candidate.labelCount),
      )
    // Ten digits in one piece stay only where something is named that has numbers of its own.
    if (candidate.fate === 'low' && isPlain(candidate) && !isNamed(tokens, tokensOf(scene, candidate).first))
      candidate.score = Math.max(candidate.score, LEAST)
  }
  choose(candidates)
  return { scene, candidates }
}

/** "Accounts: (0172) 3636584": with the code of a town apart it is no number of a paper by its label alone. */
const isTown = ({ first, last, kind }: Candidate): boolean => first < last && last - first < 3 && kind === 'landline'
const isPlain = ({ first, last, kind }: Candidate): boolean => first === last && kind === 'mobile'

export function tokensOf({ numerals }: Scene, { first, last }: { first: number; last: number }): TokenSpan {
  return { first: numerals[first]?.first ?? 0, last: numerals[last]?.last ?? 0 }
}

/** The stretches of a text that go. */
export function spansOf({ scene, candidates }: { scene: Scene; candidates: Candidate[] }): TokenSpan[] {
  const taken = candidates.filter(({ fate }) => fate === 'taken')
  const begun = new Set(taken.map(({ first }) => first))
  return [
    ...taken.flatMap(({ first, last, own }) => {
      if (own !== undefined) return own.map((n) => tokensOf(scene, { first: n, last: n }))
      return [tokensOf(scene, { first, last: furtherNumbers(scene, last, (n) => begun.has(n)) })]
    }),
  ]
}

function choose(candidates: Candidate[]): void {
  const held = candidates.filter(({ fate }) => fate === 'held')
  const owned = new Set(held.flatMap(numeralsOf))
  const isFree = (window: Window): boolean => numeralsOf(window).every((n) => !owned.has(n))
  const offered = candidates.filter(({ score }) => score > 0)
  if (offered.length === 0) return
  for (const window of offered) window.fate = 'lost'
  const apart = offered.filter(({ own }) => own !== undefined)
  const byEnd = Map.groupBy(offered, ({ last }) => last)
  for (const window of offered.toSorted((a, b) => b.score - a.score)) {
    // Of a number with and without its country code the longer is meant.
    const isLonger = (other: Window): boolean =>
      other.own === undefined && window.own === undefined && other.first < window.first && isFree(other)
    // "701 (78% tyre) 4277472": of a part and the whole the whole.
    const isWhole = ({ own = [] }: Window): boolean =>
      own.length > numeralsOf(window).length && numeralsOf(window).every((n) => own.includes(n))
    const best =
      byEnd.get(window.last)?.find(isLonger) ?? apart.find((other) => isWhole(other) && isFree(other)) ?? window
    if (!isFree(best)) continue
    best.fate = 'taken'
    for (const n of numeralsOf(best)) owned.add(n)
  }
  // A label no longer holds a number that is offered elsewhere in the text.
  const taken = offered.filter(({ fate }) => fate === 'taken')
  const cores = new Set(taken.map(({ digits }) => digits.slice(CORE)))
  for (const window of held) if (cores.has(window.digits.slice(CORE))) window.fate = 'taken'
}

/** How many numbers the label before a window speaks for; 0 without one. */
function labelCountOf(scene: Scene, { first, last }: Window, before: Candidate | undefined): number {
  const { tokens, numerals, gaps } = scene
  const own = numerals.slice(first, last + 1)
  const token = own[0]?.first ?? 0
  // Words stand between its digits, as in no number of a paper.
  for (let n = first; n < last; n++) if ((gaps[n]?.words ?? 0) > 0 && (gaps[n]?.blanks ?? 0) > 0) return 0
  if (own.every(({ spoken }) => !spoken) && isTotal(tokens, token, own.at(-1)?.last ?? token)) return 1
  // Numbers of papers are written in one piece.
  const labelCount = labelsBefore(tokens, token, first === last)
  if (labelCount > 0 || before?.last !== first - 1 || first < last || !isListed(scene, first, before.labelCount))
    return labelCount
  return Math.max(1, before.labelCount - 1)
}

/** One label may speak for several numbers, as long as nothing but the list goes on between them. */
function isListed({ numerals, gaps }: Scene, n: number, allowance: number): boolean {
  const gap = gaps[n - 1]
  if (gap === undefined || (gap.tags & CALL) !== 0) return false
  if (gap.sole !== undefined && means(gap.sole, 'join')) return true
  // "9001177345, 9001177346": the next of the same kind.
  const [digits = '', last = ''] = [numerals[n]?.digits, numerals[n - 1]?.digits]
  const alike = digits.length === last.length && digits.slice(0, ALIKE) === last.slice(0, ALIKE)
  return alike || (allowance > 1 && gap.words === 0)
}
