/** Sixteen digits in a row may be a whole number that JSON.parse would round. */
const LONG_NUMBER = /\d{16}/
const INTEGER = /^-?\d+$/

/** Parses one line. A whole number past 2^53 comes out as a BigInt, for the checks to name its field. */
export function parseRow(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text)
}

function keepExact(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return context?.source !== undefined && INTEGER.test(context.source) ? BigInt(context.source) : value
}
