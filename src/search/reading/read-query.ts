import type { Sort } from '../../contract/values.ts'
import type { KnownWords, WordUse } from './known-words.ts'
import { type Lexeme, toLexemes } from './lexemes.ts'
import {
  doesPart,
  idleNumberAt,
  isYear,
  keepNames,
  launchAt,
  leaveOutUnknown,
  leaveOutYears,
  type Piece,
  takeNamed,
  toSides,
} from './pieces.ts'
import { figureAt } from './read-figure.ts'
import { combine, NAMED, NOTHING_SAID, type Said } from './said.ts'
import { beginsPhrase, type Meaning, phraseAt } from './vocabulary.ts'

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
  /** The folded words of each side, of which one must match, its last word as a prefix; without words there is none. */
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
  /** What else was asked for: used machines, implements by kind, state codes. */
  beside: { used: boolean; implements: readonly string[]; states: readonly string[] }
}

const NOTHING_BESIDE: Reading['beside'] = { used: false, implements: [], states: [] }
export const NOTHING_READ: Reading = {
  ...{ sides: [], said: NOTHING_SAID, sort: null, wish: [], leftOut: [], isPlain: true },
  beside: NOTHING_BESIDE,
}

/** What is known after a first look at the text. */
interface Draft {
  pieces: Piece[]
  said: Said
  sort: Sort | null
  wish: string[]
  used: boolean
  implements: string[]
  states: string[]
  isCompared: boolean
  /** Something was read that is not a word as typed. */
  isRead: boolean
}

/** A text that was read is read again until it says the same. */
const MAX_ROUNDS = 8

const isName = (meaning: Meaning) => meaning.name !== undefined
const isFiller = (meaning: Meaning) =>
  meaning.isFiller === true ||
  (meaning.unit !== undefined && meaning.isWeak !== true) ||
  (meaning.scale !== undefined && meaning.isWeak !== true) ||
  meaning.before !== undefined ||
  meaning.after !== undefined ||
  meaning.load !== undefined
const hasRole = (meaning: Meaning) => meaning.role !== undefined
const isBeside = (meaning: Meaning) =>
  meaning.isUsed === true || meaning.implement !== undefined || meaning.state !== undefined

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
      ...{ sides: again.sides, said: combine(reading.said, again.said, false), isPlain: false, beside: reading.beside },
      ...{ sort: reading.sort ?? again.sort, wish: [...reading.wish, ...again.wish] },
      leftOut: [...reading.leftOut, ...again.leftOut],
    }
  }
  return reading
}

/** Whether what is left is plainly words: all are known, and none could be read as anything else. */
function readsAsItself({ sides }: Reading, known: KnownWords): boolean {
  if (sides.length === 0) return true
  const [words] = sides
  if (sides.length > 1 || new Set(words).size < words!.length) return false
  return words!.every((word) => !/^[0-9]/.test(word) && !beginsPhrase(word) && known.has(word))
}

/** What is left to search for, as a text that reads as itself. */
export const textOf = ({ sides }: Pick<Reading, 'sides'>) => sides.map((words) => words.join(' ')).join(' or ')

function readOnce(q: string, known: KnownWords): Reading {
  const lexemes = toLexemes(q)
  const draft = emptyDraft()
  readPart(lexemes, known, draft)
  const { pieces, sort, wish, used, isCompared } = draft
  let { said } = draft
  keepNames(pieces, known)
  leaveOutUnknown(pieces, known, isCompared)
  if (said === NOTHING_SAID && sort === null && !pieces.some(({ isKept }) => isKept)) {
    for (const piece of pieces) if (!piece.isUnwanted) Object.assign(piece, { isKept: true, parts: undefined })
  }
  leaveOutYears(pieces, known, said !== NOTHING_SAID || sort !== null)
  let sides = toSides(pieces, isCompared)
  const isParting = (piece: Piece) => sides.length > 1 && doesPart(piece, isCompared)
  const leftOut = pieces.filter((piece) => !piece.isKept && !isParting(piece)).map(({ word }) => word)
  if (sort !== null) {
    for (const name of NAMED) {
      const taken = takeNamed(sides, (words) => known.valueNamed(name, words))
      if (taken === undefined) continue
      sides = taken.sides
      said = combine(said, { [name]: taken.value }, false)
    }
  }
  const isPlain = !draft.isRead && leftOut.length === 0 && sides.length < 2
  const beside =
    used || draft.implements.length + draft.states.length > 0
      ? { used, implements: draft.implements, states: draft.states }
      : NOTHING_BESIDE
  return { sides, said, sort, wish, leftOut, isPlain, beside }
}

const emptyDraft = (): Draft => ({
  ...{ pieces: [], said: NOTHING_SAID, sort: null, wish: [] },
  ...{ used: false, implements: [], states: [], isCompared: false, isRead: false },
})

/** Reads a part of the text. A machine's whole name in it is taken as typed, however else its words might be read. */
function readPart(lexemes: readonly Lexeme[], known: KnownWords, draft: Draft): void {
  const own = emptyDraft()
  const uses: WordUse[] = lexemes.map(() => 'word')
  for (let at = 0; at < lexemes.length; ) {
    at = readNext(lexemes, at, known, own, uses)
  }
  const name = uses.every((use) => use === 'word') ? undefined : nameIn(lexemes, uses, known)
  if (name === undefined) {
    take(own, draft)
    return
  }
  readPart(lexemes.slice(0, name[0]), known, draft)
  for (const { words } of lexemes.slice(...name)) for (const word of words) add(draft, word, { isSure: true })
  readPart(lexemes.slice(name[1]), known, draft)
}

