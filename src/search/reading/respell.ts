import { isDigits, isIndic } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { nameSound } from '../../text/sounds.ts'
import { amountAt } from './amounts.ts'
import { isYearText } from './asides.ts'
import type { KnownWords } from './known-words.ts'
import type { Lexeme, Lexemes } from './lexemes.ts'
import { isBeside, isName, type Meaning } from './meaning.ts'
import { MAX_CORRECTED } from './pieces.ts'
import { beginnings, implementsBySound, lexemeOf, nearWord, phraseAt, toLexemes } from './vocabulary.ts'
import { isClassWord, isFillerWord } from './word-lists.ts'

/** So many numbers in words make a model: five seven five, fifty three ten. */
const MAX_NUMERALS = 4
/** So many letters are spelled by their names. */
const MAX_LETTERS = 4
/** Shorter words are taken as they are; a shorter part of a word must be a unit. */
const LEAST_LETTERS = 4
const LEAST_PART = 2
const ROMAN: Record<string, string> = { 2: 'ii', 3: 'iii', 4: 'iv', 5: 'v', 6: 'vi' }
/** Whether names may have a Roman numeral for this digit. */
export const isRomanDigit = (text: string) => ROMAN[text] !== undefined
const LONG_VOWELS: Record<string, string> = { aa: 'a', ee: 'i', ii: 'i', oo: 'u', uu: 'u' }

const isNumeral = ({ number, tens, more }: Meaning) => number !== undefined || tens !== undefined || more !== undefined
const isListed = (meaning: Meaning) => isName(meaning) || isBeside(meaning)
const isCount = (meaning: Meaning) => meaning.isCount
const isMeasured = ({ unit, name }: Meaning) => unit !== undefined || name !== undefined

/**
 * Writes as the lists and the catalogue do what is written otherwise: models and years in words, Roman numerals as
 * digits, words written together, words by ear. The same array where there is nothing such.
 */
export function respell(lexemes: Lexeme[], known: KnownWords): Lexeme[] {
  let written: Lexeme[] | undefined
  let corrected = 0
  for (let at = 0; at < lexemes.length; ) {
    const lexeme = lexemes[at]!
    let [end, others]: [number, Lexeme[] | undefined] = [at + 1, undefined]
    const isSpoken = lexeme.phrases?.isWhole !== true && isIndic(lexeme.text)
    const tool = isSpoken ? implementSounding(lexemes, at, known) : undefined
    const code = isLetter(lexeme) && isLetter(lexemes[end]) && !tool ? codeAt(lexemes, at, known) : undefined
    const spelled = tool || code || lexeme.kind === 'sign' ? undefined : spelledOtherwise(lexemes, at, known)
    if (tool) [end, others] = [tool.end, tool.written]
    else if (code) [end, others] = [code.end, [lexemeOf(code.text, [code.text])]]
    else if (spelled) others = [lexemeOf(spelled, [spelled])]
    else if (lexeme.kind === 'word') {
      if (lexeme.phrases !== undefined) {
        const number = isNumeral(lexeme.phrases) ? numberAt(lexemes, at, known) : undefined
        if (number) [end, others] = [number.end, [lexemeOf(number.text, number.words ?? [number.text])]]
      } else if (lexeme.text.length >= LEAST_LETTERS && !known.has(lexeme.text) && corrected++ < MAX_CORRECTED)
        others = otherWords(lexemes, at, known)
    }
    if (others) written ??= lexemes.slice(0, at)
    if (written) written.push(...(others ?? lexemes.slice(at, end)))
    at = end
  }
  return written ?? lexemes
}

/** The catalogue's word for one of the list of spellings, and the Roman numeral that a name has behind a number where a digit is typed. */
function spelledOtherwise(lexemes: Lexemes, at: number, known: KnownWords): string | undefined {
  const { text, kind, phrases, spelling } = lexemes[at]!
  if (kind === 'word') {
    const mayPart = phrases?.role === 'either_makers' || phrases?.role === 'both'
    if (mayPart && isBetweenMakers(lexemes, at, known)) return 'or'
    if (spelling === undefined || known.has(text) || !known.has(spelling)) return undefined
    const isFree = phrases === undefined || (isIndic(text) && !phraseAt(lexemes, at, isListed))
    return isFree ? spelling : undefined
  }
  const [roman, before] = [ROMAN[text], lexemes[at - 1]?.text]
  if (roman === undefined || before === undefined || !isDigits(before) || lexemes[at + 1]?.isGlued) return undefined
  if (known.hasPair(before, text) || !known.hasPair(before, roman)) return undefined
  return amountAt(lexemes, at)!.end > at + 1 || phraseAt(lexemes, at + 1, isMeasured) ? undefined : roman
}

/** Whether a maker is named before this word, and another right behind it. */
function isBetweenMakers(lexemes: Lexemes, at: number, known: KnownWords): boolean {
  // "Mahindra and Mahindra" is a name.
  if (at === 0 || at + 1 === lexemes.length || known.hasPair(lexemes[at - 1]!.text, lexemes[at]!.text)) return false
  return isMakerAt(lexemes, at + 1, known) && lexemes.slice(0, at).some((_, place) => isMakerAt(lexemes, place, known))
}

