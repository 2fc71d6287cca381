import { suggestionHint } from '../lib/parsing.ts'
import { printable } from '../lib/text/visible.ts'

/** Something about a row. Its reason does not contain the value, so that equal reasons can be counted. */
export interface Issue {
  /** `error` rejects the row; `left` leaves out one cell; `warning` changes nothing. */
  severity: 'error' | 'left' | 'warning'
  /** The field within the row, such as `prices[0].city`. */
  path: string
  reason: string
  /** The value, ready to print. */
  found?: string | undefined
  suggestion?: string | undefined
  /** Of a cell that is left out: what it holds, for the rejects file. */
  cell?: unknown
}

/** Where a row comes from, and its text if a rejects file was requested. */
export interface RowOrigin {
  file: string
  line: number
  raw: string | undefined
  /** In characters; limits the size of batches. */
  size?: number
}

export const error = (path: string, reason: string, found?: string, suggestion?: string): Issue => ({
  severity: 'error',
  path,
  reason,
  ...(found !== undefined && { found }),
  ...(suggestion !== undefined && { suggestion }),
})

export const warning = (path: string, reason: string, found?: string): Issue => ({
  ...error(path, reason, found),
  severity: 'warning',
})

export const isError = ({ severity }: Issue): boolean => severity === 'error'

/** The field of a row that an issue is about. */
export const fieldOf = ({ path }: Issue): string => path.split(/[.[]/)[0]!

/** `field: reason; found value`, on one line. */
export function issueText({
  path,
  reason,
  found,
  suggestion,
}: Pick<Issue, 'path' | 'reason' | 'found' | 'suggestion'>): string {
  const value = found === undefined ? '' : `; found ${found}`
  return onOneLine(`${path || 'row'}: ${reason}${value}${suggestionHint(suggestion)}`)
}

/** `file:line`. */
export const originText = ({ file, line }: RowOrigin): string => `${onOneLine(file)}:${line}`

const MAX_TEXT = 500

function onOneLine(text: string): string {
  const line = text.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ')
  return printable(line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line)
}

const MAX_SHOWN = 60

/** A value for a message: short, as JSON. */
export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return value.length > MAX_SHOWN ? `${JSON.stringify(value.slice(0, MAX_SHOWN))}…` : JSON.stringify(value)
}

/** The rest of an input cannot be read; the rows before it count. */
export class RowInputError extends Error {
  readonly issues: readonly Issue[]
  line: number | undefined

  constructor(reason: string | readonly Issue[], line?: number) {
    const issues = typeof reason === 'string' ? [error('row', reason)] : reason
    super(issues.map((issue) => issue.reason).join(', '))
    this.issues = issues
    this.line = line
  }
}
