import type { Fitting } from '../../catalogue/implements.ts'
import { tokenize } from '../../text/fold.ts'
import { amountAt, areLitres } from './amounts.ts'
import type { KnownWords } from './known-words.ts'
import type { Lexemes } from './lexemes.ts'
import type { Meaning } from './meaning.ts'
import type { Piece } from './pieces.ts'
import { figureAt } from './read-figure.ts'
import { NOTHING_SAID, type ReadFigure, type Said } from './said.ts'
import { type Phrase, phraseAt } from './vocabulary.ts'
import { isClassWord } from './word-lists.ts'

/** The least amount that may be paid by and by. */
const LEAST_SUM = 1_000
const FIRST_YEAR = 1990
const LAST_YEAR = 2040

export function isYear(lexemes: Lexemes, at: number): boolean {
  const lexeme = lexemes[at]
  if (lexeme?.kind !== 'number' || lexeme.isGlued || lexemes[at + 1]?.isGlued === true) return false
  return isYearText(lexeme.text)
}

export const isYearText = (text: string) => text.length === 4 && +text >= FIRST_YEAR && +text <= LAST_YEAR

const opensLaunch = ({ yearAfter }: Meaning) => yearAfter !== undefined
const closesLaunch = ({ yearBefore }: Meaning) => yearBefore !== undefined

const isRange = ({ range }: Meaning) => range !== undefined

/** "Since 2020", "2020 ke baad", "launched in 2020", "before 2020", "launched between 2015 and 2020". */
export function launchAt(lexemes: Lexemes, at: number): Pick<ReadFigure, 'end' | 'said'> | undefined {
  const opening = phraseAt(lexemes, at, opensLaunch)
  const place = opening?.end ?? at
  if (!isYear(lexemes, place)) return undefined
  const joint = phraseAt(lexemes, place + 1, isRange)?.end ?? -1
  const last = isYear(lexemes, joint) && lexemes[joint]!.value > lexemes[place]!.value ? joint : place
  const closing = phraseAt(lexemes, last + 1, closesLaunch)
  const launch = opening?.meaning.yearAfter ?? closing?.meaning.yearBefore
  if (launch === undefined) return undefined
  const end = opening && last === place ? place + 1 : (closing?.end ?? last + 1)
  const [launched_since, launched_until] = [`${lexemes[place]!.text}-01-01`, `${lexemes[last]!.text}-12-31`]
  if (last > place || launch === 'within') return { end, said: { launched_since, launched_until } }
  if (launch === 'since') return { end, said: { launched_since } }
  return { end, said: { launched_until: launch === 'until' ? launched_until : `${lexemes[place]!.value - 1}-12-31` } }
}

const isPayment = ({ role }: Meaning) => role === 'payment'

/** What is paid by and by, or at first, is no price: where "emi 15000", "down payment 1 lakh", "20000 ki kist" ends. */
export function paymentAt(
  lexemes: Lexemes,
  at: number,
  figure: ReadFigure | undefined,
  known: KnownWords,
): number | undefined {
  const opening = phraseAt(lexemes, at, isPayment)
  if (opening) return sumAt(lexemes, opening.end, figureAt(lexemes, opening.end, known), known)
  const end = lexemes[at]!.kind === 'number' ? sumAt(lexemes, at, figure, known) : undefined
  const closing = end === undefined ? undefined : phraseAt(lexemes, end, isPayment)
  const next = closing && sumAt(lexemes, closing.end, figureAt(lexemes, closing.end, known), known)
  return next === undefined ? closing?.end : undefined
}

/** Where a sum of money ends, also one that is too small for a price. */
function sumAt(lexemes: Lexemes, at: number, figure: ReadFigure | undefined, known: KnownWords): number | undefined {
  if (figure) return 'price_min' in figure.said || 'price_max' in figure.said ? figure.end : undefined
  const place = phraseAt(lexemes, at, ({ before }) => before !== undefined)?.end ?? at
  const sum = amountAt(lexemes, place)
  return sum && sum.value >= LEAST_SUM && !known.has(lexemes[place]!.text) ? sum.end : undefined
}

const isTop = (meaning: Meaning) => meaning.isTop

/** Where a number that does not describe the machine ends, with its word: 10 acre, top 10. */
export function idleNumberAt(lexemes: Lexemes, at: number, known: KnownWords): number | undefined {
  const { kind, value } = lexemes[at]!
  if (kind === 'number') {
    const count = phraseAt(lexemes, at + 1, ({ isCount, least = 0 }) => isCount && value >= least)
    return count?.end ?? (areLitres(lexemes, at, known) ? at + 2 : undefined)
  }
  const top = phraseAt(lexemes, at, isTop)
  const next = top && lexemes[top.end]
  if (next?.kind !== 'number' || next.value > 100 || figureAt(lexemes, top!.end, known)) return undefined
  return lexemes[top!.end + 1]?.isGlued === true ? undefined : top!.end + 1
}

