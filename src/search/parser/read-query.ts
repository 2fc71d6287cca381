import { asTyped, changesScript } from '../../lib/text/normalize.ts'
import type { Sort } from '../../schema/api/values.ts'
import { isClassWord } from '../words/word-lists.ts'
import {
  doesPart,
  hasRepeats,
  keep,
  keepNames,
  leaveOutContrary,
  leaveOutUnknown,
  leaveOutYears,
  makersIn,
  partMakers,
  wordsKept,
} from './choose.ts'
import type { KnownWords } from './known-words.ts'
import { joinSaid, NOTHING_SAID, type Said } from './measures.ts'
import { type Candidate, parse } from './parse.ts'
import { respell } from './respell.ts'
import { takeNamed, toSides } from './sides.ts'
import { beginsPhrase, toLexemes } from './vocabulary.ts'
import { isYearText } from './years.ts'

/**
 * Words used in this room, each with one meaning:
 * - lexeme: a word, a number or a sign of the typed text.
 * - phrase: neighbouring lexemes that the vocabulary knows; a meaning is one thing it can mean.
 * - amount: a number with its scale, such as 8.5 lakh; weak: a unit or scale of one letter.
 * - figure: an amount with its measure and sense, such as "under 8 lakh"; it becomes bounds.
 * - measure: what a figure measures, a line of MEASURES. sense: how a figure bounds it.
 * - said: what the text states as parameters of a search.
 * - candidate: a word that the parser took for neither a figure nor a wish; the chooser keeps it or leaves it out.
 * - filler: a word that names no machine. idle: a number that names nothing.
 * - beside: what is asked for beside machines: used ones, implements, places.
 * - side: the words between two "or"; a machine must match all words of one side.
 * - reading: all of this for one text. The read-back is the same as a query string.
 *
 * Text → lexemes (vocabulary) → spelled as the catalogue does (respell) → parsed (parse, figures, amounts, years) →
 * chosen, by asking what finds machines (choose) → sides.
 */

/** How a typed text is understood, the same for both engines. */
export interface Reading {
  /** The folded words of each side, of which one must match, the last word of all as a prefix; without words there is none. */
  sides: readonly (readonly string[])[]
  /** The bounds that the text states. */
  said: Said
  /** The order it wishes for, and the word for it. */
  sort: Sort | null
  wish: readonly string[]
  /** Fillers, unknown words, and words about what is beside the machines. */
  leftOut: readonly string[]
  /** Every typed word was taken as it is. */
  isPlain: boolean
  /** No word names a machine; all are searched for nevertheless, since nothing else is asked for. */
  isIdle: boolean
  /** What else was asked for: used machines, implements by kind, state codes. */
  beside: { used: boolean; implements: readonly string[]; states: readonly string[] }
}

export const NOTHING_READ: Reading = {
  sides: [],
  said: NOTHING_SAID,
  sort: null,
  wish: [],
  leftOut: [],
  isPlain: true,
  isIdle: false,
  beside: { used: false, implements: [], states: [] },
}

/** A text that was read is read again until it says the same. */
const MAX_ROUNDS = 8

/**
 * Reads a text. What is left of it as words must read as these very words, so that the reading can be sent in place of
 * the text: it is read again until it does.
 */
export function readQuery(q: string, known: KnownWords): Reading {
  let reading = readOnce(q, known)
  for (let round = 0; !reading.isPlain && round < MAX_ROUNDS; round++) {
    if (readsAsItself(reading, known)) break
    const again = readOnce(textOf(reading), known)
    const isSame = again.wish.length + again.leftOut.length === 0 && again.said === NOTHING_SAID
    if (isSame && textOf(again) === textOf(reading)) break
    reading = {
      sides: again.sides,
      said: joinSaid(reading.said, again.said),
      beside: reading.beside,
      isPlain: false,
      isIdle: again.isIdle,
      sort: reading.sort ?? again.sort,
      wish: [...reading.wish, ...again.wish],
      leftOut: [...reading.leftOut, ...again.leftOut],
    }
  }
  const isAsFolded = reading.leftOut.length === 0 || !changesScript(q)
  return isAsFolded ? reading : { ...reading, leftOut: asTyped(reading.leftOut, q) }
}

/** Words of which some may contradict the others: one is said twice, or several tell what classes do. */
const isLoose = (words: readonly string[], { areUsed }: KnownWords) =>
  hasRepeats(words) || (words.length > (areUsed ? 1 : 2) && words.every(isClassWord))