function take(own: Draft, draft: Draft): void {
  draft.pieces.push(...own.pieces)
  draft.said = draft.said === NOTHING_SAID ? own.said : combine(draft.said, own.said, false)
  draft.sort ??= own.sort
  draft.wish.push(...own.wish)
  draft.implements.push(...own.implements)
  draft.states.push(...own.states)
  draft.used ||= own.used
  draft.isCompared ||= own.isCompared
  draft.isRead ||= own.isRead
}

/** Where among the lexemes a whole name stands. */
function nameIn(lexemes: readonly Lexeme[], uses: readonly WordUse[], known: KnownWords) {
  const words = lexemes.flatMap((lexeme) => lexeme.words)
  const found = known.wholeName(
    words,
    lexemes.flatMap((lexeme, at) => lexeme.words.map(() => uses[at]!)),
  )
  if (found === undefined) return undefined
  const owners = lexemes.flatMap((lexeme, at) => lexeme.words.map(() => at))
  return [owners[found[0]]!, owners[found[1] - 1]! + 1] as const
}

function add({ pieces }: Draft, word: string, more: Partial<Piece> = {}): void {
  const plain = { isKept: true, isFiller: false, isUnwanted: false, isSure: false, isYear: false, parts: undefined }
  pieces.push({ word, ...plain, ...more })
}

/** Reads what begins here and returns where it ends. */
function readNext(lexemes: readonly Lexeme[], at: number, known: KnownWords, draft: Draft, uses: WordUse[]): number {
  const lexeme = lexemes[at]!
  if (lexeme.kind === 'word' && !beginsPhrase(lexeme.text)) {
    for (const word of lexeme.words) add(draft, word)
    return at + 1
  }
  const mark = (end: number, use: WordUse) => {
    uses.fill(use, at, end)
    return end
  }
  const figure = mayBegin(lexeme) ? figureAt(lexemes, at, known) : undefined
  const name = phraseAt(lexemes, at, isName)
  if (figure && !(name && name.end >= figure.end)) {
    draft.said = combine(draft.said, figure.said, figure.isNear)
    draft.isRead = true
    return mark(figure.end, 'figure')
  }
  if (name && !isGluedToName(lexemes, at)) {
    const words = name.meaning.name!
    for (const word of words) add(draft, word, { isSure: true })
    if (isSame(lexemes, at, name.end, words)) return name.end
    draft.isRead = true
    return mark(name.end, 'other')
  }
  const leave = (end: number, more: Partial<Piece> = {}) => {
    for (let next = at; next < end; next++)
      for (const word of lexemes[next]!.words) add(draft, word, { isKept: false, isFiller: true, ...more })
    return mark(end, 'other')
  }
  const launch = launchAt(lexemes, at)
  if (launch !== undefined) {
    if (launch.since === undefined) return leave(launch.end, { isFiller: false, isUnwanted: true })
    draft.said = combine(draft.said, { launched_since: launch.since }, false)
    draft.isRead = true
    return mark(launch.end, 'other')
  }
  const wish = phraseAt(lexemes, at, (meaning) => meaning.sort !== undefined)
  if (wish && !isGluedToName(lexemes, at) && wish.end >= (phraseAt(lexemes, at, isBeside)?.end ?? 0)) {
    draft.sort ??= wish.meaning.sort!
    draft.isRead = true
    for (let next = at; next < wish.end; next++) draft.wish.push(...lexemes[next]!.words)
    return mark(wish.end, 'other')
  }
  const role = phraseAt(lexemes, at, hasRole)
  if (role?.meaning.role === 'either' || role?.meaning.role === 'both') {
    return leave(role.end, { parts: role.meaning.role })
  }
  if (role?.meaning.role === 'compare') draft.isCompared = true
  if (role?.meaning.role === 'without') {
    const end = Math.min(phraseAt(lexemes, role.end, isName)?.end ?? role.end + 1, lexemes.length)
    return leave(end, { isFiller: false, isUnwanted: true })
  }
  if (role?.meaning.role === 'without_before') {
    Object.assign(draft.pieces.at(-1) ?? {}, { isKept: false, isUnwanted: true, isSure: false })
    return leave(role.end, { isFiller: false, isUnwanted: true })
  }
  const beside = phraseAt(lexemes, at, isBeside)
  if (beside && !isGluedToName(lexemes, at)) {
    const { isUsed, implement, state } = beside.meaning
    if (isUsed) draft.used = true
    if (implement !== undefined) draft.implements.push(implement)
    if (state !== undefined) draft.states.push(state)
    const words = lexemes.slice(at, beside.end).flatMap((one) => one.words)
    // Of several words none is part of a name by itself: "hand" of "second hand tractor".
    if (implement === undefined || !words.every(known.has)) return leave(beside.end, { isFiller: words.length === 1 })
  }
  const end = idleNumberAt(lexemes, at, known) ?? phraseAt(lexemes, at, isFiller)?.end
  if (end !== undefined || role?.meaning.role === 'compare') return leave(end ?? role!.end)
  const isBareYear = isYear(lexemes, at)
  for (const word of lexeme.words) add(draft, word, { isYear: isBareYear })
  return isBareYear ? mark(at + 1, 'other') : at + 1
}

/** A figure begins with a number, a word, or one of these signs. */
const mayBegin = ({ kind, text }: Lexeme) => kind !== 'sign' || '₹<>~'.includes(text)

function isSame(lexemes: readonly Lexeme[], at: number, end: number, words: readonly string[]): boolean {
  return words.length === end - at && words.every((word, place) => lexemes[at + place]!.text === word)
}

/** What is glued to a number or word before it is part of that name: the e of 5055e, the 4x4 within a longer code. */
function isGluedToName(lexemes: readonly Lexeme[], at: number): boolean {
  const before = lexemes[at - 1]
  return before !== undefined && lexemes[at]!.isGlued && before.kind !== 'sign'
}
