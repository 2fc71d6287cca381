import { figureAt } from './figures.ts'
import type { KnownWords, WordUse } from './known-words.ts'
import type { Lexeme, Lexemes } from './lexemes.ts'
import { isGluedToName } from './lexemes.ts'
import { IS, type Meaning } from './meaning.ts'
import { isContrary, joinSaid, NOTHING_SAID, type Said } from './measures.ts'
import { phraseAt, taskAt } from './vocabulary.ts'
import { isYear, launchAt } from './years.ts'

/** A word of the text that the chooser keeps or leaves out. */
export interface Candidate {
  word: string
  /**
   * - sure: it replaces a typed phrase, such as 4wd for 4x4, or is part of a whole name;
   * - year: a bare one;
   * - filler: it may be kept because of its neighbours, as may compare, either and both;
   * - either, both: it parts the words into sides, always, or where a comparison is asked for;
   * - compare: it asks for a comparison;
   * - wish: it is part of a wish for an order, which was read;
   * - beside: it is about something beside the machines;
   * - unwanted: it is never searched for, even if nothing else remains.
   */
  kind: 'word' | 'sure' | 'year' | 'filler' | 'either' | 'both' | 'compare' | 'wish' | 'beside' | 'unwanted'
  isKept: boolean
  /** What the phrase that it begins means, where that is asked for later. */
  about: Meaning | undefined
}

/** What is known of a text once it is parsed. */
export class Draft {
  readonly lexemes: Lexemes
  candidates: Candidate[] = []
  said: Said = NOTHING_SAID
  /** Something was read that is not a word as typed. */
  isRead = false
  /** What each lexeme was taken for; undefined when all are words. */
  uses: WordUse[] | undefined = undefined

  constructor(lexemes: Lexemes) {
    this.lexemes = lexemes
  }

  mark(at: number, end: number, use: WordUse, isRead = true): number {
    this.isRead ||= isRead
    this.uses ??= []
    for (let next = at; next < end; next++) this.uses[next] = use
    return end
  }

  /** Adds words that are searched for. */
  take(words: readonly string[], kind: Candidate['kind'], about?: Meaning): void {
    for (const word of words) this.candidates.push({ word, kind, isKept: true, about })
  }

  /** Adds words that are not. The first tells what they are about. */
  leave(at: number, end: number, kind: Candidate['kind'], about?: Meaning): number {
    let first = about
    for (let next = at; next < end; next++)
      for (const word of this.lexemes[next]!.words) {
        this.candidates.push({ word, kind, isKept: false, about: first })
        first = undefined
      }
    return this.mark(at, end, 'other', kind === 'wish')
  }
}

/** Parses a text. A machine's whole name in it is taken as typed, however else its words might be read. */
export function parse(lexemes: Lexemes, known: KnownWords): Draft {
  const draft = new Draft(lexemes)
  for (let at = 0; at < lexemes.length; ) at = parseNext(draft, at, known)
  const name = draft.uses && nameIn(lexemes, draft.uses, known)
  // A figure is not cut in two: "sonalika 55 hp".
  if (name === undefined || (draft.uses![name[1] - 1] === 'figure' && draft.uses![name[1]] === 'figure')) return draft
  const before = parse(lexemes.slice(0, name[0]), known)
  const after = parse(lexemes.slice(name[1]), known)
  for (const { kind, words } of lexemes.slice(name[0], name[1])) if (kind !== 'sign') before.take(words, 'sure')
  before.candidates.push(...after.candidates)
  before.said = joinSaid(before.said, after.said)
  before.isRead ||= after.isRead
  return before
}

/** Where among the lexemes a whole name stands. Names have no signs; what one parts was read as something else. */
function nameIn(lexemes: Lexemes, uses: readonly WordUse[], known: KnownWords) {
  // Most texts have no word of the catalogue that was read as something else.
  const isRead = lexemes.some(
    ({ kind, words }, at) => uses[at] !== undefined && (kind === 'sign' || words.some(known.has)),
  )
  if (!isRead) return undefined
  const words: string[] = []
  const usesOfWords: WordUse[] = []
  const owners: number[] = []
  for (let at = 0; at < lexemes.length; at++) {
    const { kind, words: own } = lexemes[at]!
    for (const word of kind === 'sign' ? [] : own) {
      words.push(word)
      usesOfWords.push(uses[at] ?? (at > 0 && uses[at - 1] && lexemes[at - 1]!.kind === 'sign' ? 'other' : 'word'))
      owners.push(at)
    }
  }
  const found = known.wholeName(words, usesOfWords)
  return found && ([owners[found[0]]!, owners[found[1] - 1]! + 1] as const)
}

