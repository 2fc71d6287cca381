import type { Numerals } from '../digits/reading.ts'
import { labelsBefore } from '../labels/labels.ts'
import { isOfferedAfter } from '../labels/offers.ts'
import { means, type Tokens } from '../text/tokens.ts'
import { CALL, JOIN } from '../words/vocabulary.ts'
import { describe, FEATURES } from './features.ts'
import { furtherNumbers } from './further.ts'
import { isMoney } from './money.ts'
import { score, type Trees } from './trees.ts'
import { BARE_LANDLINE, digitAt, hasPlus, newScene, type Scene, sizeOf, type Window, windowsAt } from './windows.ts'

// Every window is scored; of those above the bar the best are taken, none that overlaps another.

/** A window with how many numbers the label before it speaks for, and its score. */
export type Candidate = Window & { law: number; score: number; fate: Fate }
/** `held` by its label, `priced` by a currency mark, `low` score, `lost` to a better window that overlaps it, `taken`. */
export type Fate = 'held' | 'priced' | 'low' | 'lost' | 'taken'

/** A find, in tokens, both ends included. */
export type TokenSpan = { first: number; last: number }

/** So many first digits in common make two numbers neighbours in a series. */
const ALIKE = 6
const CORE = 10
/**
 * No honest text has more windows, nor more numerals in a row. Past them each window without words in it goes unread, so
 * that none takes long.
 */
export const MOST_WINDOWS = 250
const LONGEST_ROW = 40

/** How many windows may still be looked at in all readings of a text. */
export type Budget = { windows: number }

const row = new Float64Array(FEATURES.length)

/** The figures of a window, for whoever trains the trees. */
export function figuresOf(scene: Scene, window: Window, law: number): Float64Array {
  describe(scene, window, law, row)
  return row
}

/** Every window of a text with what its label says. */
export function candidatesOf(scene: Scene, budget: Budget = { windows: MOST_WINDOWS }): Candidate[] {
  const rows = rowsOf(scene)
  const candidates: Candidate[] = []
  let labelled: Candidate | undefined
  let free = 0
  for (let n = 0; n < scene.numerals.count; n++) {
    const hurried = budget.windows <= 0 || (rows[n] ?? 0) > LONGEST_ROW
    if (n < free) continue
    for (const window of windowsAt(scene, n)) {
      if (hurried && (n < free || !isPlain(scene, window))) continue
      const law = hurried && window.last > n ? 0 : lawOf(scene, window, labelled)
      const candidate: Candidate = { ...window, law, score: hurried && law === 0 ? 1 : 0, fate: 'low' }
      candidates.push(candidate)
      if (law > 0) labelled = candidate
      if (hurried) free = window.last + 1
      else if (law === 0) budget.windows--
    }
  }
  return candidates
}

/** For each numeral how many stand in a row with it, without a word between them. */
function rowsOf({ gaps, numerals: { count } }: Scene): Int32Array {
  const rows = new Int32Array(count)
  for (let n = 0, first = 0; n < count; n++) {
    if (n + 1 < count && gaps[n]?.words === 0) continue
    rows.fill(n + 1 - first, first, n + 1)
    first = n + 1
  }
  return rows
}

export function findPhones(
  tokens: Tokens,
  numerals: Numerals,
  trees: Trees,
  budget?: Budget,
): { scene: Scene; candidates: Candidate[] } {
  const scene = newScene(tokens, numerals)
  const candidates = candidatesOf(scene, budget)
  for (const candidate of candidates) {
    if (candidate.score > 0) continue
    const first = numerals.firstTokens[candidate.first] ?? 0
    const last = numerals.lastTokens[candidate.last] ?? 0
    const priced = candidate.law === 0 && isMoney(tokens, first, last)
    if ((candidate.law > 0 || priced) && !isOfferedAfter(tokens, last)) candidate.fate = priced ? 'priced' : 'held'
    else candidate.score = score(trees, figuresOf(scene, candidate, candidate.law))
  }
  choose(candidates)
  release(scene, candidates)
  return { scene, candidates }
}

/** The stretches of a text that go. */
export function spansOf({ scene, candidates }: { scene: Scene; candidates: Candidate[] }): TokenSpan[] {
  const { firstTokens, lastTokens } = scene.numerals
  const taken = candidates.filter(({ fate }) => fate === 'taken')
  const begun = new Set(taken.map(({ first }) => first))
  return taken.map(({ first, last }) => {
    const end = furtherNumbers(scene, last, (n) => begun.has(n))
    return { first: firstTokens[first] ?? 0, last: lastTokens[end] ?? 0 }
  })
}

