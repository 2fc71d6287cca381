import { createCache } from '../../lib/cache.ts'
import { EQUIPMENT } from '../../schema/records/machine-search-fields.ts'
import type { SearchDocument } from '../types.ts'
import { equipmentWords } from '../words/equipment.ts'
import { TIER } from './costs.ts'
import { emitAliasTokens, emitFieldTokens } from './field-tokens.ts'

/** A word that finds a document. A joined one stands for neighbouring words. */
interface DocumentToken {
  word: string
  tier: number
  joined: boolean
}

const MAX_TOKENS = 0xffff
/** Few different texts are in use. */
const MAX_EQUIPMENT_TEXTS = 1_024

/** Makes a function that lists the tokens of a document, each once, in its best field. */
export function createDocumentTokens(): (document: SearchDocument) => DocumentToken[] {
  const equipment = createCache<string, readonly string[]>(MAX_EQUIPMENT_TEXTS)

  return (document) => {
    const tokens: DocumentToken[] = []
    const words = new Set<string>()
    const joinedWords = new Set<string>()
    const emitAs = (tier: number) => (word: string, joined: boolean) => {
      const seen = joined ? joinedWords : words
      if (tokens.length >= MAX_TOKENS || seen.has(word)) return
      seen.add(word)
      tokens.push({ word, tier, joined })
    }
    const emit = emitAs(TIER.alias)
    emitFieldTokens(document.name, emitAs(TIER.name))
    if (document.family !== null) emitFieldTokens(document.family, emit)
    for (const field of EQUIPMENT) {
      const text = document[field]
      if (!text) continue
      for (const word of equipment.getOrCompute(`${field} ${text}`, () => equipmentWords(field, text)))
        emit(word, false)
    }
    for (const alias of document.aliases) emitAliasTokens(alias, emit)
    return tokens
  }
}
