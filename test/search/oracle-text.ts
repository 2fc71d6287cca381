import type { KnownWords } from '../../src/search/reading/known-words.ts'
import { aliasBesideClass, isAliasWord } from '../../src/search/words/word-lists.ts'
import { spelledLetters } from '../../src/text/letter-names.ts'
import { soundOf } from '../../src/text/sounds.ts'
import { soundAlike } from './sound-alike.ts'

/** Typos, then words met only as a prefix, then how good the places are; compared in that order. */
export type Cost = readonly [typos: number, prefixes: number, places: number]

export function compareCosts(a: Cost, b: Cost): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

export const add = (a: Cost, b: Cost): Cost => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const least = (a: Cost | undefined, b: Cost | undefined) =>
  a === undefined || (b !== undefined && compareCosts(b, a) < 0) ? b : a

const MAX_KNOWN = 500_000

/** The same few texts are read very often. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    if (known.size >= MAX_KNOWN) known.clear()
    return known.getOrInsertComputed(text, read)
  }
}

const DRIVES = /(?<![0-9])([24])(?:[ -]?wd|w)(?![a-z0-9])|(?<![a-z0-9])[24] ?[x*×] ?([24])(?![a-z0-9])/g

/** Character by character: fold it, then break where the sort of character changes. */
export const wordsOf = remembered((text): readonly string[] => {
  const words: string[] = []
  let kind = ''
  const folded = [...inDevanagari(text).toUpperCase().toLowerCase().normalize('NFD')]
    .filter((character) => !/\p{Default_Ignorable_Code_Point}|\u093c|[\u0300-\u036f]/u.test(character))
    .join('')
    .normalize('NFC')
  for (const character of folded.replace(
    DRIVES,
    (_, ...[wheels, driven]) => ` ${'④②'[wheels === '4' || driven === '4' ? 0 : 1]} `,
  )) {
    if (character === '④' || character === '②') {
      words.push(character === '④' ? '4wd' : '2wd')
      kind = ''
      continue
    }
    const isDigit = /\p{Nd}/u.test(character)
    const next = isDigit
      ? 'digit'
      : /\p{L}/u.test(character) || (/\p{M}/u.test(character) && kind === 'letter')
        ? 'letter'
        : ''
    const written = isDigit ? String(digitOf(character)) : character
    if (next !== '' && next === kind) words.push(words.pop()! + written)
    else if (next !== '') words.push(written)
    kind = next
  }
  return words
})

const ROWS = new Map([...'ੰੱॆॊऎऒ'].map((sign, at) => [sign, ['ं', '', 'े', 'ो', 'ए', 'ओ'][at]!]))

/** Other Indic scripts sign by sign; a virama that joins nothing is not written. */
function inDevanagari(text: string): string {
  const signs = [...text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')].map((sign) => {
    if (/\p{Nd}/u.test(sign) || ROWS.has(sign)) return ROWS.get(sign) ?? sign
    const isOther = /[\u0980-\u0b7f\u0c00-\u0d7f]/.test(sign)
    const own = isOther ? String.fromCodePoint(0x900 + (sign.codePointAt(0)! % 0x80)) : sign
    return ROWS.get(own) ?? own
  })
  return signs.filter((sign, at) => sign !== '्' || /^[क-ह]/.test(signs[at + 1] ?? '')).join('')
}

const ZEROS = [0x30, 0x966, 0xbe6, 0x660, 0xff10]

function digitOf(character: string): number {
  const code = character.codePointAt(0)!
  return code - ZEROS.find((zero) => code >= zero && code < zero + 10)!
}

