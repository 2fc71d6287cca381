import type { Tokens } from './tokens.ts'

// How a word is written in the source, which the folded text no longer tells.

/** Whether a word stands in capitals. */
export function isUpperCase(tokens: Tokens, token: number): boolean {
  const { text, starts } = tokens.folded
  for (let i = tokens.starts[token] ?? 0; i < (tokens.ends[token] ?? 0); i++) {
    const code = text.charCodeAt(starts[i] ?? 0)
    if (code < 65 || code > 90) return false
  }
  return true
}

/** Whether a word begins with a capital. */
export function isCapitalised(tokens: Tokens, token: number): boolean {
  const { text, starts } = tokens.folded
  const code = text.charCodeAt(starts[tokens.starts[token] ?? 0] ?? 0)
  return code >= 65 && code <= 90
}
