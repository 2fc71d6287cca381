import type { Lexemes } from './lexemes.ts'
import { IS } from './meaning.ts'
import type { Figure } from './measures.ts'
import { phraseAt } from './vocabulary.ts'

const FIRST_YEAR = 1990
const LAST_YEAR = 2040

export const isYearText = (text: string) => text.length === 4 && +text >= FIRST_YEAR && +text <= LAST_YEAR

export function isYear(lexemes: Lexemes, at: number): boolean {
  const lexeme = lexemes[at]
  if (lexeme?.kind !== 'number' || lexeme.isGlued || lexemes[at + 1]?.isGlued === true) return false
  return isYearText(lexeme.text)
}

/** "Since 2020", "2020 ke baad", "launched in 2020", "before 2020", "launched between 2015 and 2020". */
export function launchAt(lexemes: Lexemes, at: number): Pick<Figure, 'end' | 'said'> | undefined {
  const opening = phraseAt(lexemes, at, IS.yearAfter)
  const place = opening?.end ?? at
  if (!isYear(lexemes, place)) return undefined
  const joint = phraseAt(lexemes, place + 1, IS.range)?.end ?? -1
  const last = isYear(lexemes, joint) && lexemes[joint]!.value > lexemes[place]!.value ? joint : place
  const closing = phraseAt(lexemes, last + 1, IS.yearBefore)
  const launch = opening?.meaning.yearAfter ?? closing?.meaning.yearBefore
  if (launch === undefined) return undefined
  const end = opening && last === place ? place + 1 : (closing?.end ?? last + 1)
  const [launched_since, launched_until] = [`${lexemes[place]!.text}-01-01`, `${lexemes[last]!.text}-12-31`]
  if (last > place || launch === 'within') return { end, said: { launched_since, launched_until } }
  if (launch === 'since') return { end, said: { launched_since } }
  return { end, said: { launched_until: launch === 'until' ? launched_until : `${lexemes[place]!.value - 1}-12-31` } }
}
