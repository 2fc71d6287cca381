import { hashKey } from './key-string.ts'

/** What an Authorization header brings: nothing, a Bearer key, or something else. */
export type Credentials = { kind: 'none' } | KeyCredentials | { kind: 'other' } | { kind: 'twice' }

interface KeyCredentials {
  kind: 'key'
  key: string
  /** The stored form of the key, computed once. */
  hash: string
}

const NONE = { kind: 'none' } as const
const OTHER = { kind: 'other' } as const
const TWICE = { kind: 'twice' } as const
const BEARER = /^bearer +(\S.*)$/i

/**
 * The last header of each connection, which is usually the next one too. Comparing with it reveals nothing to others.
 */
const lastRead = new WeakMap<object, { value: string; credentials: Credentials }>()

/** Reads the raw header: `value` is the first one, which Node keeps; `rawHeaders` shows whether there was another. */
export function readAuthorization(
  value: string | undefined,
  rawHeaders: readonly string[],
  connection?: object,
): Credentials {
  if (value === undefined) return NONE
  let seen = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 13 && name.toLowerCase() === 'authorization') seen++
  }
  if (seen > 1) return TWICE
  if (!connection) return parse(value)
  const last = lastRead.get(connection)
  if (last?.value === value) return last.credentials
  const credentials = parse(value)
  lastRead.set(connection, { value, credentials })
  return credentials
}

function parse(value: string): Credentials {
  const key = BEARER.exec(value)?.[1]
  return key === undefined ? OTHER : { kind: 'key', key, hash: hashKey(key) }
}
