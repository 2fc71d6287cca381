import { isUtf8 } from 'node:buffer'
import { RowInputError } from './issue.ts'

export const MAX_LINE_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

export interface Line {
  number: number
  text: string
  problem?: string
  isForeign?: boolean
}

export async function* readLines(chunks: AsyncIterable<Buffer>, isTable = false): AsyncGenerator<Line[]> {
  let number = 1
  let carried: Buffer[] = []
  let carriedBytes = 0
  let isFirst = true

  function endLine(chunk: Buffer, from: number, end: number): Line[] {
    const isTooLong = carriedBytes + end - from > MAX_LINE_BYTES
    const bytes =
      carriedBytes === 0 ? chunk.subarray(from, end) : Buffer.concat([...carried, chunk.subarray(from, end)])
    const line = isTooLong
      ? { number, text: '', problem: `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB` }
      : toLine(bytes, number, isTable)
    carried = []
    carriedBytes = 0
    number++
    // Nearly every line begins with a brace.
    const isBlank = line.text[0] !== '{' && line.problem === undefined && line.text.trim() === ''
    return isBlank && !isTable ? [] : [line]
  }

  try {
    for await (const chunk of chunks) {
      let from = isFirst && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
      isFirst = false
      const lines: Line[] = []
      for (let end = chunk.indexOf(NEWLINE, from); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        lines.push(...endLine(chunk, from, end))
        from = end + 1
      }
      carriedBytes += chunk.length - from
      if (carriedBytes > MAX_LINE_BYTES) carried = []
      else if (from < chunk.length) carried.push(chunk.subarray(from))
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    if (error instanceof RowInputError) error.line ??= number
    throw error
  }
  if (carriedBytes > 0) yield endLine(Buffer.alloc(0), 0, 0)
}

/** Decodes each line alone: a Hindi name elsewhere in the text would double its memory and time. */
function toLine(bytes: Buffer, number: number, isTable: boolean): Line {
  const text = bytes.toString('utf8')
  // What is not UTF-8 is decoded as this character.
  if (!text.includes('\ufffd') || isUtf8(bytes)) return { number, text }
  if (isTable) return { number, text: latin.decode(bytes), isForeign: true }
  return { number, text, problem: 'is not valid UTF-8' }
}

const latin = new TextDecoder('windows-1252')
