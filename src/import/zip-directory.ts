import { inflateRawSync } from 'node:zlib'
import { RowInputError } from './issue.ts'

const MB = 1024 * 1024
const MAX_UNFOLDED_BYTES = 256 * MB
/** What a workbook may unfold to for each of its bytes; a small one may unfold to more. */
const MAX_UNFOLDING = 100
const UNFOLDS_FREELY_BYTES = 8 * MB
/** What is said to be empty is as long as this at most: there is no room in it for more than a few kB. */
const MAX_EMPTY_BYTES = 64

const END = 0x06054b50
const ENTRY = 0x02014b50
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30]
const HAS_SIZES_BEHIND = 8

interface ZipEntry {
  name: string
  packed: number
  unfolded: number
  at: number
  isStored: boolean
}

/** Refuses a workbook that unfolds to too much, or that does not say to how much: the reader holds each part to its word. */
export function readDirectory(zip: Buffer): Map<string, ZipEntry> {
  const entries = [...entriesOf(zip)]
  for (const { name, packed, unfolded } of entries) {
    if (unfolded === 0 && packed > MAX_EMPTY_BYTES) throw refused(`does not say how long its part ${name} is`)
  }
  const sum = entries.reduce((sum, { unfolded }) => sum + unfolded, 0)
  const size = `unfolds to ${Math.round(sum / MB).toLocaleString('en-IN')} MB`
  if (sum > MAX_UNFOLDED_BYTES)
    throw refused(`${size}, more than the 256 MB that a workbook may have: save the sheet as CSV`)
  const times = Math.round(sum / zip.length)
  if (sum > UNFOLDS_FREELY_BYTES && times > MAX_UNFOLDING)
    throw refused(`${size}, ${times} times its size, more than ${MAX_UNFOLDING} times: it is not opened`)
  return new Map(entries.map((entry) => [entry.name, entry]))
}

export function textOf(zip: Buffer, { at: i, packed, unfolded, isStored }: ZipEntry): string {
  const from = i + LOCAL_BYTES + zip.readUInt16LE(i + 26) + zip.readUInt16LE(i + 28)
  const bytes = zip.subarray(from, from + packed)
  return (isStored ? bytes : inflateRawSync(bytes, { maxOutputLength: unfolded })).toString()
}

function* entriesOf(zip: Buffer): Iterable<ZipEntry> {
  let end = zip.length - END_BYTES
  while (end >= 0 && zip.readUInt32LE(end) !== END) end--
  if (end < 0) throw refused('is no workbook that can be read: it is cut off, or no zip archive')
  let i = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (i + ENTRY_BYTES > zip.length || zip.readUInt32LE(i) !== ENTRY) throw refused('has a damaged directory')
    const [packed, unfolded, length] = [20, 24, 28].map((from) =>
      from === 28 ? zip.readUInt16LE(i + from) : zip.readUInt32LE(i + from),
    ) as [number, number, number]
    const name = zip.toString('utf8', i + ENTRY_BYTES, i + ENTRY_BYTES + length)
    const isBehind = (zip.readUInt16LE(i + 8) & HAS_SIZES_BEHIND) !== 0
    if (isBehind && packed === 0 && !name.endsWith('/')) throw refused(`does not say how long its part ${name} is`)
    yield { name, packed, unfolded, at: zip.readUInt32LE(i + 42), isStored: zip.readUInt16LE(i + 10) === 0 }
    i += ENTRY_BYTES + length + zip.readUInt16LE(i + 30) + zip.readUInt16LE(i + 32)
  }
}

const refused = (reason: string) => new RowInputError(reason, 1)
