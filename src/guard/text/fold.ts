import { foldCharacter, MOST_UNITS } from './characters.ts'
import { readEscape } from './escapes.ts'

export const REMOVED = '[contact removed]'
/** Stands in a folded text for a contact that was removed before. */
export const MARK = '\ue000'

/** A text as it reads, and where in the source each character of it came from; without `starts`, from the same place. */
export type Folded = { source: string; text: string; starts: number[] | undefined }

/** Signs that stand for themselves: ASCII without those with which an escape, a tag or a mark begins. */
const PLAIN = /^[\n\x20-\x24\x27-\x3b\x3d-\x5a\x5d-\x7e]*$/
/** For each character below 0x10000 what it reads as, once it was asked for: one character, `NOTHING` or `SEVERAL`. */
const folds = new Uint16Array(0x10000)
const NOTHING = 1
const SEVERAL = 2
/** The same for those that read as several characters, and for characters above. */
const longFolds = new Map<number, string>()
const OPENERS = Array.from('&%\\<', (sign) => sign.charCodeAt(0))
const BRACKET = 0x5b
const MARKED = MARK.charCodeAt(0)
/** The folded characters of the text at hand; grows with the longest text. */
let codes = Buffer.alloc(0)

export function fold(source: string): Folded {
  if (PLAIN.test(source)) return joinLetters({ source, text: source.toLowerCase(), starts: undefined })
  if (codes.length < 2 * MOST_UNITS * source.length) codes = Buffer.alloc(2 * MOST_UNITS * source.length)
  const starts = new Array<number>(source.length)
  let size = 0
  const add = (code: number, at: number): void => {
    codes[2 * size] = code & 0xff
    codes[2 * size + 1] = code >> 8
    starts[size++] = at
  }
  for (let i = 0; i < source.length; ) {
    let point = source.charCodeAt(i)
    let folded = folds[point] ?? 0
    if (folded > SEVERAL) {
      add(folded, i++)
      continue
    }
    let length = 1
    if (point >= 0xd800 && point < 0xdc00) {
      point = source.codePointAt(i) ?? 0
      length = point > 0xffff ? 2 : 1
    } else if (point === BRACKET && source.startsWith(REMOVED, i)) {
      folded = MARKED
      length = REMOVED.length
    } else if (OPENERS.includes(point)) {
      const escaped = readEscape(source, i)
      if (escaped !== undefined) ({ point, length } = escaped)
    }
    if (folded !== MARKED) folded = point > 0xffff ? SEVERAL : folds[point] || foldFirst(point)
    // What is not seen leaves nothing here and so goes with what stands before it: no half of a keycap is left behind.
    if (folded > SEVERAL) add(folded, i)
    else if (folded === SEVERAL) for (const sign of foldLong(point)) add(sign.charCodeAt(0), i)
    i += length
  }
  starts.length = size
  return joinLetters({ source, text: codes.toString('utf16le', 0, 2 * size), starts })
}

function foldFirst(point: number): number {
  const folded = foldCharacter(point)
  const code = folded === '' ? NOTHING : folded.length > 1 ? SEVERAL : folded.charCodeAt(0)
  // What may begin an escape or a mark is looked at each time it is met.
  if (point !== BRACKET && !OPENERS.includes(point)) folds[point] = code
  return code
}

function foldLong(point: number): string {
  const known = longFolds.get(point)
  if (known !== undefined) return known
  const folded = foldCharacter(point)
  longFolds.set(point, folded)
  return folded
}

/** Where in the source a folded character begins. */
export function sourceStart({ starts, source }: Folded, at: number): number {
  return starts === undefined ? at : (starts[at] ?? source.length)
}

/** Where the source of a folded character ends: where that of the next begins. */
export function sourceEnd({ source, starts }: Folded, at: number): number {
  if (starts === undefined) return at + 1
  let next = at + 1
  while (next < starts.length && starts[next] === starts[at]) next++
  return starts[next] ?? source.length
}

/** How a word of the vocabulary reads after folding; the same rule that is applied to the text. */
export function foldWord(word: string): string {
  return fold(word).text
}

/** What every spelled word has; most texts are told by it not to have one. */
const LONE_LETTERS = /(?:^|[^a-z0-9])[a-z][ .*_-][a-z](?![a-z0-9])/
const SPELLED =
  /(?<![\p{L}\p{M}0-9])[a-z](?:(?: [a-z](?![\p{L}\p{M}0-9]))+|(?<sign>[.*_-])[a-z](?:\k<sign>[a-z])+(?![\p{L}\p{M}0-9]))/gu
/** Letters that are drawn like digits: among digits they stand for themselves. */
const LIKE_DIGITS = /^[olisbz ]+$/

/** "r a m u @ g m a i l", "n.i.n.e": letters with a blank or one and the same sign between each are read as the word they spell. */
function joinLetters(folded: Folded): Folded {
  const { source, text } = folded
  if (!LONE_LETTERS.test(text)) return folded
  const signs: string[] = []
  const starts: number[] = []
  let from = 0
  for (const { 0: spelled, index } of text.matchAll(SPELLED)) {
    if (LIKE_DIGITS.test(spelled)) continue
    for (let i = from; i < index + spelled.length; i++) {
      if (i > index && (i - index) % 2 === 1) continue
      signs.push(text.charAt(i))
      starts.push(sourceStart(folded, i))
    }
    from = index + spelled.length
  }
  if (from === 0) return folded
  for (let i = from; i < text.length; i++) {
    signs.push(text.charAt(i))
    starts.push(sourceStart(folded, i))
  }
  return { source, text: signs.join(''), starts }
}
