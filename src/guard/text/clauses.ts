import { LINE } from './character-fold.ts'
import type { Tokens } from './tokens.ts'

const ENDS = 1
const PARTS = 2
const CLOSES = 4
const SIGNS = new Uint8Array(0x2100)
for (const sign of ',.;:|(') SIGNS[sign.charCodeAt(0)] = ENDS | PARTS
for (const sign of '-–—/&।•*') SIGNS[sign.charCodeAt(0)] = PARTS
for (const sign of '.,;|।') SIGNS[sign.charCodeAt(0)] = (SIGNS[sign.charCodeAt(0)] ?? 0) | CLOSES

function isSignBefore(tokens: Tokens, token: number, bits: number): boolean {
  if (token === 0) return true
  const { codes, classes } = tokens.folded
  for (let i = (tokens.starts[token] ?? 0) - 1; i >= (tokens.ends[token - 1] ?? 0); i--) {
    if (classes[i] === LINE || ((SIGNS[codes[i] ?? 0] ?? 0) & bits) !== 0) return true
  }
  return false
}

/** Whether a clause begins with this token: a line, or after a sign that ends another. */
export function beginsClause(tokens: Tokens, token: number): boolean {
  return isSignBefore(tokens, token, ENDS)
}

/** The same, where a dash, a slash or a bullet is enough. */
export function beginsPart(tokens: Tokens, token: number): boolean {
  return isSignBefore(tokens, token, PARTS)
}

/** Whether a clause ends after this token. */
export function endsClause(tokens: Tokens, token: number): boolean {
  const { codes, classes } = tokens.folded
  const end = tokens.starts[token + 1] ?? tokens.folded.length
  for (let i = tokens.ends[token] ?? 0; i < end; i++) {
    if (classes[i] === LINE || ((SIGNS[codes[i] ?? 0] ?? 0) & CLOSES) !== 0) return true
  }
  return false
}

export function endsSentence({ starts, ends, folded: { codes, classes } }: Tokens, token: number): boolean {
  for (let i = ends[token] ?? 0; i < (starts[token + 1] ?? 0); i++)
    if (classes[i] === LINE || codes[i] === 46 || codes[i] === 0x964) return true
  return false
}

export function isOneSentence(tokens: Tokens, from: number, to: number): boolean {
  for (let t = from; t < to; t++) if (endsSentence(tokens, t)) return false
  return true
}

export function isOneClause(tokens: Tokens, from: number, to: number): boolean {
  for (let t = from; t < to; t++) if (endsClause(tokens, t)) return false
  return true
}
