import { DIGIT, type FoldedCharacter, foldCharacter, LETTER, LINE, MARK, OTHER, SPACE } from './character-fold.ts'
import { type Escape, readBackslash, readEntity, readPercent, readTag } from './escapes.ts'
import { byteScratch, intScratch, shortScratch } from './scratch.ts'

export const REMOVED = '[contact removed]'

/** A text as it reads, each folded character with the stretch of the source it came from. */
export type Folded = {
  text: string
  length: number
  codes: Uint16Array
  classes: Uint8Array
  starts: Int32Array
  ends: Int32Array
}

const MARK_CODE = 0xe000

const ASCII_CODES = new Uint16Array(128)
const ASCII_CLASSES = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const upper = code >= 65 && code <= 90
  ASCII_CODES[code] = upper ? code + 32 : code
  const letter = upper || (code >= 97 && code <= 122)
  const digit = code >= 48 && code <= 57
  const line = code === 10 || code === 13
  ASCII_CLASSES[code] = letter ? LETTER : digit ? DIGIT : line ? LINE : code <= 32 || code === 127 ? SPACE : OTHER
}

const known = new Map<number, FoldedCharacter>()
/** Foldings of one unit, packed as class and code, so that the common scripts need no map; 0 is not known yet. */
const packed = new Int32Array(0x10000)

function foldKnown(point: number): FoldedCharacter {
  let folded = known.get(point)
  if (folded === undefined) {
    folded = foldCharacter(point)
    known.set(point, folded)
    if (point < 0x10000 && folded.codes.length === 1) {
      packed[point] = (((folded.classes[0] ?? 0) + 1) << 16) | (folded.codes[0] ?? 0)
    }
  }
  return folded
}

function readEscape(text: string, at: number, code: number): Escape | undefined {
  if (code === 38) return readEntity(text, at)
  if (code === 37) return readPercent(text, at)
  if (code === 60) return readTag(text, at)
  return code === 92 ? readBackslash(text, at) : undefined
}

export function fold(text: string): Folded {
  // No character unfolds to more than 18 units, and those that unfold at all are rare: room grows when they come.
  let codes = shortScratch(0, text.length + 32)
  let classes = byteScratch(0, text.length + 32)
  let starts = intScratch(0, text.length + 32)
  let ends = intScratch(1, text.length + 32)
  let room = Math.min(codes.length, classes.length, starts.length, ends.length)
  let length = 0

  function grow(): void {
    room = room * 2
    codes = copyInto(new Uint16Array(room), codes.subarray(0, length))
    classes = copyInto(new Uint8Array(room), classes.subarray(0, length))
    starts = copyInto(new Int32Array(room), starts.subarray(0, length))
    ends = copyInto(new Int32Array(room), ends.subarray(0, length))
  }

  for (let i = 0; i < text.length; ) {
    const unit = text.charCodeAt(i)
    if (length + 20 > room) grow()
    let point = unit
    let end = i + 1
    if (unit < 128) {
      if (unit === 91 && text.startsWith(REMOVED, i)) {
        codes[length] = MARK_CODE
        classes[length] = MARK
        starts[length] = i
        i += REMOVED.length
        ends[length++] = i
        continue
      }
      const escaped = unit === 38 || unit === 37 || unit === 92 || unit === 60 ? readEscape(text, i, unit) : undefined
      if (escaped === undefined) {
        codes[length] = ASCII_CODES[unit] ?? 0
        classes[length] = ASCII_CLASSES[unit] ?? 0
        starts[length] = i
        ends[length++] = end
        i = end
        continue
      }
      point = escaped.point
      end = escaped.end
    } else if (unit >= 0xd800 && unit < 0xdc00) {
      point = text.codePointAt(i) ?? unit
      if (point > 0xffff) end = i + 2
    }
    let pack = point < 0x10000 ? (packed[point] ?? 0) : 0
    const folded = pack === 0 ? foldKnown(point) : undefined
    if (folded !== undefined && point < 0x10000) pack = packed[point] ?? 0
    if (pack !== 0) {
      codes[length] = pack & 0xffff
      classes[length] = (pack >>> 16) - 1
      starts[length] = i
      ends[length++] = end
    } else if (folded !== undefined) {
      // What is not seen goes with what stands before it, so that no half of a keycap is left behind.
      if (folded.codes.length === 0 && length > 0) ends[length - 1] = end
      for (let k = 0; k < folded.codes.length; k++) {
        codes[length] = folded.codes[k] ?? 0
        classes[length] = folded.classes[k] ?? 0
        starts[length] = i
        ends[length++] = end
      }
    }
    i = end
  }
  // Whoever looks a little past the end finds nothing there, not the text before.
  if (length + 20 > room) grow()
  codes.fill(0, length, length + 16)
  classes.fill(OTHER, length, length + 16)
  return { text, length, codes, classes, starts, ends }
}

function copyInto<T extends Uint16Array | Uint8Array | Int32Array>(target: T, source: T): T {
  target.set(source)
  return target
}

/** How a word of the vocabulary reads after folding; the same rule that is applied to the text. */
export function foldWord(word: string): string {
  const { codes, length } = fold(word)
  return String.fromCharCode(...codes.subarray(0, length))
}
