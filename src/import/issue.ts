import { suggestionHint } from '../lib/parsing.ts'
import { printable } from '../lib/text/visible.ts'

export interface Issue {
  /** `error` rejects the row; `left` leaves out one cell; `warning` changes nothing. */
  severity: 'error' | 'left' | 'warning'
  path: string
  reason: string
  found?: string | undefined
  suggestion?: string | undefined
  cell?: unknown
}

export interface RowOrigin {
  file: string
  line: number
  raw: string | undefined
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

export const fieldOf = ({ path }: Issue): string => path.split(/[.[]/)[0]!

export function issueText({
  path,
  reason,
  found,
  suggestion,
}: Pick<Issue, 'path' | 'reason' | 'found' | 'suggestion'>): string {
  const value = found === undefined ? '' : `; found ${found}`
  return onOneLine(`${path || 'row'}: ${reason}${value}${suggestionHint(suggestion)}`)
}

export const originText = ({ file, line }: RowOrigin): string => `${onOneLine(file)}:${line}`

const MAX_TEXT = 500

function onOneLine(text: string): string {
  const line = text.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ')
  return printable(line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line)
}

const MAX_SHOWN = 60

export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return value.length > MAX_SHOWN ? `${JSON.stringify(value.slice(0, MAX_SHOWN))}…` : JSON.stringify(value)
}

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
