import { foldCharacter } from './characters.ts'
import { readEscape } from './escapes.ts'

export const REMOVED = '[contact removed]'
/** Stands in a folded text for a contact that was removed before. */
export const MARK = '\ue000'

/** A text as it reads, and where in the source each character of it came from; without `starts`, from the same place. */
export type Folded = { source: string; text: string; starts: number[] | undefined }

/** Signs that stand for themselves: ASCII without those with which an escape, a tag or a mark begins. */
const PLAIN = /^[\n\x20-\x24\x27-\x3b\x3d-\x5a\x5d-\x7e]*$/
const OPENERS = '&%\\<'
const known = new Map<number, string>()

export function fold(source: string): Folded {
  if (PLAIN.test(source)) return joinLetters({ source, text: source.toLowerCase(), starts: undefined })
  const signs: string[] = []
  const starts: number[] = []
  for (let i = 0; i < source.length; ) {
    let point = source.codePointAt(i) ?? 0
    let length = point > 0xffff ? 2 : 1
    if (point === 91 && source.startsWith(REMOVED, i)) {
      signs.push(MARK)
      starts.push(i)
      i += REMOVED.length
      continue
    }
    const escaped = point < 128 && OPENERS.includes(String.fromCharCode(point)) ? readEscape(source, i) : undefined
    if (escaped !== undefined) ({ point, length } = escaped)
    // What is not seen leaves nothing here and so goes with what stands before it: no half of a keycap is left behind.
    for (const sign of foldKnown(point)) {
      signs.push(sign)
      starts.push(i)
    }
    i += length
  }
  return joinLetters({ source, text: signs.join(''), starts })
}

function foldKnown(point: number): string {
  const kept = known.get(point)
  if (kept !== undefined) return kept
  const folded = foldCharacter(point)
  known.set(point, folded)
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

const SPELLED = /(?<![\p{L}\p{M}0-9])[a-z](?: [a-z](?![\p{L}\p{M}0-9]))+/gu
/** Letters that are drawn like digits: among digits they stand for themselves. */
const LIKE_DIGITS = /^[olisbz ]+$/

/** "r a m u @ g m a i l": letters with a blank between each are read as the word they spell. */
export function joinLetters(folded: Folded): Folded {
  const { source, text } = folded
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
