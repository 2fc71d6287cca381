import { isUtf8 } from 'node:buffer'
import { RowInputError } from './report.ts'

export const MAX_LINE_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** A line of a file, or why it cannot be read. */
export interface Line {
  number: number
  text: string
  problem?: string
  /** It is not UTF-8, and taken for Windows-1252, which every line can be. */
  isForeign?: boolean
}

/**
 * Splits bytes into lines, some at a time. A line that is too long is skipped without holding it. Those of a table may
 * be in another encoding, and blank within a cell.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, isTable = false): AsyncGenerator<Line[]> {
  let number = 1
  let carried: Buffer[] = []
  let carriedBytes = 0
  let first = true

  function carry(bytes: Buffer): void {
    carriedBytes += bytes.length
    if (carriedBytes <= MAX_LINE_BYTES) carried.push(bytes)
    else carried = []
  }

  function endLine(chunk: Buffer, from: number, end: number): Line {
    if (carriedBytes + end - from > MAX_LINE_BYTES) {
      return { number, text: '', problem: `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB` }
    }
    if (carriedBytes === 0) return toLine(chunk, from, end, number, isTable)
    const bytes = Buffer.concat([...carried, chunk.subarray(from, end)])
    return toLine(bytes, 0, bytes.length, number, isTable)
  }

  try {
    for await (const chunk of chunks) {
      let from = first && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
      first = false
      const lines: Line[] = []
      for (let end = chunk.indexOf(NEWLINE, from); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        const line = endLine(chunk, from, end)
        if (isTable || !isBlank(line)) lines.push(line)
        carried = []
        carriedBytes = 0
        number++
        from = end + 1
      }
      if (from < chunk.length) carry(chunk.subarray(from))
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    throw error instanceof RowInputError ? error.at(number) : error
  }
  if (carriedBytes === 0) return
  const last = endLine(Buffer.alloc(0), 0, 0)
  if (isTable || !isBlank(last)) yield [last]
}

function isBlank({ text, problem }: Line): boolean {
  // Nearly every line begins with a brace.
  return text[0] !== '{' && problem === undefined && text.trim() === ''
}

/** A line is decoded alone: a text with a Hindi name beside it would take twice the memory and time. */
function toLine(bytes: Buffer, from: number, end: number, number: number, isTable: boolean): Line {
  const text = bytes.toString('utf8', from, end)
  // What is not UTF-8 is decoded as this character.
  if (!text.includes('\ufffd') || isUtf8(bytes.subarray(from, end))) return { number, text }
  if (isTable) return { number, text: latin.decode(bytes.subarray(from, end)), isForeign: true }
  return { number, text, problem: 'is not valid UTF-8' }
}

const latin = new TextDecoder('windows-1252')
