import type { Sort } from '../../contract/values.ts'
import { asTyped, changesScript, isDigits } from '../../text/fold.ts'
import { fittedAt, idleNumberAt, isYear, isYearText, launchAt } from './asides.ts'
import type { KnownWords, WordUse } from './known-words.ts'
import { isGluedToName, type Lexeme } from './lexemes.ts'
import { hasRole, isBeside, isFiller, isName, isWhole, isWish } from './meaning.ts'
import {
  doesPart,
  hasRepeats,
  keep,
  keepNames,
  leaveOutContrary,
  leaveOutUnknown,
  leaveOutYears,
  nameIn,
  nameMakers,
  type Piece,
  pieceOf,
  takeNamed,
  toSides,
} from './pieces.ts'
import { figureAt } from './read-figure.ts'
import { respell } from './respell.ts'
import { combine, NAMED, NOTHING_SAID, type Said } from './said.ts'
import { beginsPhrase, phraseAt, toLexemes } from './vocabulary.ts'
import { isClassWord } from './word-lists.ts'

/**
 * Words used in this room:
 * - lexeme: one piece of the typed text: a word, a number or a sign.
 * - phrase: neighbouring lexemes that the vocabulary knows; a meaning is one thing it can mean.
 * - amount: a number with its scale, such as 8.5 lakh; weak: a unit or scale of one letter.
 * - figure: an amount with its measure and sense, such as "under 8 lakh"; it becomes bounds.
 * - measure: what a figure measures: power, price, weight, lift, mass (any of the plate in kg or t) or cylinders.
 * - sense: how a figure bounds: max, min, near, between or from.
 * - piece: a word of the text that was not read as a figure or a wish, and whether it is searched for.
 * - filler: a word that names no machine and is left out of the search.
 * - side: the words between two "or"; a machine must match all words of one side.
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
  /** Fillers, unknown words, and words about what is beside the machines, the price of a used one too. */
  leftOut: readonly string[]
  /** Every typed word was taken as it is. */
  isPlain: boolean
  /** What else was asked for: used machines, implements by kind, state codes. */
  beside: { used: boolean; implements: readonly string[]; states: readonly string[] }
}

const NOTHING_BESIDE: Reading['beside'] = { used: false, implements: [], states: [] }
export const NOTHING_READ: Reading = {
  ...{ sides: [], said: NOTHING_SAID, sort: null, wish: [], leftOut: [], isPlain: true },
  beside: NOTHING_BESIDE,
}

/** What is known after a first look at the text. */
interface Draft extends Pick<Reading, 'said' | 'sort' | 'beside'> {
  pieces: Piece[]
  wish: string[]
  /** The words of its prices, and of which kind they are. */
  prices: string[]
  priceKind: string | undefined
  isCompared: boolean
  /** Something was read that is not a word as typed. */
  isRead: boolean
  /** What each lexeme was taken for; undefined when all are words. */
  uses: WordUse[] | undefined
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
      ...{ sides: again.sides, said: combine(reading.said, again.said), isPlain: false, beside: reading.beside },
      ...{ sort: reading.sort ?? again.sort, wish: [...reading.wish, ...again.wish] },
      leftOut: [...reading.leftOut, ...again.leftOut],
    }
  }
  return changesScript(q) ? { ...reading, leftOut: asTyped(reading.leftOut, q) } : reading
}

/** Whether what is left is plainly words: all are known, and none could be read as anything else. */
function readsAsItself({ sides }: Reading, known: KnownWords): boolean {
  if (sides.length === 0) return true
  const words = sides[0]!
  if (sides.length > 1 || hasRepeats(words)) return false
  return words.every((word, at) => (isDigits(word) ? !isYearText(word) : known.has(word)) && !beginsPhrase(words, at))
}

/** What is left to search for, as a text that reads as itself. */
export const textOf = ({ sides }: Pick<Reading, 'sides'>) => sides.map((words) => words.join(' ')).join(' or ')

