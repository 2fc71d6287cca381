import { spelledLetters } from '../../lib/text/letter-names.ts'
import { isDigits, isIndic } from '../../lib/text/normalize.ts'
import { amountAt } from './amounts.ts'
import type { KnownWords } from './known-words.ts'
import type { Lexeme, Lexemes } from './lexemes.ts'
import { IS } from './meaning.ts'
import { lexemeOf, phraseAt } from './vocabulary.ts'
import { isYearText } from './years.ts'

/** So many numbers in words make a model: five seven five, fifty three ten. */
const MAX_NUMERALS = 4

/**
 * Writes as the catalogue does what is written otherwise: models and years in words, words by ear, a number joined with
 * a drive. The same array where there is nothing such.
 */
export function respell(lexemes: Lexeme[], known: KnownWords): Lexeme[] {
  let written: Lexeme[] | undefined
  for (let at = 0; at < lexemes.length; ) {
    const one = lexemes[at]!
    const other = one.mayBeOther ? otherAt(lexemes, at, known) : undefined
    if (other) written ??= lexemes.slice(0, at)
    written?.push(...(other?.as ?? [one]))
    at = other?.end ?? at + 1
  }
  return written ?? lexemes
}

/** What stands from here to an end, as the catalogue writes it. */
function otherAt(lexemes: Lexemes, at: number, known: KnownWords): { as: Lexeme[]; end: number } | undefined {
  const { kind } = lexemes[at]!
  if (kind === 'number') return driveIn(lexemes, at, known)
  const spelled = spelledOtherwise(lexemes, at, known)
  if (spelled) return { as: [lexemeOf(spelled, [spelled])], end: at + 1 }
  const number = numberAt(lexemes, at, known)
  return number && { as: [lexemeOf(number.text, [number.text])], end: number.end }
}

/** "66402WD", where 6640 is known and no name has 66402 before WD. */
function driveIn(lexemes: Lexemes, at: number, known: KnownWords) {
  const { text } = lexemes[at]!
  const next = lexemes[at + 1]
  if (next?.text !== 'wd' || !next.isGlued || !/[0-9][24]$/.test(text)) return undefined
  const number = text.slice(0, -1)
  if (!known.has(number) || known.hasPair(text, 'wd')) return undefined
  const drive = `${text.at(-1)}wd`
  return { as: [lexemeOf(number, [number]), lexemeOf(drive, [drive])], end: at + 2 }
}

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
  return isWritten ? { text, end } : undefined
}

/** Whether a name has the first of these words, or the last, beside another as they stand: Jawa Forty Two. */
function isWithinName(lexemes: Lexemes, at: number, end: number, known: KnownWords): boolean {
  return [at, at + 1, end].some((place) => {
    const [before, word] = [lexemes[place - 1], lexemes[place]]
    return before !== undefined && word !== undefined && known.hasPair(before.text, word.text)
  })
}
