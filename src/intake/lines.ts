import { isUtf8 } from 'node:buffer'
import { InputError } from './input-error.ts'

export const MAX_LINE_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a

/** A line of a file, or why it cannot be read. */
export interface Line {
  number: number
  text: string
  problem?: string
}

/** Splits bytes into lines, some at a time. A line that is too long is skipped without holding it. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 1
  let carried: Buffer[] = []
  let carriedBytes = 0
  let tooLong = false
  let first = true

  function endLine(): Line[] {
    const line: Line = tooLong
      ? { number, text: '', problem: `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB` }
      : toLine(Buffer.concat(carried), number)
    carried = []
    carriedBytes = 0
    tooLong = false
    number++
    return line.text.trim() === '' && line.problem === undefined ? [] : [line]
  }

  function carry(bytes: Buffer): void {
    if (tooLong || bytes.length === 0) return
    carriedBytes += bytes.length
    if (carriedBytes <= MAX_LINE_BYTES) carried.push(bytes)
    else {
      tooLong = true
      carried = []
    }
  }

  try {
    for await (const chunk of chunks) {
      let from = 0
      if (first) from = skipByteOrderMark(chunk)
      first = false
      const lines: Line[] = []
      const firstEnd = chunk.indexOf(NEWLINE, from)
      if (firstEnd === -1) {
        carry(chunk.subarray(from))
        continue
      }
      carry(chunk.subarray(from, firstEnd))
      lines.push(...endLine())
      const lastEnd = chunk.lastIndexOf(NEWLINE)
      if (lastEnd > firstEnd) {
        const whole = chunk.subarray(firstEnd + 1, lastEnd)
        for (const line of wholeLines(whole, number)) lines.push(line)
        number += countNewlines(whole) + 1
      }
      carry(chunk.subarray(lastEnd + 1))
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    throw error instanceof InputError ? error.at(number) : error
  }
  if (carriedBytes > 0) yield endLine()
}

/** Decodes many lines at once, which is far faster than one by one. */
function* wholeLines(bytes: Buffer, start: number): Generator<Line> {
  let number = start
  if (isUtf8(bytes)) {
    for (const text of bytes.toString('utf8').split('\n')) {
      // Nearly every line begins with a brace.
      if (text[0] === '{' || text.trim() !== '') yield { number, text }
      number++
    }
    return
  }
  for (let from = 0; from <= bytes.length; number++) {
    const end = bytes.indexOf(NEWLINE, from)
    const stop = end === -1 ? bytes.length : end
    const line = toLine(bytes.subarray(from, stop), number)
    if (line.problem !== undefined || line.text.trim() !== '') yield line
    from = stop + 1
  }
}

function toLine(bytes: Buffer, number: number): Line {
  const text = bytes.toString('utf8')
  return isUtf8(bytes) ? { number, text } : { number, text, problem: 'is not valid UTF-8' }
}

function countNewlines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return count
}

function skipByteOrderMark(chunk: Buffer): number {
  if (chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) return 3
  return 0
}
