import { bitsOf, listOf, wordSet } from '../lexicon/lexicon.ts'
import type { Span } from '../text/fold.ts'
import { hints, means, meansNear, SIGNS, sourceText, type TextTokens, tokenAt } from '../text/tokens.ts'

const ORDINARY = listOf('no-handle')
const NETWORKS = bitsOf('social', 'mail-host')
const SEARCHES = wordSet('search follow karke naam सर्च फॉलो')
const HANDLE_WORDS = wordSet('id handle username आईडी ஐடி')

const READERS = [readAtHandle, readNamed, readNearby]

export function findHandles(tokens: TextTokens, spans: Span[]): void {
  if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, NETWORKS) && !tokens.folded.text.includes('handle')) return
  for (let i = 0; i < tokens.count; i++)
    for (const read of READERS) {
      const span = read(tokens, i)
      if (span !== undefined) spans.push(span)
    }
}

function handleAt({ folded: { text } }: TextTokens, start: number): string {
  return /^[\p{L}\p{M}0-9_.]*[\p{L}\p{M}0-9_]/u.exec(text.slice(start, start + 40))?.[0] ?? ''
}

/** Letters with digits or joints; "1.7T" is a measure. */
function looksMade(handle: string): boolean {
  return handle.length > 3 && (/_|\.\p{L}|\p{L}\./u.test(handle) || /^[\p{L}\p{M}].*[0-9]/u.test(handle))
}

/** `@ramu_tractors`, or `@` and any word near the name of a network. */
function readAtHandle(tokens: TextTokens, i: number): Span | undefined {
  const { before, start, kind } = tokenAt(tokens, i)
  const { 0: sign = '', 1: joint = '' } = /@ ?([_.]{0,3})$/.exec(before) ?? []
  if (sign === '' || (before.startsWith('@') && i > 0)) return undefined
  const from = start - joint.length
  const handle = handleAt(tokens, from)
  // "@PunjabTractorMandi"; "@5lakh" is a price.
  const isCamel = /^[A-Z]?[a-z]{2,}[A-Z][a-z]{2}/.test(sourceText(tokens, tokenAt(tokens, i)))
  const isHandle = isCamel || looksMade(handle) || means(tokenAt(tokens, i - 1), 'opener', 'call')
  if (!(kind === 'word' && isHandle) && !meansNear(tokens, i - 6, i + 5, 'social')) return undefined
  return { start: start - sign.length, end: from + handle.length }
}

/** "insta id ramu.tractors", "fb: ramutractors", "telegram - ramu99". */
function readNamed(tokens: TextTokens, network: number): Span | undefined {
  if (!means(tokenAt(tokens, network), 'social', 'mail-host')) return undefined
  let i = network + 1
  let pointed = false
  for (; i < tokens.count; i++) {
    const { before } = tokenAt(tokens, i)
    if (/[.,@\n]/.test(before.replace(/^\. ?(?=[➜→➡>=:-])/u, ''))) return undefined
    // A lone hyphen makes one word of two: "insta-start", "snap-on".
    pointed ||= /[:=/"“➜→➡>]/.test(before) || (before.includes('-') && before !== '-')
    if (!means(tokenAt(tokens, i), 'handle-noun', 'copula')) break
  }
  const { start } = tokenAt(tokens, i)
  const handle = handleAt(tokens, start)
  const isNamed =
    pointed || HANDLE_WORDS.has(tokenAt(tokens, network + 1).text) || SEARCHES.has(tokenAt(tokens, i + 1).text)
  const isHandle = looksMade(handle) || (isNamed && /^[a-z]{4,}$/.test(handle) && !ORDINARY.has(handle))
  return isHandle ? { start, end: start + handle.length } : undefined
}

/** "telegram pe message karo, id kheti_wheels21", "ramu_tractors on insta", "handle ramu88" */
function readNearby(tokens: TextTokens, i: number): Span | undefined {
  const { start } = tokenAt(tokens, i)
  const handle = handleAt(tokens, start)
  const isNamed =
    tokenAt(tokens, i - 1).text === 'handle' ||
    (/_|\.\p{L}/u.test(handle) && meansNear(tokens, i - 8, i + 4, 'social', 'mail-host'))
  return isNamed && looksMade(handle) ? { start, end: start + handle.length } : undefined
}
