import { bitsOf, listOf, wordSet } from '../lexicon/lexicon.ts'
import type { Span } from '../text/fold.ts'
import { hints, isInLexicon, means, meansNear, SIGNS, sourceText, type TextTokens, tokenAt } from '../text/tokens.ts'

/** Words that follow the name of a network without being anyone's handle there. */
const ORDINARY = listOf('no-handle')
const HANDLES = bitsOf('social', 'mail-host')
const SEARCHES = wordSet('search follow karke naam सर्च फॉलो')
const HANDLE_WORDS = wordSet('id handle username आईडी ஐடி')

export function findHandles(tokens: TextTokens, spans: Span[]): void {
  if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, HANDLES) && !tokens.folded.text.includes('handle')) return
  for (let i = 0; i < tokens.count; i++) {
    const token = tokenAt(tokens, i)
    if (token.before.includes('@')) add(readAtHandle(tokens, i))
    if (means(token, 'social', 'mail-host')) add(readNamed(tokens, i))
    add(readNearby(tokens, i))
  }
  function add(span: Span | undefined): void {
    if (span !== undefined) spans.push(span)
  }
}

function handleAt({ folded: { text } }: TextTokens, start: number): string {
  return /^[\p{L}\p{M}0-9_.]*[\p{L}\p{M}0-9_]/u.exec(text.slice(start, start + 40))?.[0] ?? ''
}

/** Letters with digits or joints, as nobody writes a word; "1.7T" is a measure. */
function looksMade(handle: string): boolean {
  return handle.length > 3 && (/_|\.\p{L}|\p{L}\./u.test(handle) || /^[\p{L}\p{M}].*[0-9]/u.test(handle))
}

/** `@ramu_tractors`, when a network is named near it, or when only a handle is written so. */
function readAtHandle(tokens: TextTokens, i: number): Span | undefined {
  const { before, start, kind } = tokenAt(tokens, i)
  const { 0: sign, 1: joint } = /@ ?([_.]{0,3})$/.exec(before) ?? []
  if (sign === undefined || joint === undefined || (before.startsWith('@') && i > 0)) return undefined
  const from = start - joint.length
  const handle = handleAt(tokens, from)
  const called = means(tokenAt(tokens, i - 1), 'opener', 'call')
  // "@PunjabTractorMandi"; "@5lakh" is a price.
  const isCamel = /^[A-Z]?[a-z]{2,}[A-Z][a-z]{2}/.test(sourceText(tokens, tokenAt(tokens, i)))
  const isHandle = kind === 'word' && (called || isCamel || looksMade(handle))
  if (!isHandle && !meansNear(tokens, i - 6, i + 5, 'social')) return undefined
  return { start: start - sign.length, end: from + handle.length }
}

/** "insta id ramu.tractors", "fb: ramutractors", "telegram - ramu99". */
function readNamed(tokens: TextTokens, network: number): Span | undefined {
  let i = network + 1
  let pointed = false
  for (; i < tokens.count; i++) {
    const { before } = tokenAt(tokens, i)
    if (/[.,@\n]/.test(before.replace(/^\. ?(?=[➜→➡>=:-])/u, ''))) return undefined
    // "insta-start", "snap-on": a hyphen makes one word of two.
    pointed ||= /[:=/"“➜→➡>]/.test(before) || (before.includes('-') && before !== '-')
    if (!means(tokenAt(tokens, i), 'handle-noun') && !(i > network + 1 && means(tokenAt(tokens, i), 'copula'))) break
  }
  const token = tokenAt(tokens, i)
  const handle = handleAt(tokens, token.start)
  const span = { start: token.start, end: token.start + handle.length }
  const social = means(tokenAt(tokens, network), 'social')
  if (looksMade(handle) && (pointed || social || means(tokenAt(tokens, i - 1), 'copula'))) return span
  if (!social || !/^[a-z]{4,}$/.test(handle) || ORDINARY.has(handle) || means(token, 'social', 'call')) return undefined
  const isNamed = HANDLE_WORDS.has(tokenAt(tokens, network + 1).text) || SEARCHES.has(tokenAt(tokens, i + 1).text)
  return pointed || (isNamed && !isInLexicon(token)) ? span : undefined
}

/** "telegram pe message karo, id kheti_wheels21", "ramu_tractors on insta", "handle ramu88" */
function readNearby(tokens: TextTokens, i: number): Span | undefined {
  const token = tokenAt(tokens, i)
  if (token.kind !== 'word' || means(token, 'social', 'mail-host')) return undefined
  const { start } = token
  const handle = handleAt(tokens, start)
  const isNamed =
    tokenAt(tokens, i - 1).text === 'handle' ||
    (/_|\.\p{L}/u.test(handle) && meansNear(tokens, i - 8, i + 4, 'social', 'mail-host'))
  return isNamed && looksMade(handle) ? { start, end: start + handle.length } : undefined
}