/** "Up to", "up 5 lakh": words for a place that say something else here. */
export function isNoPlace(lexemes: Lexemes, at: number, { meaning, end }: Phrase): boolean {
  const opening = phraseAt(lexemes, at, ({ before }) => before !== undefined)
  const isNumber = lexemes[end]?.kind === 'number' && !isYear(lexemes, end)
  return (opening?.end ?? 0) > end || (meaning.state !== undefined && meaning.isWeak && isNumber)
}

const fitsBehind = ({ fits }: Meaning) => fits
const fitsBefore = (meaning: Meaning) => meaning.fitsBefore
const isFitted = (meaning: Meaning) => meaning.implement !== undefined || meaning.fitted !== undefined

/** So many words may describe what is fitted to a machine. */
const MAX_BETWEEN = 3

/** An implement behind "with" or before "ke liye", and where both end: "with 7 ft rotavator", "trolley ke liye". */
export function fittedAt(lexemes: Lexemes, at: number, known: KnownWords): Phrase | undefined {
  const opening = phraseAt(lexemes, at, fitsBehind)
  const first = phraseAt(lexemes, at, isFitted)
  const from = opening ?? first
  if (from === undefined) return undefined
  const isClass = (words: string[]) => known.valueNamed('machine_class', words) !== undefined
  for (let next = from.end; next < lexemes.length && next <= from.end + MAX_BETWEEN; next++) {
    const last = phraseAt(lexemes, next, opening ? isFitted : fitsBefore)
    const tool = opening ? last : first
    if (last) return { meaning: tool!.meaning, end: last.end }
    if (known.isMaker(lexemes[next]!.text) || isClass([lexemes[next]!.text])) return undefined
  }
  return undefined
}

/**
 * The power that implements need, where only a class that carries them, or a maker, is asked for: "super seeder ke liye
 * tractor". A maker who makes none of that class made the implement, and is left out.
 */
export function powerFor(pieces: readonly Piece[], kinds: readonly string[], known: KnownWords): Said {
  const kept = pieces.flatMap(({ word, isKept }) => (isKept ? [word] : []))
  if (known.areUsed || kept.length === 0 || !kept.every((word) => isClassWord(word) || known.isMaker(word)))
    return NOTHING_SAID
  const named = kept.filter(isClassWord)
  const classOf = (words: string[]) => known.valueNamed('machine_class', words)
  const carrier = named.length > 0 ? (classOf(named) ?? classOf(named.slice(-1))) : undefined
  if (carrier === undefined && (named.length > 0 || !pieces.some(({ kind }) => kind === 'fitted'))) return NOTHING_SAID
  const isOther = (maker: string | undefined) =>
    maker !== undefined && carrier !== undefined && !known.makes(maker, carrier)
  for (const piece of pieces)
    if (piece.isKept && isOther(known.valueNamed('manufacturer', [piece.word]))) piece.isKept = false
  const words = pieces.map(({ word }) => word)
  const power = known.powerFor(kinds, words, carrier)
  return Object.keys(power).length === 0 ? NOTHING_SAID : power
}

type Asked = Parameters<KnownWords['powerFor']>
type Tool = Pick<Fitting, 'hp_min' | 'hp_max' | 'fits_classes'> & { kind: string; name: string }

/**
 * The power that implements of these kinds need of a class, if one is given; open where one of them is. Of several those
 * count that have the most of the words in their names, beside what the kind is called.
 */
export function powerNeeded(
  all: readonly Tool[],
  ...[kinds, words, machineClass]: Asked
): { hp_min?: number; hp_max?: number } {
  const isMeant = ({ kind, fits_classes: classes }: Tool) =>
    kinds.includes(kind) && (!machineClass || classes.length === 0 || classes.includes(machineClass))
  const fitting = all.filter(isMeant)
  const told = new Set(words).difference(new Set(kinds.flatMap((kind) => kind.split('_'))))
  const counts = fitting.map(({ name }) => told.intersection(new Set(tokenize(name))).size)
  const nearest = fitting.filter((_, at) => counts[at] === Math.max(...counts))
  const low = Math.min(...nearest.map(({ hp_min }) => hp_min ?? 0))
  const high = Math.max(...nearest.map(({ hp_max }) => hp_max ?? Infinity))
  return { ...(low > 0 && low < Infinity && { hp_min: low }), ...(high > 0 && high < Infinity && { hp_max: high }) }
}
