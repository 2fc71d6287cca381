import type { Sort } from '../../contract/values.ts'
import { asTyped, changesScript } from '../../text/fold.ts'
import { hasRepeats } from '../index/field-tokens.ts'
import { fittedAt, idleNumberAt, isNoPlace, isYear, isYearText, launchAt, paymentAt, powerFor } from './asides.ts'
import type { KnownWords } from './known-words.ts'
import { isGluedToName, type Lexeme, type Lexemes } from './lexemes.ts'
import { hasRole, isBeside, isFiller, isName, isWhole, isWish } from './meaning.ts'
import {
  besideOf,
  Draft,
  doesPart,
  isKnown,
  keep,
  keepNames,
  leaveOutContrary,
  leaveOutUnknown,
  leaveOutYears,
  nameIn,
  nameMakers,
  type Piece,
  pieceOf,
  wordsOf,
} from './pieces.ts'
import { figureAt, LEAST_MODEL_POWER } from './read-figure.ts'
import { respell } from './respell.ts'
import { combine, NAMED, NOTHING_SAID, type Said } from './said.ts'
import { isOneName, partCompared, takeNamed, toSides } from './sides.ts'
import { beginsPhrase, phraseAt, taskAt, toLexemes } from './vocabulary.ts'
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

export const NOTHING_READ: Reading = {
  ...{ sides: [], said: NOTHING_SAID, sort: null, wish: [], leftOut: [], isPlain: true },
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
      ...{ sides: again.sides, said: combine(reading.said, again.said), isPlain: false, beside: reading.beside },
      ...{ sort: reading.sort ?? again.sort, wish: [...reading.wish, ...again.wish] },
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
  if (sides.length > 1 || isLoose(words, known)) return false
  return words.every((word, at) => known.has(word) && !isYearText(word) && !beginsPhrase(words, at))
}

/** What is left to search for, as a text that reads as itself. */
export const textOf = ({ sides }: Pick<Reading, 'sides'>) => sides.map((words) => words.join(' ')).join(' or ')

function readOnce(q: string, known: KnownWords): Reading {
  const typed = toLexemes(q)
  const lexemes = respell(typed, known)
  const draft = readPart(lexemes, known)
  let { said } = draft
  const wishes: Piece[] = []
  const sums: string[] = []
  let isCompared = false
  for (const piece of draft.pieces) {
    if (piece.kind === 'wish') wishes.push(piece)
    else if (piece.kind === 'sum') sums.push(piece.word)
    else isCompared ||= piece.kind === 'compare'
  }
  const isLeft = ({ kind }: Piece) => kind !== 'wish' && kind !== 'sum'
  const pieces = wishes.length + sums.length > 0 ? draft.pieces.filter(isLeft) : draft.pieces
  const sort = wishes[0]?.about?.sort ?? null
  const beside = besideOf(pieces) ?? NOTHING_READ.beside
  const isRead = nameMakers(pieces, known) || draft.isRead || lexemes !== typed
  keepNames(pieces, known)
  if (isCompared) partCompared(pieces, known)
  leaveOutUnknown(pieces, known, isCompared)
  const isOnlyBeside = said === NOTHING_SAID && sort === null && !pieces.some(({ isKept }) => isKept)
  if (isOnlyBeside) for (const piece of pieces) if (piece.kind !== 'unwanted') keep(piece)
  // Words as the catalogue has them must all match.
  const isAsKnown = !isRead && pieces.every((piece) => piece.isKept && isKnown(piece, known))
  if (!isOnlyBeside && (!isAsKnown || isLoose(wordsOf(pieces), known))) leaveOutContrary(pieces, known, isCompared)
  leaveOutYears(pieces, known, said !== NOTHING_SAID || sort !== null)
  if (beside.implements.length > 0 && !('hp_min' in said || 'hp_max' in said))
    said = combine(said, powerFor(pieces, beside.implements, known))
  let sides = toSides(pieces, isCompared, known)
  const leftOut: string[] = []
  if (beside.used && !known.areUsed) {
    const { price_min: _, price_max: __, ...others } = said
    said = Object.keys(others).length === 0 ? NOTHING_SAID : others
    leftOut.push(...sums)
  }
  const priced = pieces.find(({ kind }) => kind === 'price')
  if (priced && ('price_min' in said || 'price_max' in said))
    said = combine(said, { price_kind: priced.about!.priceKind! })
  for (const piece of pieces) {
    const isTaken = piece.kind === 'price' && 'price_kind' in said
    if (!piece.isKept && !isTaken && !(sides.length > 1 && doesPart(piece, isCompared))) leftOut.push(piece.word)
  }
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
  const wish = wishes.map(({ word }) => word)
  return { sides, said, sort, wish, leftOut, isPlain: !isRead && leftOut.length === 0 && sides.length < 2, beside }
}

