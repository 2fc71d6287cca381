/** What an Authorization header offers: nothing, a Bearer key, or something that is not one. */
export type Offer = { kind: 'none' } | { kind: 'key'; key: string } | { kind: 'other' } | { kind: 'twice' }

const NONE = { kind: 'none' } as const
const OTHER = { kind: 'other' } as const
const TWICE = { kind: 'twice' } as const
const BEARER = /^bearer +(\S.*)$/i

/**
 * Reads the header as it came: `value` is what Node keeps of it, the first one; `rawHeaders` tells whether there was
 * another.
 */
export function readAuthorization(value: string | undefined, rawHeaders: readonly string[]): Offer {
  if (value === undefined) return NONE
  let seen = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 13 && name.toLowerCase() === 'authorization') seen++
  }
  if (seen > 1) return TWICE
  const key = BEARER.exec(value)?.[1]
  return key === undefined ? OTHER : { kind: 'key', key }
}