/** Whether what is left is plainly words: all are known, and none could be read as anything else. */
function readsAsItself({ sides }: Reading, known: KnownWords): boolean {
  if (sides.length === 0) return true
  const words = sides[0]!
  if (sides.length > 1) return false
  if (words.length > 1 && (isLoose(words, known) || makersIn(words, known).length > 1)) return false
  return words.every((word, at) => known.has(word) && !isYearText(word) && !beginsPhrase(words, at))
}

/** What is left to search for, as a text that reads as itself. */
export const textOf = ({ sides }: Pick<Reading, 'sides'>) => sides.map((words) => words.join(' ')).join(' or ')

function readOnce(q: string, known: KnownWords): Reading {
  const typed = toLexemes(q)
  const lexemes = respell(typed, known)
  const { candidates, isRead: isParsed, ...draft } = parse(lexemes, known)
  let { said } = draft
  const wishes: Candidate[] = []
  let isCompared = false
  let hasAbout = false
  for (const one of candidates) {
    if (one.kind === 'wish') wishes.push(one)
    isCompared ||= one.kind === 'compare'
    hasAbout ||= one.about !== undefined
  }
  const all = wishes.length > 0 ? candidates.filter(({ kind }) => kind !== 'wish') : candidates
  const sort = wishes[0]?.about?.sort ?? null
  const beside = hasAbout ? besideOf(all) : NOTHING_READ.beside
  const isRead = isParsed || lexemes !== typed
  keepNames(all, known)
  partMakers(all, known)
  leaveOutUnknown(all, known, isCompared)
  const isOnlyBeside = said === NOTHING_SAID && sort === null && !all.some(({ isKept }) => isKept)
  if (isOnlyBeside) for (const one of all) if (one.kind !== 'unwanted') keep(one)
  // Words as the catalogue has them must all match.
  const isAsKnown = !isRead && all.every(({ word, isKept }) => isKept && known.has(word))
  if (!isOnlyBeside) leaveOutContrary(all, known, isCompared, !isAsKnown || isLoose(wordsKept(all), known))
  leaveOutYears(all, known, said !== NOTHING_SAID || sort !== null)
  const isCarried = hasAbout && all.some(({ about, isKept }) => about?.implement !== undefined && !isKept)
  if (isCarried && !('hp_min' in said || 'hp_max' in said))
    said = joinSaid(said, powerFor(all, beside.implements, known))
  let sides = toSides(all, isCompared, known)
  const leftOut = all.flatMap((one) =>
    one.isKept || (sides.length > 1 && doesPart(one, isCompared)) ? [] : [one.word],
  )
  for (const name of sort === null ? [] : (['machine_class', 'manufacturer'] as const)) {
    const taken = takeNamed(sides, (words) => known.valueNamed(name, words))
    if (taken === undefined) continue
    // A maker without a machine of that class was not meant: "cheapest mini tractor" where a maker is called Mini.
    const { machine_class: kind } = said
    if (name === 'manufacturer' && kind && !known.makes(taken.value, kind)) continue
    sides = taken.sides
    said = joinSaid(said, { [name]: taken.value })
  }
  const wish = wishes.map(({ word }) => word)
  const isPlain = !isRead && leftOut.length === 0 && sides.length < 2
  return { sides, said, sort, wish, leftOut, isPlain, isIdle: isOnlyBeside, beside }
}

/** What the words ask for beside machines. */
function besideOf(all: readonly Candidate[]): Reading['beside'] {
  const abouts = all.flatMap(({ about }) => about ?? [])
  return {
    used: abouts.some(({ isUsed }) => isUsed),
    implements: abouts.flatMap(({ implement }) => implement ?? []),
    states: abouts.flatMap(({ state }) => state ?? []),
  }
}

/**
 * The power that implements need, where only a class that carries them, with or without a maker, is asked for: "super
 * seeder ke liye tractor". A maker who makes none of that class made the implement, and is left out.
 */
function powerFor(all: readonly Candidate[], kinds: readonly string[], known: KnownWords): Said {
  const kept = wordsKept(all)
  const named = kept.filter(isClassWord)
  if (known.areUsed || named.length === 0) return NOTHING_SAID
  if (!kept.every((word) => isClassWord(word) || known.isMaker(word))) return NOTHING_SAID
  const classOf = (words: string[]) => known.valueNamed('machine_class', words)
  const carrier = classOf(named) ?? classOf(named.slice(-1))
  if (carrier === undefined) return NOTHING_SAID
  for (const one of all) {
    const maker = one.isKept ? known.valueNamed('manufacturer', [one.word]) : undefined
    if (maker !== undefined && !known.makes(maker, carrier)) one.isKept = false
  }
  const power = known.powerFor(
    kinds,
    all.map(({ word }) => word),
    carrier,
  )
  return Object.keys(power).length === 0 ? NOTHING_SAID : power
}
