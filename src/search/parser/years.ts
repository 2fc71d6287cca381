import type { Constraint, ParsedFilters } from './fields.ts'
import { phraseAt } from './lexicon.ts'
import type { YearComparison } from './senses.ts'
import type { ParseContext } from './term-lookup.ts'
import type { Tokens } from './tokens.ts'

const FIRST_YEAR = 1990
const LAST_YEAR = 2040

export const isYearText = (text: string) => text.length === 4 && +text >= FIRST_YEAR && +text <= LAST_YEAR

export function isYear(tokens: Tokens, i: number): boolean {
  const token = tokens[i]
  if (token?.kind !== 'number' || token.isGlued || token.isLiteral || tokens[i + 1]?.isGlued === true) return false
  return isYearText(token.text)
}

/** "Since 2020", "2020 ke baad", "launched in 2020", "before 2020", "launched between 2015 and 2020". */
export function launchAt(tokens: Tokens, i: number): Constraint | undefined {
  const opening = phraseAt(tokens, i, 'yearPrefix')
  const place = opening?.end ?? i
  if (!isYear(tokens, place)) return undefined
  const joint = phraseAt(tokens, place + 1, 'range')?.end ?? -1
  const last = isYear(tokens, joint) && tokens[joint]!.value > tokens[place]!.value ? joint : place
  const closing = phraseAt(tokens, last + 1, 'yearSuffix')
  const comparison = opening?.senses.yearPrefix ?? closing?.senses.yearSuffix
  if (comparison === undefined) return undefined
  const end = opening && last === place ? place + 1 : (closing?.end ?? last + 1)
  const [first, until] = yearsOf(last > place ? 'within' : comparison, tokens[place]!.value, tokens[last]!.value)
  return {
    end,
    filters: {
      ...(first !== undefined && { launched_since: `${first}-01-01` }),
      ...(until !== undefined && { launched_until: `${until}-12-31` }),
    },
  }
}

function yearsOf(
  comparison: YearComparison,
  first: number,
  last = first,
): [first: number | undefined, last: number | undefined] {
  switch (comparison) {
    case 'since':
      return [first, undefined]
    case 'after':
      return [first + 1, undefined]
    case 'until':
      return [undefined, last]
    case 'earlier':
      return [undefined, first - 1]
    case 'within':
      return [first, last]
  }
}

/** The year of a listing: "2019", "2018-2020", "after 2015", "2015 ke baad", "before 2020". */
export function yearAt(tokens: Tokens, i: number, { lookup }: ParseContext): Constraint | undefined {
  const opener = phraseAt(tokens, i, 'yearPrefix', 'prefix')
  const opening = opener?.senses.yearPrefix === 'within' && !opener.senses.prefix ? undefined : opener
  const place = opening?.end ?? i
  if (tokens[place]?.isLiteral || tokens[place]?.isGlued) return undefined
  const isSpan = tokens[place + 1]?.text === '-' && isYearNumber(tokens, place) && isYearNumber(tokens, place + 2)
  // An ending may be written onto it: 2018க்கு பிறகு.
  const isEnded = isYearNumber(tokens, place) && phraseAt(tokens, place + 1, 'yearSuffix', 'suffix') !== undefined
  if (!(isSpan || isEnded || isYear(tokens, place))) return undefined
  const year = tokens[place]!.value
  const before = tokens[place - 1]
  if (before && !opening && lookup.hasPair(before.text, tokens[place]!.text)) return undefined
  const joint = tokens[place + 1]?.text === '-' ? place + 2 : phraseAt(tokens, place + 1, 'range')?.end
  const last = joint !== undefined && isYearNumber(tokens, joint) ? tokens[joint]!.value : undefined
  if (last !== undefined && last >= year) {
    const closing = phraseAt(tokens, joint! + 1, 'suffix')
    const end = closing?.senses.suffix === 'between' ? closing.end : joint! + 1
    return { end, filters: { year_min: year, year_max: last } }
  }
  const closer = opening ? undefined : phraseAt(tokens, place + 1, 'yearSuffix', 'suffix')
  const closing = closer?.senses.yearSuffix === 'within' && !closer.senses.suffix ? undefined : closer
  const comparison = yearComparison(
    opening?.senses.yearPrefix ?? closing?.senses.yearSuffix,
    opening?.senses.prefix ?? closing?.senses.suffix,
    (opening ?? closing)?.senses.strict === true,
  )
  const [min, max] = yearsOf(comparison, year)
  const filters: ParsedFilters = {
    ...(min !== undefined && { year_min: min }),
    ...(max !== undefined && { year_max: max }),
  }
  return { end: closing?.end ?? place + 1, filters }
}

function yearComparison(
  ofYear: YearComparison | undefined,
  ofNumber: string | undefined,
  isStrict: boolean,
): YearComparison {
  if (ofYear !== undefined) return ofYear
  if (ofNumber === 'min' || ofNumber === 'from') return isStrict ? 'after' : 'since'
  if (ofNumber === 'max') return isStrict ? 'earlier' : 'until'
  return 'within'
}

function isYearNumber(tokens: Tokens, i: number): boolean {
  const token = tokens[i]
  return token?.kind === 'number' && !token.isLiteral && isYearText(token.text)
}
