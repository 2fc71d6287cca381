import { linkageBits } from '../../catalogue/fitting.ts'
import { listOf } from './search-document.ts'

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
