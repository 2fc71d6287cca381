import { inSource, type Span } from '../text/fold.ts'
import {
  at,
  hints,
  isCapitalised,
  isKnown,
  means,
  meansNear,
  SIGNS,
  type Token,
  type Tokens,
  written,
} from '../text/tokens.ts'
import { bitsOf, listOf, lookUp, UNKNOWN, wordSet } from '../words/lexicon.ts'

const MAKERS = listOf('maker')
/** Words that follow the name of a network without being anyone's handle there. */
const ORDINARY = listOf('no-handle')
const HANDLES = bitsOf('social', 'mail-host')
const SEARCHES = wordSet('search follow karke naam सर्च फॉलो')
/** What names of firms and pages are made of. */
const NAME_STEM =
  /(tractor|traktor|motor|agro|agri|farm(?!trac)|kisan|kisaan|krishi|khet|mandi|bazar|bazaar|mart$|trader|auto|sales|machin|harvest|mover|works|group|hub$|world|zone|store|shop|official|bharat|singh|jatt?|patil|yadav|sharma|kumar|mitra|bhai|brothers|bros$|enterprise|equipment|genset|hydraulic|cranes|implement|rota|seeds?$|dealer)/

/** "sonu_tractor_wala", "thar.jcb.jaisalmer": joined as nothing else is; "IMG_2047.jpg" and "engine_no" are none. */
const MADE =
  /(?<![\p{L}\p{M}0-9_.@/-])[a-z][a-z0-9.]+(?:_[a-z0-9_.]*[a-z0-9]|\.[a-z]{3,}[0-9]{2,}|\.[a-z0-9]{2,}\.[a-z0-9.]*[a-z0-9]{2})(?![\p{L}\p{M}0-9_@/-])/gu

export function findHandles(tokens: Tokens, spans: Span[]): void {
  const { text } = tokens.folded
  if (/_|[a-z]\.[a-z0-9]/.test(text))
    for (const { 0: name, index } of text.matchAll(MADE)) {
      const span = { start: index, end: index + name.length }
      const { start, end } = inSource(tokens.folded, span)
      const isSmall = !/[A-Z]/.test(tokens.folded.source.slice(start, end))
      if (isSmall && name.length < text.trim().length && isMade(name)) spans.push(span)
    }
  if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, HANDLES)) return
  for (let i = 0; i < tokens.count; i++) {
    const token = at(tokens, i)
    if (token.gap.includes('@')) add(readAtHandle(tokens, i))
    if (means(token, 'social', 'mail-host')) add(readNamed(tokens, i))
    if (means(token, 'social')) add(readPage(tokens, i))
  }
  function add(span: Span | undefined): void {
    if (span !== undefined) spans.push(span)
  }
}

/** Words that nobody knows are among them. */
function isMade(name: string): boolean {
  const words = name.split(/[_.0-9]+/).filter((word) => word !== '')
  const strange = words.filter((word) => word.length > 3 && lookUp(word) === UNKNOWN && !MAKERS.has(word))
  return strange.length > (name.includes('_') || /[0-9]$/.test(name) || NAME_STEM.test(name) ? 0 : 1)
}

function handleAt({ folded: { text } }: Tokens, start: number): string {
  return /^[\p{L}\p{M}0-9_.]*[\p{L}\p{M}0-9_]/u.exec(text.slice(start, start + 40))?.[0] ?? ''
}

/** Letters with digits or joints, as nobody writes a word; "1.7T" is a measure. */
function looksMade(handle: string): boolean {
  return handle.length > 3 && (/_|\.\p{L}|\p{L}\./u.test(handle) || /^[\p{L}\p{M}].*[0-9]/u.test(handle))
}