function readOnce(q: string, known: KnownWords): Reading {
  const typed = toLexemes(q)
  const lexemes = respell(typed, known)
  const draft = readPart(lexemes, known)
  const { pieces, sort, wish, beside, isCompared } = draft
  let { said } = draft
  const isRead = nameMakers(pieces, known) || draft.isRead || lexemes !== typed
  keepNames(pieces, known)
  leaveOutUnknown(pieces, known, isCompared)
  if (said === NOTHING_SAID && sort === null && !pieces.some(({ isKept }) => isKept)) {
    for (const piece of pieces) if (piece.kind !== 'unwanted') keep(piece)
  }
  // Words as the catalogue has them must all match; but not one said twice, nor several for what classes do.
  const isAsKnown = !isRead && pieces.every(({ word, isKept }) => isKept && known.has(word))
  const isLoose = hasRepeats(pieces.map(({ word }) => word)) || pieces.every(({ word }) => isClassWord(word))
  if (!isAsKnown || isLoose) leaveOutContrary(pieces, known, isCompared)
  leaveOutYears(pieces, known, said !== NOTHING_SAID || sort !== null)
  let sides = toSides(pieces, isCompared)
  const leftOut: string[] = []
  if (beside.used && !known.areUsed && draft.prices.length > 0) {
    const { price_min: _, price_max: __, ...others } = said
    said = Object.keys(others).length === 0 ? NOTHING_SAID : others
    leftOut.push(...draft.prices)
  }
  if (draft.priceKind && ('price_min' in said || 'price_max' in said))
    said = combine(said, { price_kind: draft.priceKind })
  const isTaken = ({ kind }: Piece) => kind === 'price' && 'price_kind' in said
  for (const piece of pieces)
    if (!piece.isKept && !isTaken(piece) && !(sides.length > 1 && doesPart(piece, isCompared))) leftOut.push(piece.word)
  if (sort !== null) {
    for (const name of NAMED) {
      const taken = takeNamed(sides, (words) => known.valueNamed(name, words))
      if (taken === undefined) continue
      // A maker without a machine of that class was not meant: "cheapest mini tractor" where a maker is called Mini.
      const { machine_class: kind } = said
      if (name === 'manufacturer' && kind && !known.makes(taken.value, kind)) continue
      sides = taken.sides
      said = combine(said, { [name]: taken.value })
    }
  }
  return { sides, said, sort, wish, leftOut, isPlain: !isRead && leftOut.length === 0 && sides.length < 2, beside }
}

/** Reads a part of the text. A machine's whole name in it is taken as typed, however else its words might be read. */
function readPart(lexemes: readonly Lexeme[], known: KnownWords): Draft {
  const draft: Draft = {
    pieces: [],
    said: NOTHING_SAID,
    sort: null,
    wish: [],
    prices: [],
    priceKind: undefined,
    beside: NOTHING_BESIDE,
    isCompared: false,
    isRead: false,
    uses: undefined,
  }
  for (let at = 0; at < lexemes.length; ) at = readNext(lexemes, at, known, draft)
  const name = draft.uses && nameIn(lexemes, draft.uses, known)
  if (name === undefined) return draft
  const before = readPart(lexemes.slice(0, name[0]), known)
  const after = readPart(lexemes.slice(name[1]), known)
  const names = lexemes.slice(...name).flatMap(({ words }) => words.map((word) => pieceOf(word, 'sure', true)))
  return {
    pieces: [...before.pieces, ...names, ...after.pieces],
    said: combine(before.said, after.said),
    sort: before.sort ?? after.sort,
    wish: [...before.wish, ...after.wish],
    prices: [...before.prices, ...after.prices],
    priceKind: before.priceKind ?? after.priceKind,
    beside: addBeside(before.beside, after.beside),
    isCompared: before.isCompared || after.isCompared,
    isRead: before.isRead || after.isRead,
    uses: undefined,
  }
}

function addBeside(a: Reading['beside'], b: Reading['beside']): Reading['beside'] {
  return {
    used: a.used || b.used,
    implements: [...a.implements, ...b.implements],
    states: [...a.states, ...b.states],
  }
}