function choose(candidates: Candidate[]): void {
  const held = candidates.filter(({ fate }) => fate === 'held')
  const high = candidates.filter((candidate) => candidate.score > 0)
  const order = high.toSorted((a, b) => b.score - a.score || a.first - b.first)
  /** For each numeral the window it belongs to. */
  const owners = new Map<number, Candidate>()
  for (const window of held) for (let n = window.first; n <= window.last; n++) owners.set(n, window)
  for (const window of order) {
    window.fate = 'lost'
    if (isFree(owners, window)) take(owners, window)
  }
  // Of a number with and without its country code the longer is meant.
  for (const window of order) {
    const owner = owners.get(window.last)
    if (window.fate === 'taken' || owner === undefined || owner.fate !== 'taken') continue
    if (owner.first < window.first || window.last < owner.last || owner === window) continue
    for (let n = owner.first; n <= owner.last; n++) owners.delete(n)
    if (isFree(owners, window)) {
      owner.fate = 'lost'
      take(owners, window)
    } else take(owners, owner)
  }
}

function isFree(owners: Map<number, Candidate>, { first, last }: Window): boolean {
  for (let n = first; n <= last; n++) if (owners.has(n)) return false
  return true
}

function take(owners: Map<number, Candidate>, window: Candidate): void {
  window.fate = 'taken'
  for (let n = window.first; n <= window.last; n++) owners.set(n, window)
}

/** A label no longer holds a number that is offered elsewhere in the text. */
function release(scene: Scene, candidates: Candidate[]): void {
  const cores = new Set<string>()
  for (const candidate of candidates) if (candidate.fate === 'taken') cores.add(coreOf(scene, candidate))
  if (cores.size === 0) return
  for (const candidate of candidates)
    if ((candidate.fate === 'held' || candidate.fate === 'priced') && cores.has(coreOf(scene, candidate)))
      candidate.fate = 'taken'
}

/** The last ten digits, by which two ways of writing a number are known to be the same. */
function coreOf(scene: Scene, { first, digits }: Window): string {
  let core = ''
  for (let k = Math.max(0, digits - CORE); k < digits; k++) core += digitAt(scene, first, k)
  return core
}

/** How many numbers the label before a window speaks for; 0 without one. */
function lawOf(scene: Scene, window: Window, before: Candidate | undefined): number {
  const { tokens, numerals } = scene
  const token = numerals.firstTokens[window.first] ?? 0
  if (holdsWords(scene, window)) return 0
  const bare = isBare(scene, window)
  const follows = before !== undefined && before.last === window.first - 1
  const right = follows && token - (numerals.lastTokens[before.last] ?? 0) === 1
  const law = right ? 0 : labelsBefore(tokens, token, bare, isWritten(scene, window))
  if (law > 0 || !follows || !bare || !isListed(scene, window.first, before.law)) return law
  return Math.max(1, before.law - 1)
}

/** Written in one piece and without a country code, as numbers of papers are. */
function isBare(scene: Scene, { first, last }: Window): boolean {
  const { spoken, firstTokens } = scene.numerals
  const { tokens } = scene
  const initial = digitAt(scene, first, 0)
  return first === last && spoken[first] !== 1 && initial > 0 && !hasPlus(tokens, firstTokens[first] ?? 0)
}

function isWritten({ numerals: { spoken } }: Scene, { first, last }: Window): boolean {
  for (let n = first; n <= last; n++) if (spoken[n] === 1) return false
  return true
}

/** Words stand between its digits, as in no number of a paper. */
function holdsWords({ gaps }: Scene, { first, last }: Window): boolean {
  for (let n = first; n < last; n++) if ((gaps[n]?.words ?? 0) > 0 && (gaps[n]?.blanks ?? 0) > 0) return true
  return false
}

function isPlain({ gaps }: Scene, { first, last, kind }: Window): boolean {
  for (let n = first; n < last; n++) if ((gaps[n]?.words ?? 0) > 0) return false
  return kind !== BARE_LANDLINE
}

/** One label may speak for several numbers, as long as nothing but the list goes on between them. */
function isListed(scene: Scene, n: number, allowance: number): boolean {
  const { tokens, numerals } = scene
  const gap = scene.gaps[n - 1]
  if (gap === undefined || gap.stop || (gap.meanings & CALL) !== 0) return false
  const before = numerals.lastTokens[n - 1] ?? 0
  if (gap.words === 1 && means(tokens, before + 1, JOIN)) return true
  if (gap.words > 0) return false
  return (allowance > 1 && !gap.line) || isOneMore(scene, n)
}

/** "9001177345, 9001177346": the next of the same kind. */
function isOneMore(scene: Scene, n: number): boolean {
  if (sizeOf(scene, n) !== sizeOf(scene, n - 1)) return false
  for (let k = 0; k < ALIKE; k++) if (digitAt(scene, n, k) !== digitAt(scene, n - 1, k)) return false
  return true
}
