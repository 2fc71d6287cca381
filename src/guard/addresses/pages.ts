import type { Span } from '../text/spans.ts'
import { at, isCapitalised, means, type Token, type Tokens } from '../text/tokens.ts'
import { listOf } from '../words/lexicon.ts'

// Names of pages and channels: "YouTube channel Gill Tractor House", "फेसबुक पर जाट ट्रैक्टर बाजार नाम से पेज है".

const MOST_WORDS = 6
/** "page", "channel", "search", "as", "named": a name is told, before or after it. */
const TELLS = listOf('page-tell')
/** Words that may stand between the network and the name, and end one where nothing is capitalised. */
const LINKS = listOf('page-link')

/** The name of a page on the network that is named at this token. */
export function readPage(tokens: Tokens, network: number): Span | undefined {
  let first = network + 1
  while (isLink(at(tokens, first))) first++
  const { start, gap, text } = at(tokens, first)
  const isLatin = text < '\u0900'
  let last = first - 1
  while (last < first + MOST_WORDS - 1 && isPart(tokens, first, last + 1, isLatin)) last++
  // "… naam se", "… channel", "… என்று".
  let told = gap.includes(':') || [1, 2].some((step) => TELLS.has(at(tokens, last + step).text))
  for (let t = network + 1; t < first; t++) told ||= TELLS.has(at(tokens, t).text)
  return last > first && told && !/[.,\n;]/.test(gap) ? { start, end: at(tokens, last).end } : undefined
}

function isLink(token: Token): boolean {
  return LINKS.has(token.text) || TELLS.has(token.text) || means(token, 'handle-noun', 'copula', 'on')
}

/** Whether a word carries the name on: capitals in Latin letters, anything but a link in others. */
function isPart(tokens: Tokens, first: number, i: number, isLatin: boolean): boolean {
  const token = at(tokens, i)
  if (token.kind !== 'word' || (i > first && !/^(?: | ?& ?|-|'|\. )$/.test(token.gap))) return false
  if (means(token, 'social', 'call') || isLatin !== token.text < '\u0900') return false
  return isLatin ? isCapitalised(tokens, token) : !isLink(token)
}