/** Parses what begins here and returns where it ends. */
function parseNext(draft: Draft, at: number, known: KnownWords): number {
  const { lexemes } = draft
  const lexeme = lexemes[at]!
  if (lexeme.kind === 'word') {
    const { phrases } = lexeme
    const end = phrases?.crop && taskEnd(draft, at, known)
    if (end) return end
    const isAlone = phrases?.next === undefined || at + 1 === lexemes.length || !phrases.next.has(lexemes[at + 1]!.text)
    if (isAlone ? phrases?.isWhole !== true : phraseAt(lexemes, at, IS.isWhole) === undefined) {
      draft.take(lexeme.words, 'word')
      return at + 1
    }
    if (isAlone && phrases!.isOnlyFiller) return draft.leave(at, at + 1, 'filler')
  }
  const figure = mayBegin(lexeme) ? figureAt(lexemes, at, known) : undefined
  const name = phraseAt(lexemes, at, IS.name)
  if (figure && !(name && name.end >= figure.end)) {
    const said = joinSaid(draft.said, figure.said)
    // No machine is both: the first one is meant, "5 lakh, down payment 1 lakh".
    if (said !== figure.said && isContrary(said)) return draft.leave(at, figure.end, 'unwanted')
    draft.said = said
    return draft.mark(at, figure.end, 'figure')
  }
  const isGlued = isGluedToName(lexemes, at)
  if (name && !isGlued) {
    const words = name.meaning.name!
    if (name.meaning.isEquipment && !words.every(known.has)) return draft.leave(at, name.end, 'beside')
    draft.take(words, 'sure')
    // "Pick and carry" means a crane; the "crane" behind it says so again.
    const end = lexemes[name.end]?.text === words.at(-1) ? name.end + 1 : name.end
    const isSame = words.length === end - at && words.every((word, place) => lexemes[at + place]!.text === word)
    return isSame ? end : draft.mark(at, end, 'other')
  }
  const launch = launchAt(lexemes, at)
  if (launch !== undefined) {
    draft.said = joinSaid(draft.said, launch.said)
    return draft.mark(at, launch.end, 'other')
  }
  const wish = phraseAt(lexemes, at, IS.sort | IS.lifecycle)
  const beside = phraseAt(lexemes, at, IS.isBeside)
  if (wish && !isGlued) {
    const { lifecycle } = wish.meaning
    if (!lifecycle) return draft.leave(at, wish.end, 'wish', wish.meaning)
    draft.said = joinSaid(draft.said, { lifecycle })
    return draft.mark(at, wish.end, 'other')
  }
  const phrase = phraseAt(lexemes, at, IS.role)
  const role = phrase?.meaning.role
  // No parameter says what is not wanted, so it is left out.
  if (role === 'without') {
    const length = nameLength(
      lexemes.slice(phrase!.end, phrase!.end + 2).map(({ text }) => text),
      known,
    )
    return draft.leave(at, Math.min(phrase!.end + length, lexemes.length), 'unwanted')
  }
  if (role === 'without_before') {
    const two = draft.candidates.slice(-2)
    for (const one of two.slice(
      -nameLength(
        two.map(({ word }) => word),
        known,
      ),
    ))
      Object.assign(one, { kind: 'unwanted', isKept: false })
    return draft.leave(at, phrase!.end, 'unwanted')
  }
  if (role) return draft.leave(at, phrase!.end, role)
  const filler = phraseAt(lexemes, at, IS.isIdle)
  // "Up to" is no place.
  const about = !isGlued && beside && beside.end >= (filler?.end ?? 0) ? beside.meaning : undefined
  if (beside && about) {
    const words = lexemes.slice(at, beside.end).flatMap((one) => one.words)
    // Used ones have no kind, but they are called by it.
    const kind = known.areUsed && about.implement ? about.implement.split('_') : undefined
    if (kind?.every(known.has)) {
      draft.take(kind, 'sure')
      return draft.mark(at, beside.end, 'other')
    }
    // Of several words none is part of a name by itself: "hand" of "second hand tractor".
    return draft.leave(at, beside.end, words.length === 1 ? 'filler' : 'beside', about)
  }
  const end = countEnd(lexemes, at) ?? filler?.end
  if (end !== undefined) return draft.leave(at, end, 'filler', about)
  const isBareYear = isYear(lexemes, at)
  draft.take(lexeme.words, isBareYear ? 'year' : 'word', about)
  return isBareYear ? draft.mark(at, at + 1, 'other', false) : at + 1
}

/** A figure begins with a number, a word that may open one, or one of these signs. */
const mayBegin = ({ kind, text, phrases }: Lexeme) =>
  kind === 'word' ? phrases!.opensFigure : kind === 'number' || '₹<>~'.includes(text)

/** How many of two words name one maker together. */
const nameLength = (words: readonly string[], known: KnownWords) => (known.isMaker(words.join(' ')) ? words.length : 1)

/** Takes what does a job to a crop, and tells where it ends. Words that some machine has find it by themselves. */
function taskEnd(draft: Draft, at: number, known: KnownWords): number | undefined {
  const { lexemes } = draft
  const task = taskAt(lexemes, at)
  if (task === undefined || known.finds(task.words)) return undefined
  if (task.meaning.implement) return draft.leave(at, task.end, 'beside', task.meaning)
  draft.take(task.meaning.name!, 'sure')
  return draft.mark(at, task.end, 'other')
}

/** Where a number that does not describe the machine ends, with its word: 10 acre. */
function countEnd(lexemes: Lexemes, at: number): number | undefined {
  const count = lexemes[at]!.kind === 'number' ? phraseAt(lexemes, at + 1, IS.isCount) : undefined
  const { least = 0, most = Number.POSITIVE_INFINITY } = count?.meaning ?? {}
  const { value } = lexemes[at]!
  return value >= least && value <= most ? count?.end : undefined
}
