import type { KnownWords } from './known-words.ts'
import type { Lexeme } from './lexemes.ts'
import { figureAt } from './read-figure.ts'
import { type Meaning, phraseAt } from './vocabulary.ts'

const FIRST_YEAR = 1990
const LAST_YEAR = 2040

export function isYear(lexemes: readonly Lexeme[], at: number): boolean {
  const lexeme = lexemes[at]
  if (lexeme?.kind !== 'number' || lexeme.isGlued || lexemes[at + 1]?.isGlued === true) return false
  return lexeme.text.length === 4 && lexeme.value >= FIRST_YEAR && lexeme.value <= LAST_YEAR
}

const opensLaunch = ({ role }: Meaning) => role === 'since' || role === 'until'
const closesLaunch = ({ role }: Meaning) => role === 'since_before' || role === 'until_before'

/** "Since 2020", "2020 ke baad": where it ends and the first day; no day where nothing can bound it, as in "before 2020". */
export function launchAt(
  lexemes: readonly Lexeme[],
  at: number,
): { end: number; since: string | undefined } | undefined {
  const opening = phraseAt(lexemes, at, opensLaunch)
  const year = opening?.end ?? at
  if (!isYear(lexemes, year)) return undefined
  const closing = phraseAt(lexemes, year + 1, closesLaunch)
  const role = opening?.meaning.role ?? closing?.meaning.role
  if (role === undefined) return undefined
  const since = role.startsWith('since') ? `${lexemes[year]!.text}-01-01` : undefined
  return { end: opening ? year + 1 : closing!.end, since }
}

/** Where a number that does not describe the machine ends, with its word: 10 acre, top 10. */
export function idleNumberAt(lexemes: readonly Lexeme[], at: number, known: KnownWords): number | undefined {
  if (lexemes[at]!.kind === 'number') return phraseAt(lexemes, at + 1, (meaning) => meaning.isCount === true)?.end
  const top = phraseAt(lexemes, at, (meaning) => meaning.isTop === true)
  const next = top && lexemes[top.end]
  if (next?.kind !== 'number' || next.value > 100 || figureAt(lexemes, top!.end, known)) return undefined
  return lexemes[top!.end + 1]?.isGlued === true ? undefined : top!.end + 1
}
