import { isCapitalised } from '../text/capitals.ts'
import { endsSentence } from '../text/clauses.ts'
import { foldWord } from '../text/fold.ts'
import { isAlphanumeric, isBlank, type Span } from '../text/spans.ts'
import { means, type Tokens, WORD } from '../text/tokens.ts'
import { listOf } from '../words/lists.ts'
import { CALL, HANDLE_NOUN, MAIL_HOST, OPENER, SOCIAL, UNIT } from '../words/vocabulary.ts'
import { textOf } from './domains.ts'

const LONGEST = 40
/** So many tokens after its name a network is still spoken of. */
const NEAR = 9
const SOON = 5
/** Words that follow the name of a network without being anyone's handle there. */
const ORDINARY = listOf('no-handle')

function handleEnd(tokens: Tokens, start: number): number {
  const { folded } = tokens
  let end = start
  while (end < folded.length && end - start < LONGEST) {
    const code = folded.codes[end]
    if (!isAlphanumeric(folded, end) && code !== 95 && code !== 46) break
    end++
  }
  while (end > start && folded.codes[end - 1] === 46) end--
  return end
}

function looksMade(tokens: Tokens, start: number, end: number): boolean {
  let digits = 0
  let letters = 0
  let joints = 0
  for (let i = start; i < end; i++) {
    const kind = tokens.folded.classes[i]
    if (kind === 1) letters++
    else if (kind === 2) digits++
    else joints++
  }
  return letters >= 2 && end - start >= 4 && (joints > 0 || (digits > 0 && tokens.folded.classes[start] === 1))
}

export function findHandles(tokens: Tokens, spans: Span[]): void {
  for (let k = 0; k < tokens.atCount; k++) {
    const span = readAtHandle(tokens, tokens.atPositions[k] ?? 0, tokens.ats[k] ?? 0)
    if (span !== undefined) spans.push(span)
  }
  if ((tokens.seen & (SOCIAL | MAIL_HOST)) === 0) return
  if ((tokens.seen & SOCIAL) !== 0) findJoined(tokens, spans)
  for (let k = 0; k < tokens.hintCount; k++) {
    const token = tokens.hints[k] ?? 0
    if (!means(tokens, token, SOCIAL | MAIL_HOST)) continue
    const span = readNamedHandle(tokens, token)
    if (span !== undefined) spans.push(span)
  }
}

/** "Telegram pe msg karo, id kheti_wheels21": words joined by a low line are a handle where a network was named. */
function findJoined(tokens: Tokens, spans: Span[]): void {
  let social = -NEAR
  for (let token = 0; token < tokens.count; token++) {
    if (means(tokens, token, SOCIAL)) social = token
    if (tokens.kinds[token] !== WORD || token === social || !isJoint(tokens, tokens.ends[token] ?? 0)) continue
    if (token - social >= NEAR && !isSocialSoon(tokens, token)) continue
    const start = tokens.starts[token] ?? 0
    const end = handleEnd(tokens, start)
    if (tokens.folded.codes[start - 1] !== 95 && looksMade(tokens, start, end)) spans.push({ start, end })
  }
}

/** A low line, or a point in "ramesh.tractors07". */
function isJoint({ folded: { codes, classes } }: Tokens, at: number): boolean {
  if (codes[at] === 95) return true
  let end = at + 1
  if (codes[at] !== 46 || classes[end] !== 1) return false
  while (classes[end] === 1) end++
  return classes[end] === 2
}

/** "follow ramu_tractors on insta" */
function isSocialSoon(tokens: Tokens, token: number): boolean {
  for (let t = token + 1; t <= token + SOON && !endsSentence(tokens, t - 1); t++)
    if (means(tokens, t, SOCIAL)) return true
  return false
}

/** `@ramu_tractors`, when a network is named near it, or when only a handle is written so. */
function readAtHandle(tokens: Tokens, at: number, next: number): Span | undefined {
  const { folded } = tokens
  if (at > 0 && (isAlphanumeric(folded, at - 1) || folded.codes[at - 1] === 46)) return undefined
  let begin = at + 1
  if (folded.classes[begin] === 3) return readApart(tokens, begin + 1, next)
  while (begin < at + 4 && (folded.codes[begin] === 95 || folded.codes[begin] === 46)) begin++
  if (next >= tokens.count || tokens.starts[next] !== begin) return undefined
  const end = handleEnd(tokens, at + 1)
  let letters = 0
  for (let i = at + 1; i < end; i++) if (folded.classes[i] === 1) letters++
  // "@5lakh" is a price.
  if (letters < 2 || (folded.classes[begin] === 2 && means(tokens, next + 1, UNIT))) return undefined
  const made = looksMade(tokens, at + 1, end) && folded.classes[begin] === 1
  const called =
    tokens.kinds[next] === WORD && means(tokens, next - 1, OPENER | CALL) && at - (tokens.ends[next - 1] ?? 0) <= 2
  return made || called || socialNear(tokens, next, end) ? { start: at, end } : undefined
}

