import type { KnownWords } from '../reading/read-query.ts'
import { typosAllowed, typosTogether } from './costs.ts'
import { canJoin } from './field-tokens.ts'
import type { TokenDictionary } from './token-dictionary.ts'

/** Tells the reader of queries which words the index holds. */
export function createKnownWords(dictionary: TokenDictionary): KnownWords {
  return {
    has: dictionary.has,
    hasPair: (first, second) => canJoin(first, second) && dictionary.has(first + second),
    meets(word, next, isLast) {
      if (next === undefined) return dictionary.match(word, typosAllowed(word.length), isLast).tokens.length > 0
      if (!canJoin(word, next)) return false
      return dictionary.match(word + next, typosTogether(word.length, next.length), isLast).tokens.length > 0
    },
  }
}
