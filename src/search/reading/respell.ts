import { isDigits, isIndic } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { isClassWord } from '../words/word-lists.ts'
import { amountAt } from './amounts.ts'
import type { KnownWords } from './known-words.ts'
import type { Lexeme, Lexemes } from './lexemes.ts'
import { IS } from './meaning.ts'
import { lexemeOf, phraseAt } from './vocabulary.ts'
import { isYearText } from './years.ts'

/** So many numbers in words make a model: five seven five, fifty three ten. */
const MAX_NUMERALS = 4

/**
 * Writes as the catalogue does what is written otherwise: models and years in words, words by ear. The same array where
 * there is nothing such.
 */
export function respell(lexemes: Lexeme[], known: KnownWords): Lexeme[] {
  let written: Lexeme[] | undefined
  for (let at = 0; at < lexemes.length; ) {
    const one = lexemes[at]!
    const spelled = one.mayBeOther ? spelledOtherwise(lexemes, at, known) : undefined
    const isNumber = one.mayBeOther && !spelled
    const other = spelled ? { text: spelled, end: at + 1 } : isNumber ? numberAt(lexemes, at, known) : undefined
    if (other) written ??= lexemes.slice(0, at)
    // A number before "furrow" is told as it was typed.
    const words =
      other && phraseAt(lexemes, other.end, IS.isCount) ? wordsIn(lexemes, at, other.end) : [other?.text ?? '']
    written?.push(other ? lexemeOf(other.text, words) : one)
    at = other?.end ?? at + 1
  }
  return written ?? lexemes
}

const wordsIn = (lexemes: Lexemes, at: number, end: number) => lexemes.slice(at, end).flatMap(({ words }) => words)

/** The catalogue's word for one of the list of spellings or with long vowels. */
function spelledOtherwise(lexemes: Lexemes, at: number, known: KnownWords): string | undefined {
  const { text, phrases, spelling } = lexemes[at]!
  if (spelling === undefined || known.has(text) || !known.has(spelling)) return undefined
  return phrases === undefined || (isIndic(text) && !phraseAt(lexemes, at, IS.name | IS.isBeside))
    ? spelling
    : undefined
}

/** A year or a model in words: do hazar teis, saat sau paintis, five seventy five. */
function numberAt(lexemes: Lexemes, at: number, known: KnownWords): { text: string; end: number } | undefined {
  const amount = amountAt(lexemes, at)
  if (amount === undefined || amount.hasDigits || amount.isWeak || amount.isMoney || amount.ending) return undefined
  if (phraseAt(lexemes, at, IS.unit | IS.name) || phraseAt(lexemes, amount.end, IS.unit | IS.name)) return undefined
  const { end } = amount
  const text = String(amount.value)
  const before = lexemes[at - 1]
  const next = lexemes[end]?.text ?? ''
  const letters = spelledLetters(next).find(known.has) ?? next
  const isWritten = !isDigits(letters) && known.hasPair(text, letters)
  if (isWithinName(lexemes, at, end, known)) {
    // "Three dx" is another name of one machine, but others are written 3DX.
    const isMeant = isWritten && known.finds([...(before ? [before.text] : []), text, letters])
    return isMeant ? { text, end } : undefined
  }
  if (phraseAt(lexemes, end, IS.isCount)) return { text, end }
  if (amount.isScaled || amount.value >= 100) return isYearText(text) || known.has(text) ? { text, end } : undefined
  const run = [{ text: '', end: at }]
  while (run.length <= MAX_NUMERALS) {
    const last = run.at(-1)!
    const one = amountAt(lexemes, last.end)
    if (one === undefined || one.hasDigits || one.isScaled || !Number.isInteger(one.value)) break
    run.push({ text: last.text + one.value, end: one.end })
  }
  const isModel = (model: { text: string; end: number }) =>
    known.has(model.text) && !phraseAt(lexemes, model.end, IS.unit | IS.name)
  const model = run.slice(2).findLast(isModel)
  if (model || !known.has(text)) return model
  const isNamed = before?.kind === 'word' && before.phrases === undefined && !isClassWord(before.text)
  const isMeant = isWritten || (isNamed && text.length > 1 && known.finds([before.text, text]))
  return isMeant ? { text, end } : undefined
}

/** Whether a name has the first of these words, or the last, beside another as they stand: Jawa Forty Two. */
function isWithinName(lexemes: Lexemes, at: number, end: number, known: KnownWords): boolean {
  return [at, at + 1, end].some((place) => {
    const [before, word] = [lexemes[place - 1], lexemes[place]]
    return before !== undefined && word !== undefined && known.hasPair(before.text, word.text)
  })
}
