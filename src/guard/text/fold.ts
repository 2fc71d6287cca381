import { DIGIT, type FoldedCharacter, foldCharacter, LETTER, LINE, MARK, OTHER, SPACE } from './character-fold.ts'
import { type Escape, readBackslash, readEntity, readPercent, readTag } from './escapes.ts'

export const REMOVED = '[contact removed]'

/** A text as it reads, each folded character with the stretch of the source it came from. */
export type Folded = {
  text: string
  length: number
  codes: Uint16Array
  classes: Uint8Array
  starts: Int32Array
  /** Signs stand in it with which escapes begin. */
  disguised: boolean
}

const MARK_CODE = 0xe000
const ROOM = 32

/** Class and code of what stands for itself, packed; 0 where a closer look is needed. */
const ASCII = new Uint16Array(128)
for (let code = 0; code < 128; code++) {
  const upper = code >= 65 && code <= 90
  const letter = upper || (code >= 97 && code <= 122)
  const digit = code >= 48 && code <= 57
  const line = code === 10 || code === 13
  const kind = letter ? LETTER : digit ? DIGIT : line ? LINE : code <= 32 || code === 127 ? SPACE : OTHER
  ASCII[code] = ((kind + 1) << 8) | (upper ? code + 32 : code)
}
const OPENERS = '[&%\\<'
const SIMPLE = ASCII.slice()
for (const opener of OPENERS) SIMPLE[opener.charCodeAt(0)] = 0

let identity = new Int32Array(0)

/** 0, 1, 2 …: where each character of a text without any disguise came from. */
function identityOf(size: number): Int32Array {
  if (identity.length < size) {
    identity = new Int32Array(Math.max(1024, 2 ** Math.ceil(Math.log2(size + 1))))
    for (let i = 0; i < identity.length; i++) identity[i] = i
  }
  return identity
}

const known = new Map<number, FoldedCharacter>()
/** Class and code of characters that fold to one, packed, as far as they are known; 0 where a closer look is needed. */
const direct = new Int32Array(0x10000)
for (let code = 0; code < 128; code++) {
  const pack = SIMPLE[code] ?? 0
  if (pack !== 0) direct[code] = ((pack >>> 8) << 16) | (pack & 255)
}

