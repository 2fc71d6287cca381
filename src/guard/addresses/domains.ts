import { at, isCapitalised, means, type Tokens, written } from '../text/tokens.ts'
import { lookUp } from '../words/lexicon.ts'

const MOST_LABELS = 6
const MOST_PARTS = 12
export const ALPHANUMERIC = /[\p{L}\p{M}0-9]/u
const BRACKETS = /^[\s()[\]{}<>*_"'.!#$^|~-]{0,4}$/

/** Only blanks and brackets stand between this token and the next. */
export function isBracketed(tokens: Tokens, left: number): boolean {
  return left + 1 < tokens.count && BRACKETS.test(at(tokens, left + 1).gap)
}

/** "will run.Company fitted": a capital begins a sentence; no ending of a domain is written so after small letters. */
export function beginsSentence(tokens: Tokens, top: number): boolean {
  return /^[A-Z][a-z]/.test(written(tokens, at(tokens, top))) && !isCapitalised(tokens, at(tokens, top - 1))
}

/** `wa.me`, `t.me`: name, point and ending are looked up as one word. */
export function isShortHost(tokens: Tokens, name: number, top: number): boolean {
  return lookUp(`${at(tokens, name).text}.${at(tokens, top).text}`).tags.has('short-host')
}

/** The last token of a label that begins here: letters, digits and inner hyphens. */
function labelEnd(tokens: Tokens, first: number): number {
  let last = first
  while (last < first + MOST_PARTS && last + 1 < tokens.count && /^(?:--?|__?)?$/.test(at(tokens, last + 1).gap)) last++
  return last
}

/** The last token of the domain that begins here, whether it has an ending, and whether it is one for mail. */
export function readDomain(tokens: Tokens, first: number): { last: number; dotted: boolean; mail: boolean } {
  const mail = means(at(tokens, first), 'mail-host')
  let [last, dotted] = [labelEnd(tokens, first), false]
  for (let labels = 1; labels < MOST_LABELS && last + 1 < tokens.count && at(tokens, last + 1).gap === '.'; labels++) {
    const { kind, text } = at(tokens, last + 1)
    const end = labelEnd(tokens, last + 1)
    dotted = end === last + 1 && kind === 'word' && text.length >= 2
    last = end
  }
  // "gmail com": a mail host needs no dot to be understood.
  const top = at(tokens, last + 1)
  const isSpoken = means(top, 'tld-word') && isBracketed(tokens, last) && !/^(?:in|co)$/.test(top.text)
  return mail && !dotted && isSpoken ? { last: last + 1, dotted: true, mail } : { last, dotted, mail }
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
