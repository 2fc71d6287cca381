import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { isObject } from '../lib/parsing.ts'
import { type CheckedRow, REJECT_FIELDS } from './check-row.ts'
import type { RowOutcome } from './import-batch.ts'
import { fieldOf, issueText } from './issue.ts'
import { ROW_SHAPES } from './row-shapes.ts'

/** The rejected row with its reasons; a row that is not an object becomes a text in `_row`. */
export function rejectLine({ row, issues }: Pick<RowOutcome, 'row' | 'issues'>): string {
  const { raw, file, line } = row.origin
  const errors = issues.filter(({ severity }) => severity !== 'warning').map(issueText)
  const notes = JSON.stringify({ _errors: errors, _from: `${file}:${line}` })
  const text = raw ?? (row.line && JSON.stringify(inputOf(row)))
  const members = text === undefined ? '' : membersText(text)
  if (members === undefined) return `${JSON.stringify({ _row: text }).slice(0, -1)},${notes.slice(1)}\n`
  return members === '' ? `${notes}\n` : `{${members},${notes.slice(1)}\n`
}

export function inputOf({ line, issues }: CheckedRow): Record<string, unknown> {
  const left = issues.flatMap((issue) => (issue.cell === undefined ? [] : [[fieldOf(issue), issue.cell] as const]))
  return { ...line!.onCreate, ...line!.input, ...Object.fromEntries(left.toReversed()) }
}

function leftOutLine({ row, issues }: RowOutcome): string {
  const { origin, type, fields } = row
  const { key } = ROW_SHAPES[type!]
  const left = issues.filter(({ severity }) => severity === 'left')
  const cells = Object.fromEntries(left.toReversed().map((issue) => [fieldOf(issue), issue.cell]))
  const from = `${origin.file}:${origin.line}:${Object.keys(cells).join(',')}`
  const patch = { type, [key]: fields[key], patch: true, ...cells }
  return `${JSON.stringify({ ...patch, _errors: left.map(issueText), _from: from })}\n`
}

function membersText(raw: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(raw)
    if (!isObject(parsed)) return undefined
    // Written again, a large number would be another one.
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
    async write(outcomes: readonly RowOutcome[]): Promise<void> {
      for (const outcome of outcomes) {
        const isLeftOut = outcome.issues.some(({ severity }) => severity === 'left')
        if (outcome.status !== 'rejected' && !isLeftOut) continue
        if (failure) throw failure
        const line = outcome.status === 'rejected' ? rejectLine(outcome) : leftOutLine(outcome)
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
