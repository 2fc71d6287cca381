import { bitsOf, listOf, lookUp, wordSet, wordsMeaning } from '../lexicon/lexicon.ts'
import type { Span } from '../text/fold.ts'
import {
  hints,
  isCapitalised,
  isInLexicon,
  means,
  meansNear,
  SIGNS,
  sourceText,
  type TextTokens,
  tokenAt,
} from '../text/tokens.ts'

/** Endings in use that are mostly ordinary words: they need more to be one. */
const RARE_ENDINGS = listOf('ending')
const ENDINGS = bitsOf('tld', 'tld-word')
/** `https://`, also with blanks in it or another letter for its own; `tel:+91…` and its like. */
const SCHEME =
  /(?<![\p{L}\p{M}])(?:(?:[a-z]{1,10} ?:|h(?:tt|xx)ps?)[: ]{0,2}\/ ?\/ {0,2}(?=[\p{L}\p{M}0-9])|mailto:(?=[\p{L}\p{M}0-9])|upi:(?=[/+])|(?:tel|sms|smsto|whatsapp|tg|callto|skype|facetime):(?=[/+0-9]))/gu
/** Words that end a sentence; a full stop without a blank after them is not a dot of an address. */
const SENTENCE_ENDS = listOf('sentence-end')
const WORD_ENDINGS = wordSet('to me be am us at it is es se so de my top live')
const SHORT_ENDINGS = new Set(wordsMeaning('short-host').map((host) => host.slice(host.indexOf('.') + 1)))
const MAX_LABELS = 6
const MAX_PARTS = 12

export function findWeb(tokens: TextTokens, spans: Span[]): void {
  const { text } = tokens.folded
  let covered = 0
  const add = (start: number, end: number): void => {
    covered = endOfAddress(tokens, end)
    spans.push({ start, end: covered })
  }
  if ((tokens.signs & (SIGNS.SLASH | SIGNS.COLON)) !== 0)
    for (const { 0: scheme, index } of text.matchAll(SCHEME)) if (index >= covered) add(index, index + scheme.length)
  if (!hints(tokens, ENDINGS) && (tokens.signs & SIGNS.POINT) === 0) return
  covered = 0
  for (let i = 0; i < tokens.count; i++) {
    const { before, kind, start, text, word } = tokenAt(tokens, i)
    if (kind !== 'word' || start < covered) continue
    if (text === 'www') add(start, tokenAt(tokens, readDomain(tokens, i + 1).last).end)
    if (before !== '.') continue
    const isEnding = (word.hints & ENDINGS) !== 0 || (RARE_ENDINGS.has(text) && isSite(tokens, i))
    const dotted = isEnding ? readDotted(tokens, i, covered) : undefined
    if (dotted !== undefined) add(dotted.start, dotted.end)
  }
}

/** `batalamanganese.foundry/enquiry`, "Web: jambokrishi.africa" */
function isSite(tokens: TextTokens, i: number): boolean {
  if (isInLexicon(tokenAt(tokens, i - 1))) return false
  return tokenAt(tokens, i + 1).before === '/' || meansNear(tokens, i - 5, i - 2, 'visit', 'mail-noun')
}

function readDotted(tokens: TextTokens, i: number, covered: number): Span | undefined {
  const { text } = tokens.folded
  const { start, end } = tokenAt(tokens, i)
  const [name] =
    /[\p{L}\p{M}0-9](?:[\p{L}\p{M}0-9._-]*[\p{L}\p{M}0-9])?$/u.exec(
      text.slice(Math.max(covered, start - 100), start - 1),
    ) ?? []
  if (name === undefined) return undefined
  const isPath = /^\/[\p{L}\p{M}0-9+@]/u.test(text.slice(end, end + 2))
  if (!isPath && !isWebAddress(tokens, i, name)) return undefined
  let last = i
  while (tokenAt(tokens, last + 1).before === '.' && means(tokenAt(tokens, last + 1), 'tld')) last++
  return { start: start - 1 - name.length, end: tokenAt(tokens, last).end }
}

function isWebAddress(tokens: TextTokens, i: number, name: string): boolean {
  const [before, ending] = [tokenAt(tokens, i - 1), tokenAt(tokens, i)]
  // "will run.Company fitted": a capital after small letters begins a sentence.
  if (/^[A-Z][a-z]/.test(sourceText(tokens, ending)) && !isCapitalised(tokens, before)) return false
  if (isShortHost(tokens, i - 1, i)) return true
  if (means(ending, 'open-tld') || meansNear(tokens, i - 5, i - 2, 'visit')) return name.length >= 2
  if (WORD_ENDINGS.has(ending.text) && tokenAt(tokens, i + 1).before === ' ') return false
  if (name.length > before.text.length) return name.length >= 5
  return name.length >= 6 && !SENTENCE_ENDS.has(before.text) && !isInLexicon(before)
}

/** `wa.me`, `t.me`: name, point and ending are looked up as one word. */
export function isShortHost(tokens: TextTokens, name: number, top: number): boolean {
  if (!SHORT_ENDINGS.has(tokenAt(tokens, top).text)) return false
  return lookUp(`${tokenAt(tokens, name).text}.${tokenAt(tokens, top).text}`).tags.has('short-host')
}

function labelEnd(tokens: TextTokens, first: number): number {
  let last = first
  while (last < first + MAX_PARTS && last + 1 < tokens.count && /^(?:--?|__?)?$/.test(tokenAt(tokens, last + 1).before))
    last++
  return last
}

/** The domain that begins here: its last token, whether it has an ending, whether it is one for mail. */
export function readDomain(tokens: TextTokens, first: number): { last: number; dotted: boolean; mail: boolean } {
  let [last, dotted] = [labelEnd(tokens, first), false]
  for (let labels = 1; labels < MAX_LABELS && tokenAt(tokens, last + 1).before === '.'; labels++) {
    const { kind } = tokenAt(tokens, last + 1)
    if (kind === 'none') break
    dotted = kind === 'word'
    last = labelEnd(tokens, last + 1)
  }
  return { last, dotted, mail: means(tokenAt(tokens, first), 'mail-host') }
}

function endOfAddress({ folded: { text, source, starts } }: TextTokens, from: number): number {
  let end = from
  for (; end < text.length; end++) {
    // An escaped blank ("?text=Swaraj%20744") belongs to the address.
    const escaped = starts !== undefined && source[starts[end] ?? 0] === '%'
    if (/[\s\ue000]/.test(text.charAt(end)) && !escaped) break
  }
  while (end > from && !/[\p{L}\p{M}0-9/]/u.test(text.charAt(end - 1))) end--
  return end
}
