import { isAmongLetterNames, spelledLetters } from '../../lib/text/letter-names.ts'
import { isDigits, isIndic, tokenize } from '../../lib/text/normalize.ts'
import { aliasBesideClass, isAliasWord } from '../words/word-lists.ts'

type EmitToken = (token: string, joined: boolean) => void

/** The most neighbours that are joined, and the longest word that this makes. */
export const MAX_JOINED = 4
export const LONGEST_JOINED = 24
/** Follows a word that repeats in one text, once for each repeat: a word typed twice must be there twice. */
export const AGAIN = '²'

const UMLAUTS = /[äöüÄÖÜ]|[aouAOU]\u0308/g

/** A text with ae for ä, and so on; undefined for a text without umlauts. */
export function spellUmlauts(text: string): string | undefined {
  if (text.search(UMLAUTS) < 0) return undefined
  return text.replace(UMLAUTS, (letter) => `${letter.normalize('NFD')[0]}e`)
}

/** Emits everything that finds a text: its words, joined neighbours, spelled-out letters. */
export function emitFieldTokens(text: string, emit: EmitToken): void {
  const words = tokenize(text)
  emitWords(words, emit)
  const spelledText = spellUmlauts(text)
  if (spelledText === undefined) return
  const spelled = tokenize(spelledText)
  spelled.forEach((word, i) => {
    if (word === words[i]) return
    // Not a word of its own: names are compared by their words.
    emit(word, true)
    const next = spelled[i + 1]
    if (next !== undefined && canJoin(word, next)) emit(word + next, true)
  })
}

function emitWords(words: readonly string[], emit: EmitToken): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const again = againMarks(words, i)
    emit(again === '' ? word : word + again, false)
    if (again === '' && isIndic(word) && !isAmongLetterNames(words, i))
      for (const reading of spelledLetters(word)) emit(reading, false)
    emitJoined(words, i, emit)
  }
}

/** Joins this word with those that follow it. */
function emitJoined(words: readonly string[], i: number, emit: EmitToken): void {
  let joined = words[i]!
  for (let next = i + 1; next < words.length && next < i + MAX_JOINED; next++) {
    if (!canJoin(joined, words[next]!) || joined.length + words[next]!.length > LONGEST_JOINED) return
    joined += words[next]!
    emit(joined, true)
    if (isIndic(joined)) for (const reading of spelledLetters(joined)) emit(reading, true)
  }
}

/** A mark for each time that the word here stands before. */
export function againMarks(words: readonly string[], i: number): string {
  let marks = ''
  for (let before = 0; before < i; before++) if (words[before] === words[i]) marks += AGAIN
  return marks
}

/**
 * Emits what finds an alias: all of it but the name of a class, or those of its words that are neither class words nor
 * fillers. The alias "Mahindra tractors" does not make every machine of Mahindra a tractor.
 */
export function emitAliasTokens(text: string, emit: EmitToken): void {
  const words = tokenize(text)
  if (words.length === 1 || words.every(isAliasWord)) {
    emitFieldTokens(text, emit)
    return
  }
  let run: string[] = []
  const end = () => {
    if (run.length > 1) {
      emit(run.join(''), false)
      for (const reading of spelledLetters(run.join(''))) emit(reading, false)
    }
    run = []
  }
  for (const word of aliasBesideClass(words)) {
    if (run.length > 0 && !canJoin(run[0]!, word)) end()
    run.push(word)
  }
  end()
  for (const word of new Set(words)) {
    if (!isAliasWord(word)) continue
    emit(word, false)
    for (const reading of spelledLetters(word)) if (reading.length > 1) emit(reading, false)
  }
}

/** A token has letters or digits, never both, so only words of one sort are joined. */
export function canJoin(word: string, next: string): boolean {
  return isDigits(word) === isDigits(next)
}
