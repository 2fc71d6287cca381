import { isDigits, isIndic } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { nameSound } from '../../text/sounds.ts'
import { amountAt } from './amounts.ts'
import { isYearText } from './asides.ts'
import type { KnownWords } from './known-words.ts'
import type { Lexeme, Lexemes } from './lexemes.ts'
import { isBeside, isName, isNumeral, type Meaning, mayPart } from './meaning.ts'
import { implementsBySound, lexemeOf, phraseAt } from './vocabulary.ts'
import { isClassWord } from './word-lists.ts'

/** So many numbers in words make a model: five seven five, fifty three ten. */
const MAX_NUMERALS = 4

const isListed = (meaning: Meaning) => isName(meaning) || isBeside(meaning)
const isCount = (meaning: Meaning) => meaning.isCount
const isMeasured = ({ unit, name }: Meaning) => unit !== undefined || name !== undefined

/**
 * Writes as the lists and the catalogue do what is written otherwise: models and years in words, words by ear. The same
 * array where there is nothing such.
 */
export function respell(lexemes: Lexeme[], known: KnownWords): Lexeme[] {
  let written: Lexeme[] | undefined
  for (let at = 0; at < lexemes.length; ) {
    const other = lexemes[at]!.mayBeOther ? writtenOtherwise(lexemes, at, known) : undefined
    if (other) written ??= lexemes.slice(0, at)
    if (written) written.push(...(other?.written ?? lexemes.slice(at, at + 1)))
    at = other?.end ?? at + 1
    // "Mahindra, Swaraj": a comma between two makers says "or".
    if (!lexemes[at - 1]!.hasComma || !areMakers(lexemes, at, at, known)) continue
    written ??= lexemes.slice(0, at)
    written.push(lexemeOf('or', ['or']))
  }
  return written ?? lexemes
}

interface Written {
  end: number
  written: Lexeme[]
}

function writtenOtherwise(lexemes: Lexemes, at: number, known: KnownWords): Written | undefined {
  const { text, phrases } = lexemes[at]!
  const tool = isIndic(text) && phrases?.isWhole !== true ? implementSounding(lexemes, at, known) : undefined
  if (tool) return tool
  const spelled = spelledOtherwise(lexemes, at, known)
  if (spelled) return { end: at + 1, written: [lexemeOf(spelled, [spelled])] }
  const number = phrases && isNumeral(phrases) ? numberAt(lexemes, at, known) : undefined
  return number && { end: number.end, written: [lexemeOf(number.text, number.words ?? [number.text])] }
}

/** The catalogue's word for one of the list of spellings or with long vowels, and "or" for what stands between makers. */
function spelledOtherwise(lexemes: Lexemes, at: number, known: KnownWords): string | undefined {
  const { text, phrases, spelling } = lexemes[at]!
  if (phrases && mayPart(phrases) && isBetweenMakers(lexemes, at, known)) return 'or'
  if (spelling === undefined || known.has(text) || !known.has(spelling)) return undefined
  return phrases === undefined || (isIndic(text) && !phraseAt(lexemes, at, isListed)) ? spelling : undefined
}

/** Whether a maker is named before this word, and another right behind it. "Mahindra and Mahindra" is a name. */
const isBetweenMakers = (lexemes: Lexemes, at: number, known: KnownWords) =>
  at > 0 && !known.hasPair(lexemes[at - 1]!.text, lexemes[at]!.text) && areMakers(lexemes, at, at + 1, known)

/** Whether a maker is named before one place, and another at the next. */
function areMakers(lexemes: Lexemes, before: number, at: number, known: KnownWords): boolean {
  if (at >= lexemes.length || !isMakerAt(lexemes, at, known)) return false
  const isOther = ({ text }: Lexeme, place: number) =>
    place < before && text !== lexemes[at]!.text && isMakerAt(lexemes, place, known)
  return lexemes.some(isOther)
}

function isMakerAt(lexemes: Lexemes, at: number, known: KnownWords): boolean {
  const { text } = lexemes[at]!
  const next = lexemes[at + 1]?.text
  if (known.isMaker(text) || (next !== undefined && known.isMaker(`${text} ${next}`))) return true
  return isIndic(text) && known.makerSounding(next === undefined ? [text] : [text, next]) !== undefined
}

