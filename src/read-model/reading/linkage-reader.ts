import { linkageBits } from '../../catalogue/fitting.ts'

const MOST_LISTS = 256

/** The bits of a linkage list as it is stored. Of all the lists there can be, a few are used. */
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

/** Most lists are empty; they need no parser. */
export function listOf(json: string): string[] {
  return json === '[]' ? [] : (JSON.parse(json) as string[])
}
