import type { WordUse } from './known-words.ts'
import type { Lexeme } from './lexemes.ts'
import type { Meaning } from './meaning.ts'
import { type Piece, pieceOf } from './pieces.ts'
import { NOTHING_SAID, type Said } from './said.ts'

/** What is known after a first look at the text. */
export class Draft {
  readonly lexemes: readonly Lexeme[]
  pieces: Piece[] = []
  said: Said = NOTHING_SAID
  /** Something was read that is not a word as typed. */
  isRead = false
  /** What each lexeme was taken for; undefined when all are words. */
  uses: WordUse[] | undefined = undefined

  constructor(lexemes: readonly Lexeme[]) {
    this.lexemes = lexemes
  }

  mark(at: number, end: number, use: WordUse, isRead = true): number {
    this.isRead ||= isRead
    this.uses ??= []
    for (let next = at; next < end; next++) this.uses[next] = use
    return end
  }

  /** Adds words, which are not searched for. The first tells what they are about. */
  add(at: number, end: number, kind: Piece['kind'], about?: Meaning): void {
    const first = this.pieces.length
    for (let next = at; next < end; next++)
      for (const word of this.lexemes[next]!.words)
        this.pieces.push(pieceOf(word, kind, false, this.pieces.length === first ? about : undefined))
  }

  leave(at: number, end: number, kind: Piece['kind'], about?: Meaning): number {
    this.add(at, end, kind, about)
    return this.mark(at, end, 'other', false)
  }
}
