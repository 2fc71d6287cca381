import { foldWord } from '../text/fold.ts'
import type { Span } from '../text/spans.ts'
import { after, at, hints, isKnown, means, SIGNS, type Tokens } from '../text/tokens.ts'
import { bitsOf, listOf, wordSet } from '../words/lexicon.ts'
import { readPage } from './pages.ts'

/** So many tokens after its name a network is still spoken of. */
const NEAR = 9
/** Words that follow the name of a network without being anyone's handle there. */
const ORDINARY = listOf('no-handle')
const SOCIAL = bitsOf('social')
const HANDLES = bitsOf('social', 'mail-host')
const SEARCHES = wordSet('search follow karke naam सर्च फॉलो')
const IDENTITIES = wordSet('id d handle username user profile आईडी ஐடி')
/** What names of firms and pages are made of. */
const NAME_STEM =
  /(tractor|traktor|motor|agro|agri|farm|kisan|kisaan|krishi|khet|mandi|bazar|bazaar|mart$|trader|auto|sales|machin|harvest|mover|works|group|hub$|world|zone|store|shop|official|bharat|singh|jatt?|patil|yadav|sharma|kumar|mitra|bhai|brothers|bros$|enterprise|rota|seeds?$|dealer)/
/** Names of networks that are nothing else. */
const NETWORK = new RegExp(
  `^(?:face|fb|insta|ig$|tele|tg$|snapchat|youtube|yt$|twitter|share|${'इं इन् फे टे இன் பே ஃபே முக டெலி'.split(' ').map(foldWord).join('|')})`,
)

export function findHandles(tokens: Tokens, spans: Span[]): void {
  if ((tokens.signs & SIGNS.AT) === 0 && !hints(tokens, HANDLES)) return
  const social = hints(tokens, SOCIAL)
  let named = -NEAR
  for (let i = 0; i < tokens.count; i++) {
    const token = at(tokens, i)
    if (token.gap.includes('@')) add(readAtHandle(tokens, i))
    if (social && means(token, 'social')) named = i
    else if (social && token.kind === 'word') add(readJoined(tokens, i, i - named < NEAR))
    if (means(token, 'social', 'mail-host')) add(readNamed(tokens, i))
    if (means(token, 'social')) add(readPage(tokens, i))
  }
  function add(span: Span | undefined): void {
    if (span !== undefined) spans.push(span)
  }
}

function handleAt({ folded: { text } }: Tokens, start: number): string {
  return /^[\p{L}\p{M}0-9_.]*[\p{L}\p{M}0-9_]/u.exec(text.slice(start, start + 40))?.[0] ?? ''
}

/** Letters with digits or joints, as nobody writes a word. */
function looksMade(handle: string): boolean {
  if (handle.length < 4 || !/[\p{L}\p{M}].*[\p{L}\p{M}]/u.test(handle)) return false
  return /[_.]/.test(handle) || /^[\p{L}\p{M}].*[0-9]/u.test(handle)
}

/** "Telegram pe msg karo, id kheti_wheels21": joined by a low line, or "ramesh.tractors07", where a network is named. */
function readJoined(tokens: Tokens, i: number, isNear: boolean): Span | undefined {
  const { start, gap, end } = at(tokens, i)
  const rest = tokens.folded.text.slice(end, end + 40)
  if (gap.endsWith('_') || !/^(?:_|\.[\p{L}\p{M}]+[0-9]|\.[a-z]{3,}\.[a-z]{2,})/u.test(rest) || !isNear)
    return undefined
  const handle = handleAt(tokens, start)
  return looksMade(handle) ? { start, end: start + handle.length } : undefined
}

/** `@ramu_tractors`, when a network is named near it, or when only a handle is written so. */
function readAtHandle(tokens: Tokens, i: number): Span | undefined {
  const { gap, start, kind } = at(tokens, i)
  const sign = /(?<before>.?)@(?<joint>[_.]{0,3}| )$/su.exec(gap)
  const first = gap.startsWith('@') && i > 0 && gap.indexOf('@') === gap.lastIndexOf('@')
  if (sign === null || first || sign.groups?.before === '.') return undefined
  if (sign.groups?.joint === ' ') {
    // "@ ramu_tractors", "insta: @ ramu.tractors": apart from its sign only what is joined is one.
    const apart = handleAt(tokens, start)
    const joined = after(tokens, i).startsWith('_') || isSocialNear(tokens, i, start + apart.length)
    return joined && looksMade(apart) ? { start, end: start + apart.length } : undefined
  }
  const from = start - (sign.groups?.joint?.length ?? 0)
  const handle = handleAt(tokens, from)
  const end = from + handle.length
  // "@5lakh" is a price.
  if (!/[\p{L}\p{M}].*[\p{L}\p{M}]/u.test(handle) || (kind === 'number' && means(at(tokens, i + 1), 'unit')))
    return undefined
  const called = kind === 'word' && means(at(tokens, i - 1), 'opener', 'call') && gap.length <= 3
  if (!(kind === 'word' && looksMade(handle)) && !called && !isSocialNear(tokens, i, end)) return undefined
  return { start: from - 1, end }
}

function isSocialNear(tokens: Tokens, i: number, end: number): boolean {
  let next = i
  while (next < tokens.count && at(tokens, next).start < end) next++
  for (let t = i - 6; t < next + 4; t++) if ((t < i || t >= next) && means(at(tokens, t), 'social')) return true
  return false
}

/** "insta id ramu.tractors", "fb: ramutractors", "telegram - ramu99". */
function readNamed(tokens: Tokens, network: number): Span | undefined {
  let i = network + 1
  let [named, pointed] = [false, false]
  for (let steps = 0; steps < 4 && i < tokens.count; steps++, i++) {
    const { gap, text } = at(tokens, i)
    if (gap.length > 4 || /[.,@\n]/.test(gap)) return undefined
    if (/[:=/"“-]/.test(gap)) pointed = true
    if (!means(at(tokens, i), 'handle-noun')) break
    if (IDENTITIES.has(text)) named = true
    if (/^[_.]/.test(after(tokens, i))) break
  }
  const token = at(tokens, i)
  const handle = handleAt(tokens, token.start)
  if (i >= tokens.count || token.gap.endsWith('@') || handle.length < 3) return undefined
  const span = { start: token.start, end: token.start + handle.length }
  const social = means(at(tokens, network), 'social')
  if (looksMade(handle) && (pointed || social || means(at(tokens, i - 1), 'copula'))) return span
  if (!social || token.kind !== 'word' || handle !== token.text || token.text > '~') return undefined
  const madeUp = NETWORK.test(at(tokens, network).text) && NAME_STEM.test(handle)
  const sought = handle.length >= 6 && !isKnown(token) && (SEARCHES.has(at(tokens, i + 1).text) || madeUp)
  if (!(named || pointed || sought) || ORDINARY.has(handle) || means(token, 'social', 'call')) return undefined
  if (named && !pointed && handle.length < 4) return undefined
  return span
}