/** So many words of an Indic script may sound like the name of an implement. */
const MAX_SPOKEN = 3
const LEAST_SOUNDS = 4

/** The implement whose name in Latin letters sounds like the words from here, which no list has. */
function implementSounding(lexemes: Lexemes, at: number, known: KnownWords): Written | undefined {
  const isSpoken = ({ text, kind, phrases }: Lexeme) =>
    kind === 'word' && isIndic(text) && phrases?.isWhole !== true && phrases?.crop === undefined && !known.has(text)
  let last = at
  while (last < lexemes.length && last < at + MAX_SPOKEN && isSpoken(lexemes[last]!)) last++
  const listed = last > at ? phraseAt(lexemes, at, isListed)?.end : undefined
  for (let end = last; end > (listed ?? at); end--) {
    const spoken = lexemes.slice(at, end)
    const sound = nameSound(spoken.map(({ text }) => text))
    const words = sound.length < LEAST_SOUNDS ? undefined : implementsBySound.get(sound)
    // They are told as they were typed.
    const typed = spoken.flatMap((lexeme) => lexeme.words)
    if (words) return { end, written: words.map((word, place) => lexemeOf(word, place === 0 ? typed : [])) }
  }
  return undefined
}

/** A year or a model in words: do hazar teis, saat sau paintis, five seventy five. */
function numberAt(
  lexemes: Lexemes,
  at: number,
  known: KnownWords,
): { text: string; end: number; words?: string[] } | undefined {
  const amount = amountAt(lexemes, at)
  if (amount === undefined || amount.hasDigits || amount.isWeak || amount.isMoney || amount.ending) return undefined
  if (phraseAt(lexemes, at, isMeasured) || phraseAt(lexemes, amount.end, isMeasured)) return undefined
  const text = String(amount.value)
  const before = lexemes[at - 1]
  const next = lexemes[amount.end]?.text ?? ''
  const letters = spelledLetters(next).find(known.has) ?? next
  const isWritten = !isDigits(letters) && known.hasPair(text, letters)
  if (isWithinName(lexemes, at, amount.end, known)) {
    // "Three dx" is another name of one machine, but others are written 3DX.
    const isMeant = isWritten && known.finds([...(before ? [before.text] : []), text, letters])
    return isMeant ? { text, end: amount.end } : undefined
  }
  // "Three furrow" is told as it was typed.
  if (phraseAt(lexemes, amount.end, isCount))
    return { text, end: amount.end, words: lexemes.slice(at, amount.end).flatMap(({ words }) => words) }
  if (amount.isScaled || amount.value >= 100)
    return isYearText(text) || known.has(text) ? { text, end: amount.end } : undefined
  const ends: number[] = []
  const texts: string[] = ['']
  for (let next = at; ends.length < MAX_NUMERALS; next = ends.at(-1)!) {
    const one = amountAt(lexemes, next)
    if (one === undefined || one.hasDigits || one.isScaled || !Number.isInteger(one.value)) break
    ends.push(one.end)
    texts.push(texts.at(-1)! + one.value)
  }
  for (let count = ends.length; count > 1; count--)
    if (known.has(texts[count]!) && !phraseAt(lexemes, ends[count - 1]!, isMeasured))
      return { text: texts[count]!, end: ends[count - 1]! }
  if (!known.has(text)) return undefined
  const isNamed = before?.kind === 'word' && before.phrases === undefined && !isClassWord(before.text)
  if (isWritten) return { text, end: amount.end }
  return isNamed && text.length > 1 && known.finds([before.text, text]) ? { text, end: amount.end } : undefined
}

/** Whether a name has the first of these words, or the last, beside another as they stand: Jawa Forty Two. */
function isWithinName(lexemes: Lexemes, at: number, end: number, known: KnownWords): boolean {
  const arePair = (a: Lexeme | undefined, b: Lexeme | undefined) =>
    a !== undefined && b !== undefined && known.hasPair(a.text, b.text)
  return [at, at + 1, end].some((place) => arePair(lexemes[place - 1], lexemes[place]))
}
