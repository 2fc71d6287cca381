import type { Span } from '../text/spans.ts'
import { at, isCapitalised, means, type Token, type Tokens } from '../text/tokens.ts'
import { listOf, wordSet } from '../words/lexicon.ts'

// Names of pages and channels: "YouTube channel Gill Tractor House", "फेसबुक पर जाट ट्रैक्टर बाजार नाम से पेज है".

const MOST_LINKS = 7
const MOST_WORDS = 6
/** "page", "channel", "search", "as", "named": a name is told, before or after it. */
const TELLS = listOf('page-tell')
const SEEKS = wordSet('search find follow visit dekho join सर्च')
/** Words that may stand between the network and the name, and end one where nothing is capitalised. */
const LINKS = listOf('page-link')
/** What such names are made of. */
const STUFF = listOf('page-stuff')

/** The name of a page on the network that is named at this token. */
export function readPage(tokens: Tokens, network: number): Span | undefined {
  let first = network + 1
  let told = false
  for (; first < network + MOST_LINKS && isLink(tokens, first); first++) {
    if (/[.\n]/.test(at(tokens, first).gap)) return undefined
    told ||= TELLS.has(at(tokens, first).text)
  }
  told ||= [1, 2, 3].some((step) => SEEKS.has(at(tokens, network - step).text)) || at(tokens, first).gap.includes(':')
  const isLatin = at(tokens, first).text < '\u0900'
  let last = first - 1
  while (last < first + MOST_WORDS - 1 && isPart(tokens, first, last + 1, isLatin)) last++
  const [start, end] = [at(tokens, first).start, at(tokens, last).end]
  // "… naam se", "… channel", "… என்று".
  told ||= [1, 2].some((step) => TELLS.has(at(tokens, last + step).text))
  if (last <= first || !told || /[.,\n;]/.test(at(tokens, first).gap)) return undefined
  return isLatin || hasStuff(tokens, first, last) ? { start, end } : undefined
}

function isLink(tokens: Tokens, i: number): boolean {
  const token = at(tokens, i)
  if (token.kind !== 'word' || means(token, 'social')) return false
  return (
    LINKS.has(token.text) ||
    TELLS.has(token.text) ||
    (means(token, 'handle-noun', 'copula', 'on') && !isCapitalised(tokens, token))
  )
}

/** Whether a word carries the name on: capitals in Latin letters, anything but a link in others. */
function isPart(tokens: Tokens, first: number, i: number, isLatin: boolean): boolean {
  const token = at(tokens, i)
  if (token.kind !== 'word' || (i > first && !/^(?: | ?& ?|-|'|\. )$/.test(token.gap))) return false
  if (means(token, 'social', 'call') || isLatin !== token.text < '\u0900') return false
  if (isLatin) return isCapitalised(tokens, token)
  return !isEnd(token)
}

const isEnd = (token: Token): boolean => LINKS.has(token.text) || TELLS.has(token.text) || means(token, 'on', 'copula')

function hasStuff(tokens: Tokens, first: number, last: number): boolean {
  for (let t = first; t <= last; t++) if (STUFF.has(at(tokens, t).text)) return true
  return false
}
