import { createHash } from 'node:crypto'

/** A photograph as it is kept: without what cameras and programs write beside the picture, such as where it was taken. */
export interface Photograph {
  /** From its bytes, so that the same picture has one file, and a file never changes. */
  name: string
  bytes: Buffer
  width: number
  height: number
}

type Picture = Pick<Photograph, 'width' | 'height'> & { parts: Buffer[] }

export const MAX_PHOTOGRAPH_BYTES = 8 * 1024 * 1024
const MAX_SIDE = 20_000

const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

/** The type of a kept photograph by its name; undefined for a name that none has. */
export function typeOfPhotograph(name: string): string | undefined {
  return TYPES[/^[a-p]{32}\.(\w+)$/.exec(name)?.[1] ?? '']
}

const READERS: readonly {
  extension: string
  isIt(bytes: Buffer): boolean
  read(bytes: Buffer): Picture | undefined
}[] = [
  { extension: 'jpg', isIt: (bytes) => bytes.readUInt16BE(0) === 0xffd8, read: readJpeg },
  { extension: 'png', isIt: (bytes) => bytes.subarray(0, 8).equals(PNG_SIGNATURE), read: readPng },
  { extension: 'webp', isIt: (bytes) => ascii(bytes, 0) === 'RIFF' && ascii(bytes, 8) === 'WEBP', read: readWebp },
]

/** What is kept of a sent file, or why it is refused. Its bytes tell what it is, whatever its name says. */
export function readPhotograph(sent: Buffer): Photograph | { refused: string } {
  if (sent.length > MAX_PHOTOGRAPH_BYTES) return { refused: 'a photograph may have up to 8 MB' }
  const reader = sent.length < 16 ? undefined : READERS.find(({ isIt }) => isIt(sent))
  if (!reader) return { refused: 'the file is no JPEG, PNG or WebP picture' }
  const picture = whole(() => reader.read(sent))
  if (!picture || picture.parts.length === 0) return { refused: 'the picture is damaged or not complete' }
  const { width, height, parts } = picture
  if (!(width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE)) {
    return { refused: `the picture is ${width} × ${height}; a side may have up to 20,000` }
  }
  const bytes = Buffer.concat(parts)
  return { name: `${digestOf(bytes)}.${reader.extension}`, bytes, width, height }
}

/** In letters alone: digits in a row would look like a telephone number. */
function digestOf(bytes: Buffer): string {
  const hex = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return hex.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
}

/** Reading past the end means that the file is cut off. */
function whole<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const ascii = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

/** Beside the picture itself, its colours (APP2, APP14) and JFIF's header stay. */
const KEPT_SEGMENTS = new Set([0xe0, 0xe2, 0xee])
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda

function readJpeg(bytes: Buffer): Picture | undefined {
  const parts = [bytes.subarray(0, 2)]
  let [width, height, orientation] = [0, 0, 1]
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === END_OF_IMAGE) {
      parts.push(bytes.subarray(at, at + 2))
      break
    }
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    if (isFrame(marker)) [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
    if (marker === 0xe1) orientation = orientationOf(bytes.subarray(at + 4, end)) ?? orientation
    if (marker === START_OF_SCAN) end = endOfScan(bytes, end)
    if (marker < 0xe0 || KEPT_SEGMENTS.has(marker)) parts.push(bytes.subarray(at, end))
    at = end
  }
  // A camera turns its picture by a note; without it, it would lie on its side.
  if (orientation > 1) parts.splice(1, 0, orientationNote(orientation))
  return orientation > 4 ? { parts, width: height, height: width } : { parts, width, height }
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Within a scan 0xff stands before 0 or the mark of a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new RangeError('the scan has no end')
}

const ORIENTATION = 0x0112

/** The first directory of Exif's TIFF data has it. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined
  return whole(() => {
    const tiff = segment.subarray(6)
    const isLittle = ascii(tiff, 0).startsWith('II')
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < short(first); entry++) {
      const at = first + 2 + entry * 12
      if (short(at) === ORIENTATION) return short(at + 8) <= 8 ? short(at + 8) : undefined
    }
    return undefined
  })
}

function orientationNote(orientation: number): Buffer {
  const note = Buffer.from(
    'ffe10022457869660000 4d4d002a00000008 0001 0112 0003 00000001 00000000 00000000'.replaceAll(' ', ''),
    'hex',
  )
  note.writeUInt16BE(orientation, 28)
  return note
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const KEPT_CHUNKS = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD'.split(' '))

function readPng(bytes: Buffer): Picture | undefined {
  const parts = [bytes.subarray(0, 8)]
  if (ascii(bytes, 12) !== 'IHDR') return undefined
  for (let at = 8; ; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = ascii(bytes, at + 4)
    if (KEPT_CHUNKS.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return { parts, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    at = end
  }
}

const DROPPED_CHUNKS = new Set(['EXIF', 'XMP '])
/** Bits of VP8X that announce the dropped chunks. */
const ANNOUNCED = 0b1100

function readWebp(bytes: Buffer): Picture | undefined {
  const size = 8 + bytes.readUInt32LE(4)
  if (size > bytes.length) return undefined
  const parts: Buffer[] = []
  let side: [number, number] | undefined
  for (let at = 12; at + 8 <= size; ) {
    const type = ascii(bytes, at)
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    if (end > size) return undefined
    side ??= sidesOf(type, bytes.subarray(at + 8, end))
    if (!DROPPED_CHUNKS.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, end + (end % 2)))
      if (type === 'VP8X') chunk[8]! &= ~ANNOUNCED
      parts.push(chunk)
    }
    at = end + (end % 2)
  }
  if (!side) return undefined
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return { parts: [head, ...parts], width: side[0], height: side[1] }
}

function sidesOf(type: string, data: Buffer): [number, number] | undefined {
  if (type === 'VP8X') return [1 + data.readUIntLE(4, 3), 1 + data.readUIntLE(7, 3)]
  if (type === 'VP8 ') return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff]
  if (type !== 'VP8L') return undefined
  const bits = data.readUInt32LE(1)
  return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)]
}
