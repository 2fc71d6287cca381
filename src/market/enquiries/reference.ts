import { randomBytes } from 'node:crypto'

/** Letters and digits that are not confused when read aloud or copied by hand. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
const GROUP = 4

/** The buyer's reference, for the telephone too: `7KQ3-XWMA-2FHT`. Its 58 bits cannot be guessed. */
export function newReference(): string {
  const signs: string[] = []
  while (signs.length < GROUPS * GROUP) {
    // Larger bytes would favour the first signs.
    for (const byte of randomBytes(16)) if (byte < 240) signs.push(SIGNS[byte % SIGNS.length]!)
  }
  return Array.from({ length: GROUPS }, (_, at) => signs.slice(at * GROUP, (at + 1) * GROUP).join('')).join('-')
}

/** The stored form, however it was typed. */
export function readReference(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}
