import { lookUp, lookUpStem, type Tag, UNKNOWN, type Word } from '../words/lexicon.ts'
import { type Folded, fold, MARK, sourceEnd, sourceStart } from './fold.ts'

/** A run of letters or of digits, or the mark of a removal, with the signs that stand between it and the one before. */
export type Token = {
  kind: 'word' | 'number' | 'mark' | 'none'
  text: string
  start: number
  end: number
  gap: string
  word: Word
}

/** The tokens of a text; the last is none, and holds the signs at the end. */
export type Tokens = { folded: Folded; list: Token[]; count: number; seen: ReadonlySet<Tag> }

const BEFORE: Token = { kind: 'none', text: '', start: 0, end: 0, gap: '', word: UNKNOWN }
/** Letters and digits by turns without end are noise, in which only a whole number is read. */
const LONGEST_CHAIN = 40
const WHOLE_NUMBER = 8
/** Letters of another script begin another word: "नंo", "callकरो". */
const TOKEN = /[0-9]+|[\p{L}--[\u0900-\u{10ffff}]]+|[[\p{L}\p{M}]&&[\u0900-\uffff]]+|\ue000/gv

export function tokenise(text: string): Tokens {
  const folded = fold(text)
  const list: Token[] = []
  const seen = new Set<Tag>()
  let last: Token = BEFORE
  let chain = 0
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(folded.text); match !== null; match = TOKEN.exec(folded.text)) {
    const [text] = match
    const start = match.index
    const end = start + text.length
    const kind = text === MARK ? 'mark' : text <= '9~' ? 'number' : 'word'
    chain = start === last.end ? chain + 1 : 0
    if (
      chain > LONGEST_CHAIN &&
      last.kind === 'word' &&
      kind !== 'mark' &&
      (kind === 'word' || end - start < WHOLE_NUMBER)
    ) {
      last.text += text
      last.end = end
      last.word = UNKNOWN
      continue
    }
    const word = kind === 'word' ? find(text) : UNKNOWN
    for (const tag of word.tags) seen.add(tag)
    last = { kind, text, start, end, gap: folded.text.slice(last.end, start), word }
    list.push(last)
  }
  const count = list.length
  const end = folded.text.length
  list.push({ kind: 'none', text: '', start: end, end, gap: folded.text.slice(last.end), word: UNKNOWN })
  return { folded, list, count, seen }
}

function find(text: string): Word {
  const word = lookUp(text)
  return word === UNKNOWN && text >= '\u0900' ? lookUpStem(text) : word
}

/** The token at this place; past either end there is none. */
export function at({ list, count }: Tokens, index: number): Token {
  return index < 0 ? BEFORE : (list[Math.min(index, count)] ?? BEFORE)
}

export function means({ word: { tags } }: Token, ...sought: Tag[]): boolean {
  if (tags.size === 0) return false
  for (const tag of sought) if (tags.has(tag)) return true
  return false
}

export function isKnown({ word }: Token): boolean {
  return word !== UNKNOWN
}

/** How a word is written in the source, which the folded text no longer tells. */
export function written({ folded }: Tokens, { start, end }: Token): string {
  return end > start ? folded.source.slice(sourceStart(folded, start), sourceEnd(folded, end - 1)) : ''
}

export function isUpperCase(tokens: Tokens, token: Token): boolean {
  return /^[A-Z]+$/.test(written(tokens, token))
}

export function isCapitalised(tokens: Tokens, token: Token): boolean {
  return /^[A-Z]/.test(written(tokens, token))
}

/** The signs after a token. */
export function after(tokens: Tokens, index: number): string {
  return at(tokens, index + 1).gap
}

/** Whether a clause begins with this token: a line, or after a sign that ends another. */
export function beginsClause(tokens: Tokens, index: number): boolean {
  return index <= 0 || /[\n,.;:|(]/.test(at(tokens, index).gap)
}

/** The same, where a dash, a slash or a bullet is enough. */
export function beginsPart(tokens: Tokens, index: number): boolean {
  return index <= 0 || /[\n,.;:|(–—/&।•*-]/.test(at(tokens, index).gap)
}

/** Whether a clause ends after this token. */
export function endsClause(tokens: Tokens, index: number): boolean {
  return /[\n.,;|।]/.test(after(tokens, index))
}

/** No sentence ends between these two tokens. */
export function isOneSentence(tokens: Tokens, from: number, to: number): boolean {
  for (let t = from; t < to; t++) if (/[\n.।]/.test(after(tokens, t))) return false
  return true
}

export function isOneClause(tokens: Tokens, from: number, to: number): boolean {
  for (let t = from; t < to; t++) if (endsClause(tokens, t)) return false
  return true
}
