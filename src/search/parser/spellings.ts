import { spelledLetters } from '../../lib/text/letter-names.ts'
import { isDigits, isIndic } from '../../lib/text/normalize.ts'
import { amountAt } from './amounts.ts'
import { annotate, phraseAt, spellingOf } from './lexicon.ts'
import type { TermLookup } from './term-lookup.ts'
import { createToken, type Token, type Tokens } from './tokens.ts'
import { isYearText } from './years.ts'

/** The most number words of a model: five seven five, fifty three ten. */
const MAX_NUMERALS = 4

interface Replacement {
  text: string
  end: number
}

export function normalizeSpellings(tokens: Tokens, lookup: TermLookup): Tokens {
  let rewritten: Token[] | undefined
  for (let i = 0; i < tokens.length; ) {
    const replacement = tokens[i]!.kind === 'word' ? replacementAt(tokens, i, lookup) : undefined
    if (replacement) {
      rewritten ??= tokens.slice(0, i)
      const { text } = replacement
      rewritten.push(createToken(text, isDigits(text) ? 'number' : 'word', [text]))
    } else rewritten?.push(tokens[i]!)
    i = replacement?.end ?? i + 1
  }
  return rewritten ? annotate(rewritten) : tokens
}

function replacementAt(tokens: Tokens, i: number, lookup: TermLookup): Replacement | undefined {
  const { phrases, isLiteral } = tokens[i]!
  if (isLiteral) return undefined
  const text = otherSpelling(tokens, i, lookup)
  if (text !== undefined) return { text, end: i + 1 }
  const isNumeral = phrases.some(({ senses: { number, tens, more } }) => (number ?? tens ?? more) !== undefined)
  return isNumeral ? spokenNumberAt(tokens, i, lookup) : undefined
}

const SHORT_VOWELS: Record<string, string> = { aa: 'a', ee: 'i', ii: 'i', oo: 'u', uu: 'u' }
const shortenVowels = (text: string) => text.replace(/aa|ee|ii|oo|uu/g, (vowels) => SHORT_VOWELS[vowels]!)

/** Returns a listed spelling that the index has, or the word with its long vowels short. */
function otherSpelling(tokens: Tokens, i: number, lookup: TermLookup): string | undefined {
  const { text, phrases } = tokens[i]!
  const spelling = spellingOf(text) ?? (phrases.length === 0 ? shortenVowels(text) : text)
  if (spelling === text || lookup.has(text) || !lookup.has(spelling)) return undefined
  const isOther =
    phrases.length === 0 || (isIndic(text) && !phraseAt(tokens, i, 'name', 'used', 'implement', 'state', 'district'))
  return isOther ? spelling : undefined
}

/** Returns a year or a model in number words: do hazar teis, saat sau paintis, five seventy five. */
function spokenNumberAt(tokens: Tokens, i: number, lookup: TermLookup): Replacement | undefined {
  const amount = amountAt(tokens, i)
  if (amount === undefined || amount.hasDigits || amount.isWeak || amount.isMoney || amount.ending) return undefined
  const { end } = amount
  const text = String(amount.value)
  const next = tokens[end]?.text ?? ''
  const letters = spelledLetters(next).find(lookup.has) ?? next
  const isWritten = !isDigits(letters) && lookup.hasPair(text, letters)
  if (isWithinName(tokens, i, end, lookup)) {
    // "Three dx" is another name of one machine, but others are written 3DX.
    const before = tokens[i - 1]
    const isMeant = isWritten && lookup.matchesAll([...(before ? [before.text] : []), text, letters])
    return isMeant ? { text, end } : undefined
  }
  if (phraseAt(tokens, end, 'counted')) return { text, end }
  if (amount.isScaled || amount.value >= 100) return isYearText(text) || lookup.has(text) ? { text, end } : undefined
  const run = [{ text: '', end: i }]
  while (run.length <= MAX_NUMERALS) {
    const last = run.at(-1)!
    const part = amountAt(tokens, last.end)
    if (part === undefined || part.hasDigits || part.isScaled || !Number.isInteger(part.value)) break
    run.push({ text: last.text + part.value, end: part.end })
  }
  const model = run.slice(2).findLast((part) => lookup.has(part.text) && !phraseAt(tokens, part.end, 'unit', 'name'))
  if (model || !lookup.has(text)) return model
  return isWritten ? { text, end } : undefined
}

/** Whether a name has the first of these words, or the last, next to another as they stand: Jawa Forty Two. */
function isWithinName(tokens: Tokens, i: number, end: number, lookup: TermLookup): boolean {
  return [i, i + 1, end].some((place) => {
    const [before, word] = [tokens[place - 1], tokens[place]]
    return before !== undefined && word !== undefined && lookup.hasPair(before.text, word.text)
  })
}
