import { findAt, type Tag, UNKNOWN, type Word } from '../lexicon/lexicon.ts'
import { MARK, type NormalizedText, normalize, sourceEnd, sourceStart } from './fold.ts'

export type TextToken = {
  kind: 'word' | 'number' | 'mark' | 'none'
  text: string
  start: number
  end: number
  before: string
  signs: number
  word: Word
}

/** `list` ends with a token of kind `none`, which holds the signs at the end. */
export type TextTokens = { folded: NormalizedText; list: TextToken[]; count: number; hints: number; signs: number }

const WRITTEN = {
  LINE: '\n',
  POINT: '.',
  COMMA: ',',
  COLON: ':',
  OPEN: '(',
  CLOSE: ')',
  DANDA: '।',
  BULLET: '•*',
  DASH: '–—-',
  SLASH: '/&',
  CRY: '!?',
  AT: '@',
  SEMICOLON: ';|',
  PLUS: '+',
}
export const SIGNS = Object.fromEntries(Object.keys(WRITTEN).map((name, k) => [name, 1 << k])) as Readonly<
  Record<keyof typeof WRITTEN, number>
>
const { LINE, POINT, COMMA, COLON, OPEN, DANDA, SEMICOLON } = SIGNS
const CLAUSE_END = LINE | POINT | COMMA | SEMICOLON | DANDA
const CLAUSE_START = LINE | POINT | COMMA | SEMICOLON | COLON | OPEN

const BLANK = 32
const BEFORE: TextToken = { kind: 'none', text: '', start: 0, end: 0, before: '', signs: 0, word: UNKNOWN }

/** Classes of characters; letters of another script begin another word: "नंo", "callकरो". */
const SIGN = 1
const DIGIT = 2
const LATIN = 3
const INDIAN = 4
const REMOVAL = 5
const classes = new Uint8Array(0x10000)
const signBits = new Uint16Array(0x10000)
for (const [name, signs] of Object.entries(WRITTEN))
  for (const sign of signs) signBits[sign.charCodeAt(0)] = SIGNS[name as keyof typeof WRITTEN]

function classOf(code: number): number {
  const text = String.fromCharCode(code)
  let match = SIGN
  if (text === MARK) match = REMOVAL
  else if (/[0-9]/.test(text)) match = DIGIT
  else if (/\p{L}/u.test(text) && code < 0x900) match = LATIN
  else if (/[\p{L}\p{M}]/u.test(text) && code >= 0x900) match = INDIAN
  classes[code] = match
  return match
}

export function tokenise(source: string): TextTokens {
  return readTokens(normalize(source))
}

export function readTokens(folded: NormalizedText): TextTokens {
  const { text } = folded
  const list: TextToken[] = []
  let last: TextToken = BEFORE
  let [beforeSigns, signs, hints] = [0, 0, 0]
  for (let start = 0; start < text.length; ) {
    const code = text.charCodeAt(start)
    const group = classes[code] || classOf(code)
    if (group === SIGN) {
      beforeSigns |= signBits[code] ?? 0
      start++
      continue
    }
    let end = start + 1
    let hash = code
    if (group !== REMOVAL) {
      for (; end < text.length; end++) {
        const next = text.charCodeAt(end)
        if ((classes[next] || classOf(next)) !== group) break
        hash = Math.imul(hash ^ next, 0x01000193)
      }
    }
    const kind = group === REMOVAL ? 'mark' : group === DIGIT ? 'number' : 'word'
    const match = kind === 'word' ? findAt(text, start, end, hash) : undefined
    const word = match?.word ?? UNKNOWN
    const tokenText = match?.text ?? text.slice(start, end)
    hints |= word.hints
    last = { kind, text: tokenText, start, end, before: textBetween(text, last.end, start), signs: beforeSigns, word }
    list.push(last)
    signs |= beforeSigns
    beforeSigns = 0
    start = end
  }
  const count = list.length
  const end = text.length
  list.push({
    kind: 'none',
    text: '',
    start: end,
    end,
    before: text.slice(last.end),
    signs: beforeSigns,
    word: UNKNOWN,
  })
  return { folded, list, count, hints, signs: signs | beforeSigns }
}

function textBetween(text: string, from: number, to: number): string {
  return from === to ? '' : to === from + 1 && text.charCodeAt(from) === BLANK ? ' ' : text.slice(from, to)
}

/** Past either end the token has the kind `none`. */
export function tokenAt({ list, count }: TextTokens, index: number): TextToken {
  return index < 0 ? BEFORE : (list[Math.min(index, count)] ?? BEFORE)
}

export function means({ word }: TextToken, first: Tag, ...others: Tag[]): boolean {
  if (word === UNKNOWN) return false
  if (word.tags.has(first)) return true
  for (const tag of others) if (word.tags.has(tag)) return true
  return false
}

export function meansNear(tokens: TextTokens, from: number, to: number, first: Tag, ...others: Tag[]): boolean {
  for (let i = from; i <= to; i++) if (means(tokenAt(tokens, i), first, ...others)) return true
  return false
}

export function hints(tokens: TextTokens, bits: number): boolean {
  return (tokens.hints & bits) !== 0
}

export function isInLexicon({ word }: TextToken): boolean {
  return word !== UNKNOWN
}

export function sourceText({ folded }: TextTokens, { start, end }: TextToken): string {
  return end > start ? folded.source.slice(sourceStart(folded, start), sourceEnd(folded, end - 1)) : ''
}

export function isUpperCase(tokens: TextTokens, token: TextToken): boolean {
  return /^[A-Z]+$/.test(sourceText(tokens, token))
}

export function isCapitalised(tokens: TextTokens, token: TextToken): boolean {
  return /^[A-Z]/.test(sourceText(tokens, token))
}

export function textAfter(tokens: TextTokens, index: number): string {
  return tokenAt(tokens, index + 1).before
}

export function beginsClause(tokens: TextTokens, index: number): boolean {
  return index <= 0 || (tokenAt(tokens, index).signs & CLAUSE_START) !== 0
}

export function endsClause(tokens: TextTokens, index: number): boolean {
  return (tokenAt(tokens, index + 1).signs & CLAUSE_END) !== 0
}
