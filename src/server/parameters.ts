import type { IncomingHttpHeaders } from 'node:http'
import type { TObject } from 'typebox'
import { readListingId } from '../database/stored.ts'
import { badInput, type InputError, Problem } from '../errors.ts'
import { ParseError, type Parser, parserOf, type ScalarSchema } from '../lib/parsing.ts'
import { nearestName } from '../lib/text/nearest-name.ts'

/** The parser ignores any further ones. */
const MAX_PARAMETERS = 200

export type Readers = Readonly<Record<string, Parser<unknown>>>

interface Parameter {
  target: string
  read: Parser<unknown>
  isList: boolean
  isNullable: boolean
}

/**
 * Makes the parser of an operation's query string. It reports all errors at once. An empty value counts as absent, as
 * `null` does if the parameter may be null. A repeated list is joined by commas; other repeats are errors.
 */
export function queryParser<T>(schema: TObject, readers: Readers = {}): (query: string) => T {
  const parameters = new Map<string, Parameter>()
  const defaults: Record<string, unknown> = {}
  const required: string[] = []
  for (const [name, property] of Object.entries(schema.properties)) {
    const self = property as unknown as ScalarSchema & { default?: unknown; 'x-alias-of'?: string }
    const { 'x-alias-of': target = name, type } = self
    const isNullable = type.includes('null')
    parameters.set(name, { target, read: readers[name] ?? parserOf(self), isList: type === 'array', isNullable })
    if (target !== name) continue
    if ('default' in self) defaults[name] = self.default
    else required.push(name)
  }

  return (query) => {
    const values = { ...defaults }
    const errors: InputError[] = []
    const seen = new Set<string>()
    const pairs = query === '' ? [] : query.split('&', MAX_PARAMETERS + 1)
    if (pairs.length > MAX_PARAMETERS) {
      throw badInput([{ parameter: '', message: `more than ${MAX_PARAMETERS} parameters` }])
    }
    for (const pair of pairs) {
      if (pair === '') continue
      const i = pair.indexOf('=')
      const name = decode(i < 0 ? pair : pair.slice(0, i))
      const text = i < 0 ? '' : decode(pair.slice(i + 1))
      const error = take(name, text)
      if (error) errors.push(error)
    }
    for (const name of required) {
      if (!(name in values) && !errors.some(({ parameter }) => parameter === name))
        errors.push({ parameter: name, message: 'is required' })
    }
    if (errors.length > 0) throw badInput(errors)
    return values as T

    function take(name: string | undefined, text: string | undefined): InputError | undefined {
      if (name === undefined) return { parameter: '', message: 'names must be percent-encoded UTF-8' }
      const parameter = parameters.get(name)
      if (!parameter) return unknown(name, parameters.keys())
      const { target, read, isList, isNullable } = parameter
      if (seen.has(target) && !isList) return { parameter: name, message: 'must be given only once' }
      seen.add(target)
      if (text === undefined) return { parameter: name, message: 'must be percent-encoded UTF-8' }
      if (text === '' || (text === 'null' && isNullable)) return undefined
      const value = read(text)
      if (value instanceof ParseError) return { parameter: name, message: value.message, ...value.hints }
      values[target] = isList && values[target] ? `${values[target]},${value}` : value
      return undefined
    }
  }
}

export function listingIdIn(text: string): number {
  const id = readListingId(text)
  if (id !== undefined) return id
  const message = `must be an integer from 1 to ${Number.MAX_SAFE_INTEGER}`
  throw badInput([{ parameter: 'listing_id', message }])
}

function unknown(name: string, existing: Iterable<string>): InputError {
  const suggestion = nearestName(name, existing)
  const visible = name.length > 80 ? `${name.slice(0, 80)}…` : name
  if (suggestion === undefined) return { parameter: visible, message: 'unknown parameter' }
  return { parameter: visible, message: `unknown parameter; did you mean ${suggestion}?`, suggestion }
}

function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

export function checkJson(headers: IncomingHttpHeaders): void {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers
  if (/^application\/json\s*(;|$)/i.test(type) && coding.toLowerCase() === 'identity') return
  throw new Problem('unsupported-media-type', 'Send the body as application/json, without a content coding.')
}

export function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

export function checkForm({ 'content-type': type = '' }: IncomingHttpHeaders): void {
  if (/^application\/x-www-form-urlencoded(?:;|$)/i.test(type)) return
  throw new Problem('unsupported-media-type', 'Send the form as application/x-www-form-urlencoded.')
}