/** Edits between a word and each beginning of another, the whole last; swapping two neighbours is one edit. */
export function edits(a: string, b: string): number[] {
  const x = [...a]
  const y = [...b]
  const table = [Array.from({ length: y.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= x.length; i++) {
    const row = [i]
    for (let j = 1; j <= y.length; j++) {
      const swapped = i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1] ? table[i - 2]![j - 2]! + 1 : 99
      const changed = table[i - 1]![j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1)
      row.push(Math.min(changed, swapped, table[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    table.push(row)
  }
  return table[x.length]!
}

const isNumber = (word: string) => /^[0-9]/.test(word) && !word.endsWith('wd')

export function allowance(word: string): number {
  const length = [...word].length
  if (isNumber(word) || length < 4) return 0
  return length < 9 ? 1 : 2
}

function wordCost(typed: string, held: string, typos: number, isLast: boolean): Cost | undefined {
  let best: Cost | undefined
  // Of a short word the first letter must be right.
  const isOther = [...typed].length <= 4 && typed[0] !== held[0]
  const limit = isNumber(typed) || isNumber(held) || isOther ? 0 : typos
  if (limit === 0) {
    if (typed === held) best = [0, 0, 0]
    else if (isLast && held.startsWith(typed)) best = [0, 1, 0]
    return best
  }
  // Each letter more or less is an edit.
  if (typed.length - held.length > 2 * limit || (!isLast && held.length - typed.length > 2 * limit)) return best
  const distances = edits(typed, held)
  const full = distances.at(-1)!
  if (full <= limit) best = [full, 0, 0]
  if (!isLast) return best
  for (const distance of distances) if (distance <= limit) best = least(best, [distance, 1, 0])
  return best
}

/** What a text offers to be met, in its order. */
export interface Held {
  word: string
  joined: boolean
}

const isLetterName = (word: string | undefined) => word !== undefined && spelledLetters(word)[0]?.length === 1

/** Words; neighbours of one sort written together, four at most; letter names read as letters, unless among others. */
export const heldWords = remembered((text): readonly Held[] => {
  const words = wordsOf(text)
  const held: Held[] = []
  words.forEach((word, at) => {
    const before = words.slice(0, at).filter((other) => other === word).length
    held.push({ word: word + '²'.repeat(before), joined: false })
    const isAmong = isLetterName(word) && (isLetterName(words[at - 1]) || isLetterName(words[at + 1]))
    if (before === 0 && !isAmong)
      for (const reading of spelledLetters(word)) held.push({ word: reading, joined: false })
    for (let count = 2; count <= 4; count++) {
      const run = words.slice(at, at + count)
      const joined = run.join('')
      if (run.length < count || run.some((other) => isNumber(other) !== isNumber(word)) || joined.length > 24) break
      held.push(...[joined, ...spelledLetters(joined)].map((reading) => ({ word: reading, joined: true })))
    }
  })
  const umlauts = /[äöü]|[aou]\u0308/gi
  if (umlauts.test(text)) {
    const spelled = wordsOf(text.replace(umlauts, (letter) => `${letter.normalize('NFD')[0]}e`))
    spelled.forEach((word, at) => {
      if (word === words[at]) return
      held.push({ word, joined: false })
      const next = spelled[at + 1]
      if (next !== undefined && isNumber(next) === isNumber(word)) held.push({ word: word + next, joined: true })
    })
  }
  return held
})

/** An alias of several words as a whole, but for the name of a class, or by those that are neither class words nor fillers. */
export const heldInAlias = remembered((text): readonly Held[] => {
  const words = wordsOf(text)
  if (words.length === 1 || words.every(isAliasWord)) return heldWords(text)
  const runs: string[][] = []
  for (const word of aliasBesideClass(words)) {
    const run = runs.at(-1)
    if (run && isNumber(run[0]!) === isNumber(word)) run.push(word)
    else runs.push([word])
  }
  const whole = runs.filter((run) => run.length > 1).flatMap((run) => [run.join(''), ...spelledLetters(run.join(''))])
  const told = words
    .filter(isAliasWord)
    .flatMap((word) => [word, ...spelledLetters(word).filter((reading) => reading.length > 1)])
  return [...whole, ...told].map((word) => ({ word, joined: false }))
})

/** The words of these texts, neighbours written together among them. */
export function plainlyKnown(
  texts: Iterable<string>,
  aliases: Iterable<string>,
  names: readonly (readonly string[])[],
): Pick<KnownWords, 'has' | 'repeats' | 'hasPair' | 'matches'> & { begins(text: string): boolean } {
  const held = new Set<string>()
  for (const text of texts) for (const { word } of heldWords(text)) held.add(word)
  for (const alias of aliases) for (const { word } of heldInAlias(alias)) held.add(word)
  const all = [...held]
  const isMet = (word: string, typos: number, isLast: boolean) =>
    all.some((other) => wayCost(word, other, typos, isLast) !== undefined)
  return {
    has: (word) => held.has(word),
    repeats: (word) => held.has(`${word}²`),
    begins: (text) => all.some((word) => word.startsWith(text)),
    hasPair(first, second) {
      if (isNumber(first) === isNumber(second)) return held.has(first + second)
      return names.some((words) => words.some((word, at) => word === first && words[at + 1] === second))
    },
    matches(word, next, isLast, withTypos) {
      if (next === undefined) return isMet(word, withTypos ? allowance(word) : 0, isLast)
      if (isNumber(word) !== isNumber(next)) return false
      return isMet(word + next, withTypos ? spanTypos([word, next]) : 0, isLast)
    },
  }
}

/** Texts a machine is found by: its own with how good a place they are, its name first; and those it shares. */
export interface Places {
  name: string
  others: Array<{ held: readonly Held[]; cost: number }>
  shared: Array<{ held: readonly Held[]; cost: number; isClass?: boolean }>
  /** Words of the name that are not the maker's. */
  beyondMaker: readonly string[]
}

/** What is known of typed words. */
export interface Typed {
  /** Whether no text has it; as a beginning, none has a word that begins so. */
  isUnknown(word: string, isBeginning: boolean): boolean
  /** Whether a maker is called so. */
  isMaker(word: string): boolean
  /** Whether it is a word for a class. */
  isClass(word: string): boolean
  /** Whether a class is called so. */
  isClassName(text: string): boolean
}

interface Met {
  cost: Cost
  /** Where in the name it is met, if that is the cheapest place. */
  position?: number | undefined
}

/** The cheapest way to account for all typed words, or undefined when there is none. The last word of an open text is a prefix. */
export function matchCost(
  typed: readonly string[],
  isOpen: boolean,
  places: Places,
  { isUnknown, isMaker, isClass, isClassName }: Typed,
  isGuessed: boolean,
): Cost | undefined {
  const { name, others, shared, beyondMaker } = places
  const corrected = typed
    .flatMap((word, at) => (isUnknown(word, isOpen && at === typed.length - 1) ? [at] : []))
    .slice(0, 8)
  const mayErr = (at: number) => (isGuessed && typed.length <= 8) || corrected.includes(at)
  const runs = (length: number) => typed.map((_, start) => typed.slice(start, start + length))
  const isInName = (at: number) =>
    [2, 3].some((length) =>
      runs(length).some(
        (run, start) => start <= at && at < start + length && run.length > 1 && isClassName(run.join(' ')),
      ),
    )
  const isMakers = (at: number) => isMaker(typed[at]!) && !isInName(at)
  const hasClass = typed.some((word, at) => isClass(word) && !isMakers(at))
  const own = [{ held: heldWords(name), cost: 0 }, ...others]
  const isOfClass = (word: string, noClass: boolean) => !noClass && isClass(word)

  const meet = (word: string, typos: number, isLast: boolean, isSpan: boolean, noClass: boolean): Met | undefined => {
    const among = (held: readonly Held[], cost: number, at: (position: number) => number | undefined) => {
      let best: Met | undefined
      held.forEach(({ word: other, joined }, position) => {
        if (isSpan && joined) return
        const place = cost + (joined ? 8 : 0) + (isSpan ? 8 : 0)
        const met = wayCost(word, other, typos, isLast)
        if (met === undefined) return
        const whole = add(met, [0, 0, place])
        if (best === undefined || compareCosts(whole, best.cost) < 0) best = { cost: whole, position: at(position) }
      })
      return best
    }
    let best: Met | undefined
    const ofClass = !isSpan && isOfClass(word, noClass)
    own.forEach(({ held, cost }, text) => {
      const met = among(held, text === 0 && ofClass ? 12 : cost, (position) => (text === 0 ? position : undefined))
      if (met && (best === undefined || compareCosts(met.cost, best.cost) < 0)) best = met
    })
    for (const { held, cost, isClass: isClassText } of shared) {
      if (isClassText && noClass) continue
      const met = among(held, cost, () => undefined)
      if (met && (best === undefined || compareCosts(met.cost, best.cost) <= 0))
        best = { cost: met.cost, position: undefined }
    }
    return best
  }

  const from = (at: number): { cost: Cost; chosen: Met[] } | undefined => {
    if (at === typed.length) return { cost: [0, 0, 0], chosen: [] }
    let best: { cost: Cost; chosen: Met[] } | undefined
    for (let count = 1; count <= 4 && at + count <= typed.length; count++) {
      const run = typed.slice(at, at + count)
      if (run.some((word) => isNumber(word) !== isNumber(run[0]!))) break
      const met = meetRun(run, at, meet)
      const rest = met && from(at + count)
      if (!rest) continue
      const cost = add(met.cost, rest.cost)
      if (best === undefined || compareCosts(cost, best.cost) < 0) best = { cost, chosen: [met, ...rest.chosen] }
    }
    return best
  }

  function meetRun(run: readonly string[], at: number, how: typeof meet): Met | undefined {
    const isLast = isOpen && at + run.length === typed.length
    const again = typed.slice(0, at).filter((word) => word === run[0]).length
    const mayAllErr = run.every((_, more) => mayErr(at + more))
    if (run.length > 1) return how(run.join(''), mayAllErr ? spanTypos(run) : 0, isLast, true, false)
    const noClass = hasClass && isMakers(at)
    return again > 0
      ? how(run[0]! + '²'.repeat(again), 0, false, false, noClass)
      : how(run[0]!, mayErr(at) ? allowance(run[0]!) : 0, isLast, false, noClass)
  }

  const whole = from(0)
  if (whole === undefined) return undefined
  const isLed =
    beyondMaker.length > 0 &&
    leads(typed, isOpen, beyondMaker[0]!, mayErr, (word, at) => isOfClass(word, hasClass && isMakers(at)))
  const cost = add(whole.cost, [0, 0, isLed ? 0 : 8])
  const positions = whole.chosen.flatMap(({ position }) => (position === undefined ? [] : [position]))
  const isOrdered = positions.every((position, at) => at === 0 || position >= positions[at - 1]!)
  const isExact =
    cost.every((part) => part === 0) &&
    isOrdered &&
    positions.length > 0 &&
    positions.length === Math.min(beyondMaker.length, 63)
  const isCovered = isOrdered && positions.length > 0 && positions.length === Math.min(beyondMaker.length, 63)
  return add(cost, [0, 0, (isOrdered ? 0 : 2) + (isExact ? 0 : 1) + (isCovered ? 0 : 2048)])
}

/** Two words together: what they are allowed apart and as one, and never so much that one of them could vanish. */
const spanTypos = (run: readonly string[]) =>
  run.length > 2
    ? 0
    : Math.min(
        run.reduce((sum, word) => sum + allowance(word), 0),
        allowance(run.join('')),
        ...run.map((word) => [...word].length - 1),
      )

const ways = new Map<string, Map<string, Cost | undefined>>()
let waysKnown = 0

/** Few words are compared very often. */
export function wayCost(typed: string, held: string, typos: number, isLast: boolean): Cost | undefined {
  const known = ways.getOrInsertComputed(`${typed} ${typos}${isLast}`, () => new Map())
  if (known.has(held)) return known.get(held)
  if (++waysKnown % MAX_KNOWN === 0) ways.clear()
  const cost = compareWays(typed, held, typos, isLast)
  known.set(held, cost)
  return cost
}

const sound = remembered(soundOf)

/** What it takes to type this for that: its letters, how it sounds, or the letters it spells. */
function compareWays(typed: string, held: string, typos: number, isLast: boolean): Cost | undefined {
  let best = `${typed}${held}`.includes('²')
    ? typed === held
      ? ([0, 0, 0] as const)
      : undefined
    : wordCost(typed, held, typos, isLast)
  if (soundAlike(sound(typed), sound(held))) best = least(best, [1, 0, 0])
  for (const reading of spelledLetters(typed)) {
    const spelled = wordCost(reading, held, 0, isLast)
    if (spelled !== undefined) best = least(best, add(spelled, [0, 0, 8]))
  }
  return best
}

/** Whether something typed, alone or with its neighbours, is a way to type the word that the name begins with. */
function leads(
  typed: readonly string[],
  isOpen: boolean,
  held: string,
  mayErr: (at: number) => boolean,
  isOfClass: (word: string, at: number) => boolean,
): boolean {
  return typed.some((word, at) => {
    const again = typed.slice(0, at).filter((other) => other === word).length
    const isLast = isOpen && at === typed.length - 1
    const alone = again > 0 ? word + '²'.repeat(again) : word
    const typos = again > 0 || !mayErr(at) ? 0 : allowance(word)
    if (!isOfClass(alone, at) && wayCost(alone, held, typos, again === 0 && isLast)) return true
    for (let count = 2; count <= 4 && at + count <= typed.length; count++) {
      const run = typed.slice(at, at + count)
      if (run.some((other) => isNumber(other) !== isNumber(word))) return false
      const typos = run.every((_, more) => mayErr(at + more)) ? spanTypos(run) : 0
      if (wayCost(run.join(''), held, typos, isOpen && at + count === typed.length)) return true
    }
    return false
  })
}