/** Reads what begins here and returns where it ends. */
function readNext(lexemes: readonly Lexeme[], at: number, known: KnownWords, draft: Draft): number {
  const lexeme = lexemes[at]!
  const { pieces } = draft
  if (lexeme.kind === 'word' && phraseAt(lexemes, at, isWhole) === undefined) {
    for (const word of lexeme.words) pieces.push(pieceOf(word, 'word', true))
    return at + 1
  }
  const mark = (end: number, use: WordUse, isRead = true) => {
    draft.isRead ||= isRead
    draft.uses ??= []
    for (let next = at; next < end; next++) draft.uses[next] = use
    return end
  }
  const leave = (end: number, kind: Piece['kind'] = 'filler') => {
    for (let next = at; next < end; next++)
      for (const word of lexemes[next]!.words) pieces.push(pieceOf(word, kind, false))
    return mark(end, 'other', false)
  }
  const figure = mayBegin(lexeme) ? figureAt(lexemes, at, known) : undefined
  const name = phraseAt(lexemes, at, isName)
  if (figure && !(name && name.end >= figure.end)) {
    draft.said = combine(draft.said, figure.said, figure.isNear)
    if ('price_min' in figure.said || 'price_max' in figure.said)
      for (const { text } of lexemes.slice(at, figure.end)) draft.prices.push(text)
    return mark(figure.end, 'figure')
  }
  const isGlued = isGluedToName(lexemes, at)
  if (name && !isGlued) {
    const words = name.meaning.name!
    for (const word of words) pieces.push(pieceOf(word, 'sure', true))
    const isSame = words.length === name.end - at && words.every((word, place) => lexemes[at + place]!.text === word)
    return isSame ? name.end : mark(name.end, 'other')
  }
  const launch = launchAt(lexemes, at)
  if (launch !== undefined) {
    if (launch.since === undefined) return leave(launch.end, 'unwanted')
    draft.said = combine(draft.said, { launched_since: launch.since })
    return mark(launch.end, 'other')
  }
  const wish = phraseAt(lexemes, at, isWish)
  const beside = phraseAt(lexemes, at, isBeside)
  if (wish && !isGlued && wish.end >= (beside?.end ?? 0)) {
    const { sort, lifecycle } = wish.meaning
    if (lifecycle) draft.said = combine(draft.said, { lifecycle })
    else {
      draft.sort ??= sort!
      for (let next = at; next < wish.end; next++) draft.wish.push(...lexemes[next]!.words)
    }
    return mark(wish.end, 'other')
  }
  const tool = fittedAt(lexemes, at, known)
  if (tool !== undefined) {
    draft.beside = addBeside(draft.beside, { ...NOTHING_BESIDE, implements: [tool.kind] })
    return leave(tool.end, 'beside')
  }
  const isSign = lexeme.kind === 'sign'
  const phrase = isSign && lexeme.isGlued ? undefined : phraseAt(lexemes, at, hasRole)
  const role = phrase?.meaning.role
  if (isSign && role === 'either') {
    if (pieces.length > 0) pieces.push(pieceOf('or', role, false))
    // It has no word, so what follows tells that a name with a stroke may stand here.
    mark(at + 2, 'other', false)
    return at + 1
  }
  if (role === 'either' || role === 'both') return leave(phrase!.end, role)
  if (role === 'compare') draft.isCompared = true
  if (role === 'without') {
    const end = phraseAt(lexemes, phrase!.end, isName)?.end ?? phrase!.end + 1
    return leave(Math.min(end, lexemes.length), 'unwanted')
  }
  if (role === 'without_before') {
    const before = pieces.at(-1)
    if (before) Object.assign(before, { kind: 'unwanted', isKept: false })
    return leave(phrase!.end, 'unwanted')
  }
  if (beside && !isGlued) {
    const { isUsed, implement, state } = beside.meaning
    draft.beside = addBeside(draft.beside, {
      used: isUsed === true,
      implements: implement === undefined ? [] : [implement],
      states: state === undefined ? [] : [state],
    })
    const words = lexemes.slice(at, beside.end).flatMap((one) => one.words)
    // Of several words none is part of a name by itself: "hand" of "second hand tractor".
    if (implement === undefined || !words.every(known.has))
      return leave(beside.end, words.length === 1 ? 'filler' : 'beside')
  }
  const filler = phraseAt(lexemes, at, isFiller)
  const kind = filler?.meaning.priceKind
  if (kind) {
    draft.priceKind = kind
    return leave(filler!.end, 'price')
  }
  const end = idleNumberAt(lexemes, at, known) ?? filler?.end
  if (end !== undefined || role === 'compare') return leave(end ?? phrase!.end)
  const isBareYear = isYear(lexemes, at)
  for (const word of lexeme.words) pieces.push(pieceOf(word, isBareYear ? 'year' : 'word', true))
  return isBareYear ? mark(at + 1, 'other', false) : at + 1
}

/** A figure begins with a number, a word that may open one, or one of these signs. */
const mayBegin = ({ kind, text, phrases }: Lexeme) =>
  kind === 'word' ? phrases!.opensFigure : kind === 'number' || '₹<>~'.includes(text)