/** "@ ramu_tractors": apart from its sign only what is joined by a low line is one. */
function readApart(tokens: Tokens, start: number, next: number): Span | undefined {
  if (next >= tokens.count || tokens.starts[next] !== start || tokens.folded.codes[tokens.ends[next] ?? 0] !== 95)
    return undefined
  const end = handleEnd(tokens, start)
  return looksMade(tokens, start, end) ? { start, end } : undefined
}

function socialNear(tokens: Tokens, next: number, end: number): boolean {
  for (let t = next - 1; t >= 0 && t > next - 7; t--) if (means(tokens, t, SOCIAL)) return true
  let after = next
  while (after < tokens.count && (tokens.starts[after] ?? 0) < end) after++
  for (let t = after; t < after + 4; t++) if (means(tokens, t, SOCIAL)) return true
  return false
}

/** "insta id ramu.tractors", "fb: ramutractors", "telegram - ramu99". */
function readNamedHandle(tokens: Tokens, token: number): Span | undefined {
  const { folded } = tokens
  let at = token + 1
  let named = false
  let pointed = false
  for (let steps = 0; steps < 4 && at < tokens.count; steps++, at++) {
    const from = tokens.ends[at - 1] ?? 0
    const to = tokens.starts[at] ?? 0
    if (to - from > 4) return undefined
    for (let i = from; i < to; i++) {
      const code = folded.codes[i] ?? 0
      if (code === 58 || code === 61 || code === 45 || code === 47 || code === 34 || code === 0x201c) pointed = true
      else if (code === 46 || code === 44 || code === 64 || folded.classes[i] === 4) return undefined
    }
    if (!means(tokens, at, HANDLE_NOUN)) break
    if (isIdentity(textOf(tokens, at))) named = true
    const joint = folded.codes[tokens.ends[at] ?? 0]
    if (joint === 95 || joint === 46) break
  }
  if (at >= tokens.count || at === token) return undefined
  const start = tokens.starts[at] ?? 0
  if (start > 0 && folded.codes[start - 1] === 64) return undefined
  const end = handleEnd(tokens, start)
  if (end - start < 3) return undefined
  const mail = !means(tokens, token, SOCIAL)
  if (looksMade(tokens, start, end) && (pointed || !mail)) return { start, end }
  if (mail) return undefined
  const plain = tokens.kinds[at] === WORD && end === tokens.ends[at] && (folded.codes[start] ?? 0) < 128
  const sought =
    plain && end - start >= 6 && tokens.entries[at] === 0 && (isSearched(tokens, at + 1) || isMadeUp(tokens, token, at))
  if (!plain || !(named || pointed || sought) || ORDINARY.has(textOf(tokens, at)) || means(tokens, at, SOCIAL | CALL))
    return undefined
  if (named && !pointed && end - start < 4) return undefined
  return { start, end: nameEnd(tokens, at) }
}

/** What names of firms and pages are made of. */
const NAME_STEM =
  /(tractor|traktor|motor|agro|agri|farm|kisan|kisaan|krishi|khet|mandi|bazar|bazaar|mart$|trader|auto|sales|machin|harvest|mover|works|group|hub$|world|zone|store|shop|official|bharat|singh|jatt?|patil|yadav|sharma|kumar|mitra|bhai|brothers|bros$|enterprise|rota|seeds?$|dealer)/
/** Names of networks that are nothing else. */
const NETWORK = new RegExp(
  `^(face|fb|insta|ig$|tele|tg$|snapchat|youtube|yt$|twitter|share|${'इं इन् फे टे இன் பே ஃபே முக டெலி'.split(' ').map(foldWord).join('|')})`,
)

/** "fb ramtractors": one unknown word that is made of others, after the name of a network. */
function isMadeUp(tokens: Tokens, network: number, at: number): boolean {
  return NETWORK.test(textOf(tokens, network)) && NAME_STEM.test(textOf(tokens, at))
}

/** "Instagram par kadamagro search karo" */
const SEARCHES = new Set('search follow karke naam सर्च फॉलो'.split(' ').map(foldWord))
function isSearched(tokens: Tokens, token: number): boolean {
  return SEARCHES.has(textOf(tokens, token))
}

const IDENTITIES = new Set('id d handle username user profile आईडी ஐடி'.split(' ').map(foldWord))
function isIdentity(word: string): boolean {
  return IDENTITIES.has(word)
}

const NAME_PARTS = listOf('name-part')

/** A name of several words, each as a name is written, goes as a whole. */
function nameEnd(tokens: Tokens, token: number): number {
  let last = token
  while (last < token + 2 && last + 1 < tokens.count && tokens.kinds[last + 1] === WORD) {
    const gap = (tokens.starts[last + 1] ?? 0) - (tokens.ends[last] ?? 0)
    if (gap !== 1 || !isBlank(tokens.folded, tokens.ends[last] ?? 0)) break
    if (
      !NAME_PARTS.has(textOf(tokens, last + 1)) &&
      !(tokens.entries[last + 1] === 0 && isCapitalised(tokens, last + 1))
    )
      break
    last++
  }
  return tokens.ends[last] ?? 0
}