/** Reads a part of the text. A machine's whole name in it is taken as typed, however else its words might be read. */
function readPart(lexemes: Lexemes, known: KnownWords): Draft {
  const draft = new Draft(lexemes)
  for (let at = 0; at < lexemes.length; ) at = readNext(draft, at, known)
  const name = draft.uses && nameIn(lexemes, draft.uses, known)
  if (name === undefined || endsInFigure(name[1], draft)) return draft
  const before = readPart(lexemes.slice(0, name[0]), known)
  const after = readPart(lexemes.slice(name[1]), known)
  for (let at = name[0]; at < name[1]; at++)
    for (const word of lexemes[at]!.words) before.pieces.push(pieceOf(word, 'sure', true))
  before.pieces.push(...after.pieces)
  before.said = combine(before.said, after.said)
  before.isRead ||= after.isRead
  return before
}

/** The power at the end of "swaraj or sonalika 55 hp" is one, though a machine is called Sonalika 55. */
const endsInFigure = (end: number, { uses, pieces }: Draft) =>
  uses![end - 1] === 'figure' && uses![end] === 'figure' && pieces.some(({ kind }) => kind === 'either')

/** Reads what begins here and returns where it ends. */
function readNext(draft: Draft, at: number, known: KnownWords): number {
  const { lexemes, pieces } = draft
  const lexeme = lexemes[at]!
  if (lexeme.kind === 'word') {
    const { phrases } = lexeme
    const task = phrases?.crop && taskAt(lexemes, at)
    // Words that some machine has find it by themselves; a longer phrase tells better.
    if (task && !known.finds(task.words)) {
      const longer = phraseAt(lexemes, at, ({ name, implement }) => (name ?? implement) !== undefined)
      const doer = longer && longer.end > task.end ? longer : task
      if (doer.meaning.implement) return draft.leave(at, doer.end, 'beside', doer.meaning)
      if (doer === task) {
        for (const word of task.meaning.name!) pieces.push(pieceOf(word, 'sure', true))
        return draft.mark(at, task.end, 'other')
      }
    }
    const isAlone = phrases?.next === undefined || at + 1 === lexemes.length || !phrases.next.has(lexemes[at + 1]!.text)
    if (isAlone ? phrases?.isWhole !== true : phraseAt(lexemes, at, isWhole) === undefined) {
      for (const word of lexeme.words) pieces.push(pieceOf(word, 'word', true))
      return at + 1
    }
    if (isAlone && phrases!.isOnlyFiller) return draft.leave(at, at + 1, 'filler')
  }
  const figure = mayBegin(lexeme) ? figureAt(lexemes, at, known) : undefined
  const payment = paymentAt(lexemes, at, figure, known)
  if (payment !== undefined) return draft.leave(at, payment, 'unwanted')
  const name = phraseAt(lexemes, at, isName)
  if (figure && !(name && name.end >= figure.end)) {
    // No parameter bounds the power at the take-off; but the engine has no less than that.
    const isTakeOff = ({ phrases }: Lexeme) => phrases?.role === 'take_off'
    const takeOff =
      'hp_min' in figure.said || 'hp_max' in figure.said ? lexemes.slice(at, figure.end).filter(isTakeOff) : []
    if (takeOff.length > 0) {
      const { hp_min = LEAST_MODEL_POWER } = figure.said
      if (hp_min >= LEAST_MODEL_POWER) return draft.leave(at, figure.end, 'unwanted')
      draft.said = combine(draft.said, { hp_min })
      for (const { text } of takeOff) pieces.push(pieceOf(text, 'unwanted', false))
      return draft.mark(at, figure.end, 'figure')
    }
    draft.said = combine(draft.said, figure.said, figure.isNear)
    if ('price_min' in figure.said || 'price_max' in figure.said) draft.add(at, figure.end, 'sum')
    return draft.mark(at, figure.end, 'figure')
  }
  const isGlued = isGluedToName(lexemes, at)
  if (name && !isGlued) {
    const words = name.meaning.name!
    for (const word of words) pieces.push(pieceOf(word, 'sure', true))
    // "Pick and carry" means a crane; the "crane" behind it says so again.
    const end = lexemes[name.end]?.text === words.at(-1) ? name.end + 1 : name.end
    const isSame = words.length === end - at && words.every((word, place) => lexemes[at + place]!.text === word)
    return isSame ? end : draft.mark(at, end, 'other')
  }
  const launch = launchAt(lexemes, at)
  if (launch !== undefined) {
    draft.said = combine(draft.said, launch.said)
    return draft.mark(at, launch.end, 'other')
  }
  const wish = phraseAt(lexemes, at, isWish)
  const beside = phraseAt(lexemes, at, isBeside)
  if (wish && !isGlued && wish.end >= (beside?.end ?? 0)) {
    const { lifecycle } = wish.meaning
    if (lifecycle) draft.said = combine(draft.said, { lifecycle })
    else draft.add(at, wish.end, 'wish', wish.meaning)
    return draft.mark(at, wish.end, 'other')
  }
  const tool = fittedAt(lexemes, at, known)
  if (tool !== undefined) return draft.leave(at, tool.end, 'fitted', tool.meaning)
  const isSign = lexeme.kind === 'sign'
  const phrase = isSign && lexeme.isGlued ? undefined : phraseAt(lexemes, at, hasRole)
  const role = phrase?.meaning.role
  if (isSign && role === 'either') {
    if (pieces.length > 0) pieces.push(pieceOf('or', role, false))
    // It has no word, so what follows tells that a name with a stroke may stand here.
    draft.mark(at, at + 2, 'other', false)
    return at + 1
  }
  if (role === 'either' || role === 'both' || role === 'compare') return draft.leave(at, phrase!.end, role)
  if (role === 'without') {
    const place = phrase!.end
    const two = lexemes.slice(place, place + 2).map(({ text }) => text)
    const end = phraseAt(lexemes, place, isName)?.end ?? place + (isOneName(two, known) ? 2 : 1)
    return draft.leave(at, Math.min(end, lexemes.length), 'unwanted')
  }
  if (role === 'without_before') {
    const count = isOneName(wordsOf(pieces.slice(-2)), known) ? 2 : 1
    for (const before of pieces.slice(-count)) Object.assign(before, { kind: 'unwanted', isKept: false })
    return draft.leave(at, phrase!.end, 'unwanted')
  }
  const about = isGlued || !beside || isNoPlace(lexemes, at, beside) ? undefined : beside.meaning
  if (about) {
    const words = lexemes.slice(at, beside!.end).flatMap((one) => one.words)
    // Used ones have no kind, but they are called by it.
    const kind = known.areUsed && about.implement ? about.implement.split('_') : undefined
    if (kind?.every(known.has)) {
      for (const word of kind) pieces.push(pieceOf(word, 'sure', true))
      return draft.mark(at, beside!.end, 'other')
    }
    // Of several words none is part of a name by itself: "hand" of "second hand tractor".
    if (about.implement === undefined || !words.every(known.has))
      return draft.leave(at, beside!.end, words.length === 1 ? 'filler' : 'beside', about)
  }
  const filler = phraseAt(lexemes, at, isFiller)
  if (filler?.meaning.priceKind) return draft.leave(at, filler.end, 'price', filler.meaning)
  const end = idleNumberAt(lexemes, at, known) ?? filler?.end
  if (end !== undefined) return draft.leave(at, end, 'filler', about)
  const isBareYear = isYear(lexemes, at)
  for (const word of lexeme.words) pieces.push(pieceOf(word, isBareYear ? 'year' : 'word', true, about))
  return isBareYear ? draft.mark(at, at + 1, 'other', false) : at + 1
}

/** A figure begins with a number, a word that may open one, or one of these signs. */
const mayBegin = ({ kind, text, phrases }: Lexeme) =>
  kind === 'word' ? phrases!.opensFigure : kind === 'number' || '₹<>~'.includes(text)
