import { readFileSync } from 'node:fs'

/** The lines of requests.txt by their headings. */
const SECTIONS = new Map(
  readFileSync(new URL('requests.txt', import.meta.url), 'utf8')
    .split(/\n+(?=(?:\[[\w-]+\]|<[\w ]+>)\n)/)
    .slice(1)
    .map((section) => {
      const [header = '', ...lines] = section.trimEnd().split('\n')
      return [header, lines] as const
    }),
)
const LIST = /<[\w ]+>/

function linesBelow(header: string): string[] {
  const lines = SECTIONS.get(header)
  if (!lines) throw new Error(`requests.txt has no heading ${header}`)
  return lines
}

/** All lines that a line with lists stands for. */
function expand(line: string): string[] {
  const [, count, text] = /^(\d+) of (.*)/.exec(line) ?? []
  if (count !== undefined)
    return Array.from({ length: Number(count) }, () => text!.replace(new RegExp(LIST, 'g'), pick))
  const [header] = LIST.exec(line) ?? []
  return header ? linesBelow(header).flatMap((value) => expand(line.replace(header, () => value))) : [line]
}

let state = 12_345

function pick(header: string): string {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31
  const lines = linesBelow(header)
  return lines[Math.floor((state / 2 ** 31) * lines.length)]!
}

/** Gives each of several equal lines its number. */
function numbered(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const count = (counts.get(line) ?? 0) + 1
    counts.set(line, count)
    return count === 1 ? line : `${line} (${count})`
  })
}

/** All requests by group, each as a line. */
export const REQUESTS = new Map(
  [...SECTIONS].flatMap(([header, lines]) =>
    header.startsWith('[') ? [[header.slice(1, -1), numbered(lines.flatMap(expand))]] : [],
  ),
)

export interface Request {
  line: string
  service: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** The name under which a value of the response is kept. */
  save: string | undefined
  /** Sent as it is instead of all of these. */
  raw: string | undefined
}

const LINE =
  /^(?:(private|limited|overloaded) )?(?:([A-Z]+) )?(\S.*?)( \|(?!\|) .*?)?(?: \|\| (.*?))?(?: >> ([\w-]+))?(?: \(\d+\))?$/

export function parseRequest(line: string): Request {
  const [, service = 'main', method = 'GET', path = '', fields = '', body, save] = LINE.exec(line) ?? []
  const lines = fields.split(' | ').slice(1)
  const { key, ...self } = Object.fromEntries(lines.map((field) => field.split(/: ?(.*)/, 2) as [string, string]))
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { ...type, ...(key && { authorization: `Bearer {${key}}` }), ...self }
  const head = [
    path,
    ...(method === 'SLOW' ? [] : ['Connection: close']),
    ...lines,
    ...(method === 'SLOW' ? [] : ['', '']),
  ]
  const raw = method === 'RAW' || method === 'SLOW' ? head.join('\r\n') : undefined
  return { line, service, method, path, headers, body, save, raw }
}
