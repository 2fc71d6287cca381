import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Entry, Recording } from './exchange.ts'

const FOLDER = new URL('recorded/', import.meta.url)
const PIECES = 'pieces.ndjson'
const MIN_PIECE = 150

/** Replaces each large value within a value by a reference, so that a machine found a hundred times is stored once. */
function fold(value: object, pieces: Map<string, string>): object {
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    const text = JSON.stringify(part)
    if (key === '' || text.length < MIN_PIECE) return part
    const reference = `#${createHash('sha256').update(text).digest('base64url').slice(0, 8)}`
    pieces.set(reference, text)
    return reference
  })
}

function unfold(text: string, pieces: ReadonlyMap<string, string>): unknown {
  return JSON.parse(text, (_, part: unknown) =>
    typeof part === 'string' && pieces.has(part) ? unfold(pieces.get(part)!, pieces) : part,
  )
}

/** JSON bodies are stored as values if that gives the same text. */
function packBody(body: string | undefined) {
  try {
    const json: unknown = JSON.parse(body ?? '')
    return JSON.stringify(json) === body ? { json } : { body }
  } catch {
    return { body }
  }
}

/** Headers that nearly every response has another value of. The others are stored once for many responses. */
const OWN_HEADERS = /^(?:x-(?!content|request)|etag|content-length|location|signature|memento)/

export function writeRecording(recording: Recording): void {
  const pieces = new Map<string, string>()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  for (const [group, entries] of recording) {
    const lines = entries.map(({ request, status, headers, body }) => {
      const sorted = Object.entries(headers).sort()
      const self = Object.fromEntries(sorted.filter(([name]) => OWN_HEADERS.test(name)))
      const common = Object.fromEntries(sorted.filter(([name]) => !OWN_HEADERS.test(name)))
      return JSON.stringify({ request, ...fold({ status, own: self, common, ...packBody(body) }, pieces) })
    })
    writeFileSync(new URL(`${group}.ndjson`, FOLDER), `${lines.join('\n')}\n`)
  }
  const lines = [...pieces].sort().map(([reference, text]) => `{"${reference}":${text}}`)
  writeFileSync(new URL(PIECES, FOLDER), `${lines.join('\n')}\n`)
}

export function readRecording(): Recording {
  const pieces = new Map(readLines(PIECES).map((line) => [line.slice(2, 11), line.slice(13, -1)]))
  const groups = readdirSync(FOLDER).filter((name) => name !== PIECES)
  return new Map(
    groups.map((name) => [
      name.replace('.ndjson', ''),
      readLines(name).map((line) => {
        const {
          request,
          status,
          own: self,
          common,
          body,
          json,
        } = unfold(line, pieces) as Entry & Record<'own' | 'common', Entry['headers']> & { json?: unknown }
        return {
          request,
          status,
          headers: { ...self, ...common },
          body: json === undefined ? body : JSON.stringify(json),
        }
      }),
    ]),
  )
}

function readLines(name: string): string[] {
  return readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n')
}
