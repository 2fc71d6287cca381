import { linkageBits } from '../../catalogue/fitting.ts'

const MOST_LISTS = 256

/** Reads the bits of a stored linkage list. Few different lists are in use, so each is parsed once. */
export function createLinkageReader(): (json: string) => number {
  const known = new Map<string, number>()
  return (json) => {
    let bits = known.get(json)
    if (bits === undefined) {
      bits = linkageBits(listOf(json))
      if (known.size < MOST_LISTS) known.set(json, bits)
    }
    return bits
  }
}

/** Most lists are empty and need no parser. */
export function listOf(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}