/** `@ramu_tractors`, when a network is named near it, or when only a handle is written so. */
function readAtHandle(tokens: Tokens, i: number): Span | undefined {
  const { gap, start, kind } = at(tokens, i)
  const { 0: sign, 1: joint } = /@ ?([_.]{0,3})$/.exec(gap) ?? []
  if (sign === undefined || joint === undefined || (gap.startsWith('@') && i > 0)) return undefined
  const from = start - joint.length
  const handle = handleAt(tokens, from)
  const called = means(at(tokens, i - 1), 'opener', 'call')
  // "@PunjabTractorMandi"; "@5lakh" is a price.
  const isCamel = /^[A-Z]?[a-z]{2,}[A-Z][a-z]{2}/.test(written(tokens, at(tokens, i)))
  const isHandle = kind === 'word' && (called || isCamel || looksMade(handle))
  if (!isHandle && !meansNear(tokens, i - 6, i + 5, 'social')) return undefined
  return { start: start - sign.length, end: from + handle.length }
}

/** "insta id ramu.tractors", "fb: ramutractors", "telegram - ramu99". */
function readNamed(tokens: Tokens, network: number): Span | undefined {
  let i = network + 1
  let pointed = false
  for (; i < tokens.count; i++) {
    const { gap } = at(tokens, i)
    if (/[.,@\n]/.test(gap.replace(/^\. ?(?=[➜→➡>=:-])/u, ''))) return undefined
    // "insta-start", "snap-on": a hyphen makes one word of two.
    pointed ||= /[:=/"“➜→➡>]/.test(gap) || (gap.includes('-') && gap !== '-')
    if (!means(at(tokens, i), 'handle-noun')) break
  }
  const token = at(tokens, i)
  const handle = handleAt(tokens, token.start)
  const span = { start: token.start, end: token.start + handle.length }
  const social = means(at(tokens, network), 'social')
  if (looksMade(handle) && (pointed || social || means(at(tokens, i - 1), 'copula'))) return span
  if (!social || !/^[a-z]{4,}$/.test(handle) || ORDINARY.has(handle) || means(token, 'social', 'call')) return undefined
  const sought = !isKnown(token) && (SEARCHES.has(at(tokens, i + 1).text) || NAME_STEM.test(handle))
  return pointed || sought ? span : undefined
}

// Names of pages and channels: "YouTube channel Gill Tractor House", "फेसबुक पर जाट ट्रैक्टर बाजार नाम से पेज है".

const MAX_WORDS = 6
/** "page", "channel", "search", "as", "named": a name is told, before or after it. */
const TELLS = listOf('page-tell')
/** Words that may stand between the network and the name. */
const LINKS = listOf('page-link')

const tells = ({ text }: Token): boolean => TELLS.has(text)

/** The name of a page on the network that is named at this token. */
function readPage(tokens: Tokens, network: number): Span | undefined {
  let first = network + 1
  while (isLink(at(tokens, first))) first++
  const { start, gap, text } = at(tokens, first)
  const isLatin = text < '\u0900'
  let last = first - 1
  while (last < first + MAX_WORDS - 1 && isPart(tokens, first, last + 1, isLatin)) last++
  // "… naam se", "… channel", "… என்று".
  let told = gap.includes(':') || [1, 2].some((step) => tells(at(tokens, last + step)))
  for (let t = network + 1; t < first; t++) told ||= tells(at(tokens, t))
  // "facebook Balaji Earthmovers Hubli"
  for (let t = first; t <= last; t++) told ||= isLatin && NAME_STEM.test(at(tokens, t).text)
  return last > first && told ? { start, end: at(tokens, last).end } : undefined
}

function isLink(token: Token): boolean {
  return LINKS.has(token.text) || tells(token) || means(token, 'handle-noun', 'copula', 'on')
}

/** Whether a word carries the name on: capitals in Latin letters, anything but a link in others. */
function isPart(tokens: Tokens, first: number, i: number, isLatin: boolean): boolean {
  const token = at(tokens, i)
  if (token.kind !== 'word' || (i > first && !/^(?: | ?& ?| - |-|'|\. )$/.test(token.gap))) return false
  if (means(token, 'social', 'call') || isLatin !== token.text < '\u0900') return false
  return isLatin ? isCapitalised(tokens, token) : !isLink(token)
}
