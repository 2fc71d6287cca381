import { isAmongLetterNames, spelledLetters } from '../../lib/text/letter-names.ts'
import { isDigits, isIndic, tokenize } from '../../lib/text/normalize.ts'
import { aliasBesideClass, isAliasWord } from '../words/word-lists.ts'

export interface IndexToken {
  word: string
  joined: boolean
  position: number
}

/** The most neighbours that are joined, and the longest word that this makes. */
export const MAX_JOINED = 4
const MAX_JOINED_LENGTH = 24
/** Follows a word that repeats in one text, once for each repeat: a word typed twice must be there twice. */
export const AGAIN = '²'

const UMLAUTS = /[äöüÄÖÜ]|[aouAOU]\u0308/g

/** A token has letters or digits, never both, so only words of one sort are joined. */
export const canJoin = (word: string, next: string) => isDigits(word) === isDigits(next)

/** Returns everything that finds a text: its words, joined neighbours, spelled-out letters, ae for ä. */
export function tokensOfText(text: string): IndexToken[] {
  const words = tokenize(text)
  const tokens = words.flatMap((word, position) => {
    const again = againMarks(words, position)
    const isSpelled = again === '' && isIndic(word) && !isAmongLetterNames(words, position)
    const alone = [word + again, ...(isSpelled ? spelledLetters(word) : [])]
    return [
      ...alone.map((word) => ({ word, joined: false, position })),
      ...joinedFrom(words, position).map((word) => ({ word, joined: true, position })),
    ]
  })
  if (text.search(UMLAUTS) < 0) return tokens
  const spelled = tokenize(text.replace(UMLAUTS, (letter) => `${letter.normalize('NFD')[0]}e`))
  // They are no words of the name: names are compared by their words.
  spelled.forEach((word, position) => {
    if (word === words[position]) return
    tokens.push({ word, joined: true, position })
    const next = spelled[position + 1]
    if (next !== undefined && canJoin(word, next)) tokens.push({ word: word + next, joined: true, position })
  })
  return tokens
}

function joinedFrom(words: readonly string[], i: number): string[] {
  const result: string[] = []
  let joined = words[i]!
  for (let next = i + 1; next < words.length && next < i + MAX_JOINED; next++) {
    if (!canJoin(joined, words[next]!) || joined.length + words[next]!.length > MAX_JOINED_LENGTH) break
    joined += words[next]!
    result.push(joined, ...(isIndic(joined) ? spelledLetters(joined) : []))
  }
  return result
}

export const againMarks = (words: readonly string[], i: number) =>
  AGAIN.repeat(words.slice(0, i).filter((word) => word === words[i]).length)

/**
 * Returns what finds an alias: all of it but the name of a class, or those of its words that are neither class words nor
 * stop words. The alias "Mahindra tractors" does not make every machine of Mahindra a tractor.
 */
export function tokensOfAlias(text: string): IndexToken[] {
  const words = tokenize(text)
  if (words.length === 1 || words.every(isAliasWord)) return tokensOfText(text)
  const runs: string[][] = []
  for (const word of aliasBesideClass(words)) {
    const last = runs.at(-1)
    if (last && canJoin(last[0]!, word)) last.push(word)
    else runs.push([word])
  }
  const whole = runs.filter((run) => run.length > 1).map((run) => run.join(''))
  const alone = [...new Set(words)].filter(isAliasWord)
  return [
    ...whole.flatMap((word) => [word, ...spelledLetters(word)]),
    ...alone.flatMap((word) => [word, ...spelledLetters(word).filter(({ length }) => length > 1)]),
  ].map((word) => ({ word, joined: false, position: 0 }))
}
