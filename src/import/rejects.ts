import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { isObject, suggestionHint } from '../lib/parsing.ts'
import { printable } from '../lib/text/visible.ts'
import { type CheckedRow, REJECT_FIELDS } from './check-row.ts'
import type { Fault } from './report.ts'
import { ROW_SHAPES } from './row-shapes.ts'

/** `field: reason`, on one line. */
export function faultText({ path, reason, found: result, suggestion }: Fault): string {
  const value = result === undefined ? '' : `; found ${result}`
  return onOneLine(`${path || 'row'}: ${reason}${value}${suggestionHint(suggestion)}`)
}

/** `file:line`. */
export function placeText({ origin }: CheckedRow): string {
  return `${onOneLine(origin.file)}:${origin.line}`
}

export function faultLines(row: CheckedRow): string {
  return row.faults.map((fault) => `${placeText(row)}: ${faultText(fault)}\n`).join('')
}

function onOneLine(text: string): string {
  const line = text.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ')
  return printable(line.length > 500 ? `${line.slice(0, 500)}…` : line)
}

/** The original row with its reasons; a row that is not an object becomes a text in `_row`. */
export function rejectLine(row: CheckedRow): string {
  const { raw, file, line } = row.origin
  const notes = JSON.stringify({ _errors: row.faults.map(faultText), _from: `${file}:${line}` })
  const object = raw === undefined ? undefined : objectText(raw)
  if (object === undefined) {
    return raw === undefined ? `${notes}\n` : `${JSON.stringify({ _row: raw }).slice(0, -1)},${notes.slice(1)}\n`
  }
  return object === '' ? `${notes}\n` : `{${object},${notes.slice(1)}\n`
}

/** What was left out of a row that was taken, as a patch that brings it when it is mended. */
function leftOutLine({ origin, type, fields, left }: CheckedRow): string {
  const { key } = ROW_SHAPES[type!]
  const faults = left!.faults.map(faultText)
  const from = `${origin.file}:${origin.line}:${Object.keys(left!.fields).join(',')}`
  return `${JSON.stringify({ type, [key]: fields[key], patch: true, ...left!.fields, _errors: faults, _from: from })}\n`
}

/** The text between the braces, without notes of an earlier import; undefined when it is not an object. */
function objectText(raw: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(raw)
    if (!isObject(parsed)) return undefined
    if (!REJECT_FIELDS.some((name) => Object.hasOwn(parsed, name))) return raw.trim().slice(1, -1).trim()
    const rest = Object.entries(parsed).filter(([name]) => !REJECT_FIELDS.includes(name))
    return JSON.stringify(Object.fromEntries(rest)).slice(1, -1)
  } catch {
    return undefined
  }
}

/** Opens the file at once: a file that cannot be written is found before the import. */
export async function openRejects(path: string) {
  const stream = createWriteStream(path, { mode: 0o600 })
  await once(stream, 'open')
  // A full disk shows here; without a listener it would silently end the process.
  let failure: Error | undefined
  stream.on('error', (error) => {
    failure = error
  })
  return {
    /** Writes rejected rows, then what was left out of rows that were taken. */
    async write(rejected: readonly CheckedRow[], taken: readonly CheckedRow[]): Promise<void> {
      const short = taken.filter(({ left }) => left && left.faults.length > 0)
      for (const line of [...rejected.map(rejectLine), ...short.map(leftOutLine)]) {
        if (failure) throw failure
        if (!stream.write(line)) await once(stream, 'drain')
      }
    },
    async close(): Promise<void> {
      if (failure) throw failure
      stream.end()
      await finished(stream)
    },
  }
}