function isClassAt(lexemes: Lexemes, at: number, known: KnownWords): boolean {
  const words = lexemes.slice(at, at + 2).map(({ text }) => text)
  const isClass = (named: string[]) => known.valueNamed('machine_class', named) !== undefined
  return isClass(words) || isClass(words.slice(0, 1))
}

function isMakerAt(lexemes: Lexemes, at: number, known: KnownWords): boolean {
  const two = lexemes.slice(at, at + 2).map(({ text }) => text)
  if (two.length === 0) return false
  if (known.isMaker(two[0]!) || known.isMaker(two.join(' '))) return true
  return isIndic(two[0]!) && known.makerSounding(two) !== undefined
}

/** Commas that do not group digits. */
const COMMAS = /,(?!\d)|(?<!\d),/
/** Fewer digits may be a figure. */
const LEAST_MODEL = 3

/** Writes "or" for a comma between makers, models that are numbers, or classes, where no machine has both. */
export function partAtCommas(q: string, known: KnownWords): string {
  const isModel = ({ kind, text }: Lexeme) =>
    kind === 'number' && text.length >= LEAST_MODEL && !isYearText(text) && known.has(text)
  return q.split(COMMAS).reduce((before, part) => {
    const [left, right] = [toLexemes(before), toLexemes(part)]
    const words = [...left, ...right].flatMap((lexeme) => lexeme.words).filter((word) => !isFillerWord(word))
    const areBoth = (isOne: typeof isMakerAt) => isOne(right, 0, known) && left.some((_, at) => isOne(left, at, known))
    const areModels = left.some(isModel) && right.slice(0, 1).some(isModel) && !phraseAt(right, 1, isMeasured)
    const isParted = (areModels || areBoth(isMakerAt) || areBoth(isClassAt)) && !known.finds(words)
    return `${before}${isParted ? ' or ' : ', '}${part}`
  })
}

/** So many words of an Indic script may sound like the name of an implement. */
const MAX_SPOKEN = 3
const LEAST_SOUNDS = 4

/** The implement whose name in Latin letters sounds like the words from here, which no list has. */
function implementSounding(lexemes: Lexemes, at: number, known: KnownWords) {
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
  const letters = codeAt(lexemes, amount.end, known)?.letters ?? lexemes[amount.end]?.text ?? ''
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

const isLetter = (lexeme: Lexeme | undefined) => lexeme?.letters[0]?.length === 1

/** The word of the catalogue whose letters are spelled from here, each by its name: வி எஸ் டி is விஎஸ்டி. */
function codeAt(lexemes: Lexemes, at: number, known: KnownWords) {
  let end = at + 1
  if (isLetter(lexemes[at])) while (end < at + MAX_LETTERS && isLetter(lexemes[end])) end++
  const named = lexemes.slice(at, end)
  const text = named.map((lexeme) => lexeme.text).join('')
  const letters = (named.length > 1 ? spelledLetters(text) : named[0]?.letters)?.find(known.has)
  return letters === undefined || isLetter(lexemes[at - 1]) || phraseAt(lexemes, at, isMeasured)
    ? undefined
    : { text, letters, end }
}

/** Whether a name has the first of these words, or the last, beside another as they stand: Jawa Forty Two. */
function isWithinName(lexemes: Lexemes, at: number, end: number, known: KnownWords): boolean {
  const arePair = (a: Lexeme | undefined, b: Lexeme | undefined) =>
    a !== undefined && b !== undefined && known.hasPair(a.text, b.text)
  return [at, at + 1, end].some((place) => arePair(lexemes[place - 1], lexemes[place]))
}

/** What an unknown word is in other letters; undefined where the catalogue has something like it, or nothing has. */
function otherWords(lexemes: Lexemes, at: number, known: KnownWords): Lexeme[] | undefined {
  const { text } = lexemes[at]!
  const isLast = at === lexemes.length - 1
  const short = text.replace(/aa|ee|ii|oo|uu/g, (vowels) => LONG_VOWELS[vowels]!)
  if (short !== text && known.has(short)) return [lexemeOf(short, [short])]
  const parts = isIndic(text) ? undefined : partsOf(text, known)
  if (parts) return parts.map((part) => lexemeOf(part, [part]))
  if (known.matches(text, undefined, isLast, true)) return undefined
  const [before, next] = [lexemes[at - 1], lexemes[at + 1]]
  if (next && known.matches(text, next.text, at + 2 === lexemes.length, true)) return undefined
  if (before?.kind === 'word' && known.matches(before.text, text, isLast, true)) return undefined
  const near = nearWord(text)
  return near === undefined ? undefined : [lexemeOf(near, [text])]
}

/** The words that are written together in this one, of which one at least says what is asked for. */
function partsOf(text: string, known: KnownWords): string[] | undefined {
  for (let at = text.length - LEAST_PART; at >= LEAST_PART; at--) {
    const [head, tail] = [text.slice(0, at), text.slice(at)]
    if (!isPart(head, known)) continue
    const rest = isPart(tail, known) ? [tail] : partsOf(tail, known)
    if (rest && [head, ...rest].some((part) => isClassWord(part) || known.isMaker(part))) return [head, ...rest]
  }
  return undefined
}

function isPart(text: string, known: KnownWords): boolean {
  const phrases = beginnings.get(text)
  if (text.length < LEAST_LETTERS) return (phrases?.unit !== undefined && !phrases.isWeak) || known.isMaker(text)
  return phrases?.isWhole === true || known.has(text)
}
