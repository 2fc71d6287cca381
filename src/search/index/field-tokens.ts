import { isDigits, tokenize } from '../../text/fold.ts'
import { spelledLetters } from '../../text/letter-names.ts'
import { joinWords } from '../../text/word-memo.ts'

export type EmitToken = (token: string, joined: boolean) => void

/** Everything one text can be found by: its words, neighbouring words written together, spelled-out letters. */
export function emitFieldTokens(text: string, emit: EmitToken): void {
  const words = tokenize(text)
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    emitReadings(word, false, emit)
    const next = words[at + 1]
    if (next !== undefined && canJoin(word, next)) emitReadings(joinWords(word, next), true, emit)
  }
}

function emitReadings(word: string, joined: boolean, emit: EmitToken): void {
  emit(word, joined)
  if (word.charCodeAt(0) < 0x900) return
  for (const reading of spelledLetters(word)) emit(reading, joined)
}

/** Letters and digits never stand in one word, so only words of one sort can be written together. */
export function canJoin(word: string, next: string): boolean {
  return isDigits(word) === isDigits(next)
}
