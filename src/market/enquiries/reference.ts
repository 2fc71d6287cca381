import { randomBytes } from 'node:crypto'

/** Letters and digits that are not mistaken for each other when read aloud or copied by hand. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 3
const GROUP = 4

/** What the buyer is shown and can tell on the telephone: `7KQ3-XWMA-2FHT`; 58 bits, so it cannot be guessed. */
export function newReference(): string {
  const signs: string[] = []
  while (signs.length < GROUPS * GROUP) {
    // Bytes past the last whole round of signs would favour the first ones.
    for (const byte of randomBytes(16)) if (byte < 240) signs.push(SIGNS[byte % SIGNS.length]!)
  }
  return Array.from({ length: GROUPS }, (_, at) => signs.slice(at * GROUP, (at + 1) * GROUP).join('')).join('-')
}

/** As stored, however it was typed. */
export function readReference(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return signs.replace(/(.{4})(?=.)/g, '$1-')
}
