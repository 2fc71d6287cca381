import { at, means, type Tokens } from '../text/tokens.ts'

/** A domain as it was read: the last token of it, and how openly it was written. */
export type Domain = { last: number; dotted: boolean; spoken: boolean; known: boolean; mail: boolean }

const MOST_LABELS = 6
const MOST_PARTS = 12
export const ALPHANUMERIC = /[\p{L}\p{M}0-9]/u
const BRACKETS = /^[\s()[\]{}<>*_"'.!#$^|~-]{0,4}$/
const POINT_APART = /^(?=.{2,5}$)[ ()[\]{}<>*_"'!#$^|~-]*\.[ ()[\]{}<>*_"'!#$^|~-]*$/

/** Only blanks and brackets stand between this token and the next. */
export function isBracketed(tokens: Tokens, left: number): boolean {
  return left + 1 < tokens.count && BRACKETS.test(at(tokens, left + 1).gap)
}

/** "(dot)", "[dot]": nobody writes a mere word so. */
export function isInBrackets(tokens: Tokens, i: number): boolean {
  return /[([{<*_-]$/.test(at(tokens, i).gap) && /^[)\]}>*_-]/.test(at(tokens, i + 1).gap)
}

/** The last token of a label that begins here: letters, digits and inner hyphens. */
export function labelEnd(tokens: Tokens, first: number): number {
  let last = first
  while (last < first + MOST_PARTS && last + 1 < tokens.count && /^(?:--?|__?)?$/.test(at(tokens, last + 1).gap)) last++
  return last
}

/** `.`, ` . `, `[.]`, `(dot)`, ` dot ` after this token: the token that follows, and whether it was not written tightly. */
function readDot(tokens: Tokens, i: number): { label: number; spoken: boolean } | undefined {
  const next = at(tokens, i + 1)
  if (i + 1 >= tokens.count) return undefined
  if (next.gap === '.') return { label: i + 1, spoken: false }
  if (POINT_APART.test(next.gap)) return { label: i + 1, spoken: true }
  const said = means(next, 'dot') && isBracketed(tokens, i) && isBracketed(tokens, i + 1)
  return said ? { label: i + 2, spoken: true } : undefined
}

export function readDomain(tokens: Tokens, first: number): Domain | undefined {
  if (first >= tokens.count) return undefined
  const mail = means(at(tokens, first), 'mail-host')
  const domain: Domain = { last: labelEnd(tokens, first), dotted: false, spoken: false, known: false, mail }
  for (let labels = 1; labels < MOST_LABELS; labels++) {
    const dot = readDot(tokens, domain.last)
    if (dot === undefined) break
    const end = labelEnd(tokens, dot.label)
    const label = at(tokens, dot.label)
    const top = end === dot.label && label.kind === 'word'
    const known = top && means(label, dot.spoken && !isInBrackets(tokens, dot.label - 1) ? 'tld-word' : 'tld')
    if (!known && (dot.spoken || domain.spoken)) break
    domain.dotted = top && label.text.length >= 2
    domain.known = known
    domain.spoken ||= dot.spoken
    domain.last = end
  }
  // "gmail com": a mail host needs no dot to be understood.
  const top = at(tokens, domain.last + 1)
  if (
    mail &&
    !domain.dotted &&
    means(top, 'tld-word') &&
    isBracketed(tokens, domain.last) &&
    !/^(?:in|co)$/.test(top.text)
  )
    return { last: domain.last + 1, dotted: true, spoken: true, known: true, mail }
  return domain
}

/** Where a web address that reaches this far ends, its path and query included. */
export function endOfAddress({ folded: { text, source, starts } }: Tokens, from: number): number {
  let end = from
  for (; end < text.length; end++) {
    // "?text=Swaraj%20744": a blank that is none in an address.
    const escaped = starts !== undefined && source[starts[end] ?? 0] === '%'
    if (/[\s\ue000]/.test(text.charAt(end)) && !escaped) break
  }
  while (end > from && !/[\p{L}\p{M}0-9/]/u.test(text.charAt(end - 1))) end--
  return end
}