function foldKnown(point: number): FoldedCharacter {
  let folded = known.get(point)
  if (folded === undefined) {
    folded = foldCharacter(point)
    known.set(point, folded)
    if (point >= 128 && point < 0x10000 && folded.codes.length === 1) {
      direct[point] = (((folded.classes[0] ?? 0) + 1) << 16) | (folded.codes[0] ?? 0)
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

let unitBytes = Buffer.alloc(0)
let units = new Uint16Array(0)

/** The text as numbers: they are read faster from memory than one by one from the string. */
function unitsOf(text: string): Uint16Array {
  if (units.length < text.length) {
    unitBytes = Buffer.from(new ArrayBuffer(2 * Math.max(1024, 2 ** Math.ceil(Math.log2(text.length)))))
    units = new Uint16Array(unitBytes.buffer)
  }
  unitBytes.write(text, 0, 'utf16le')
  return units
}

export function fold(text: string): Folded {
  const size = text.length
  const from = unitsOf(text)
  const codes = new Uint16Array(size + ROOM)
  const classes = new Uint8Array(size + ROOM)
  const plain = foldPlain(from, size, codes, classes)
  if (plain < size) return foldRest(text, plain, from, codes, classes)
  return close({ text, length: size, codes, classes, starts: identityOf(size + ROOM), disguised: false })
}

/** Folds as far as every character stands for itself; gives how far. */
function foldPlain(from: Uint16Array, size: number, codes: Uint16Array, classes: Uint8Array): number {
  let i = 0
  for (; i < size; i++) {
    const unit = from[i] ?? 0
    const pack = unit < 128 ? (SIMPLE[unit] ?? 0) : 0
    if (pack === 0) break
    codes[i] = pack & 255
    classes[i] = (pack >>> 8) - 1
  }
  return i
}

/** Folds as far as every character is known to fold to one; gives how far. */
function foldKnownRun(
  from: Uint16Array,
  begin: number,
  size: number,
  codes: Uint16Array,
  classes: Uint8Array,
  starts: Int32Array,
  length: number,
): number {
  let to = length
  let i = begin
  for (; i < size; i++) {
    const pack = direct[from[i] ?? 0] ?? 0
    if (pack === 0) break
    codes[to] = pack & 0xffff
    classes[to] = (pack >>> 16) - 1
    starts[to++] = i
  }
  return i
}

/** From the first character on that does not stand for itself. */
function foldRest(
  text: string,
  begin: number,
  from: Uint16Array,
  someCodes: Uint16Array,
  someClasses: Uint8Array,
): Folded {
  const size = text.length
  let codes = someCodes
  let classes = someClasses
  let starts = copyInto(new Int32Array(size + ROOM), identityOf(begin).subarray(0, begin))
  let room = Math.min(codes.length, classes.length, starts.length)
  let length = begin
  let disguised = false

  for (let i = begin; i < size; ) {
    const stop = foldKnownRun(from, i, size, codes, classes, starts, length)
    length += stop - i
    i = stop
    if (i === size) break
    const unit = from[i] ?? 0
    let point = unit
    let end = i + 1
    if (unit < 128) {
      if (unit === 91 && isMark(from, i, size)) {
        codes[length] = MARK_CODE
        classes[length] = MARK
        starts[length++] = i
        i += REMOVED.length
        continue
      }
      disguised ||= unit !== 91
      const escaped = readEscape(text, i, unit)
      if (escaped === undefined) {
        const pack = ASCII[unit] ?? 0
        codes[length] = pack & 255
        classes[length] = (pack >>> 8) - 1
        starts[length++] = i
        i = end
        continue
      }
      point = escaped.point
      end = escaped.end
    } else if (unit >= 0xd800 && unit < 0xdc00) {
      point = text.codePointAt(i) ?? unit
      if (point > 0xffff) end = i + 2
    }
    const folded = foldKnown(point)
    // No character unfolds to more than a few units, and those that unfold at all are rare: room grows when they come.
    if (length + ROOM + size - i > room) {
      room = 2 * (length + ROOM + size - i)
      codes = copyInto(new Uint16Array(room), codes.subarray(0, length))
      classes = copyInto(new Uint8Array(room), classes.subarray(0, length))
      starts = copyInto(new Int32Array(room), starts.subarray(0, length))
    }
    // What is not seen leaves nothing here and so goes with what stands before it: no half of a keycap is left behind.
    for (let k = 0; k < folded.codes.length; k++) {
      codes[length] = folded.codes[k] ?? 0
      classes[length] = folded.classes[k] ?? 0
      starts[length++] = i
    }
    i = end
  }
  return close({ text, length, codes, classes, starts, disguised })
}

const MARK_UNITS = Uint16Array.from(REMOVED, (sign) => sign.charCodeAt(0))

function isMark(from: Uint16Array, at: number, size: number): boolean {
  if (at + MARK_UNITS.length > size) return false
  for (let k = 1; k < MARK_UNITS.length; k++) if (from[at + k] !== MARK_UNITS[k]) return false
  return true
}

/** Whoever looks a little past the end finds nothing there, not the text before. */
export function close(folded: Folded): Folded {
  folded.codes.fill(0, folded.length, folded.length + 16)
  folded.classes.fill(OTHER, folded.length, folded.length + 16)
  return folded
}

/** Where the source of a folded character ends: where that of the next begins. */
export function sourceEnd({ text, starts, length }: Folded, at: number): number {
  let next = at + 1
  while (next < length && starts[next] === starts[at]) next++
  return next < length ? (starts[next] ?? 0) : text.length
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
