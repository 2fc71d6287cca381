import { isDigits, tokenize } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { joinWords } from '../../text/word-memo.ts'
import { isAliasWord } from './alias-words.ts'

type EmitToken = (token: string, joined: boolean) => void

/** No more neighbours are written together, nor words longer than that made. */
export const MOST_JOINED = 4
export const LONGEST_JOINED = 24
/** Marks the second and each later time that a word stands in one text: what is typed twice must be there twice. */
export const AGAIN = '²'

const UMLAUTS = /[äöüÄÖÜ]|[aouAOU]\u0308/g
const FIRST_INDIC = 0x900

/** Everything one text can be found by: its words, neighbours written together, spelled-out letters. */
export function emitFieldTokens(text: string, emit: EmitToken): void {
  const words = tokenize(text)
  emitWords(words, emit)
  if (text.search(UMLAUTS) < 0) return
  const spelled = tokenize(text.replace(UMLAUTS, (letter) => `${letter.normalize('NFD')[0]}e`))
  spelled.forEach((word, at) => {
    if (word === words[at]) return
    emit(word, false)
    const next = spelled[at + 1]
    if (next !== undefined && canJoin(word, next)) emit(word + next, true)
  })
}

function emitWords(words: readonly string[], emit: EmitToken): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const before = countBefore(words, at)
    if (before > 0) emit(word + AGAIN.repeat(before), false)
    else {
      emit(word, false)
      if (word.charCodeAt(0) >= FIRST_INDIC) emitSpelled(words, at, emit)
    }
    emitJoined(words, at, emit)
  }
}

function countBefore(words: readonly string[], at: number): number {
  let count = 0
  for (let before = 0; before < at; before++) if (words[before] === words[at]) count++
  return count
}

/** A letter among spelled-out ones is not a word of its own: `जे सी बी` is JCB, not B. */
function emitSpelled(words: readonly string[], at: number, emit: EmitToken): void {
  const isLetter = (word: string | undefined) => word !== undefined && spelledLetters(word)[0]?.length === 1
  const isAmong = isLetter(words[at]) && (isLetter(words[at - 1]) || isLetter(words[at + 1]))
  if (!isAmong) for (const reading of spelledLetters(words[at]!)) emit(reading, false)
}

/** Words of one sort that follow one another, written together from this one on. */
function emitJoined(words: readonly string[], at: number, emit: EmitToken): void {
  let joined = words[at]!
  for (let next = at + 1; next < words.length && next < at + MOST_JOINED; next++) {
    if (!canJoin(joined, words[next]!) || joined.length + words[next]!.length > LONGEST_JOINED) return
    joined = joinWords(joined, words[next]!)
    emit(joined, true)
    if (joined.charCodeAt(0) >= FIRST_INDIC) for (const reading of spelledLetters(joined)) emit(reading, true)
  }
}

/**
 * What an alias can be found by: as a whole, or by those of its words that are neither class words nor fillers.
 * "Mahindra tractors" makes no machine a tractor.
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
  for (const word of words) {
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

/** Letters and digits never stand in one word, so only words of one sort can be written together. */
export function canJoin(word: string, next: string): boolean {
  return isDigits(word) === isDigits(next)
}
