import { kolkataDate } from '../lib/calendar.ts'
import type { ListingLeast, ListingMost } from '../schema/records/listing-questions.ts'
import { amountAt, scaleOf } from '../search/parser/amounts.ts'
import type { KnownWords } from '../search/parser/known-words.ts'
import type { Lexeme } from '../search/parser/lexemes.ts'
import { IS } from '../search/parser/meaning.ts'
import type { Sense } from '../search/parser/measures.ts'
import { phraseAt } from '../search/parser/vocabulary.ts'
import { isYear } from '../search/parser/years.ts'
import { saidAt } from './listing-words.ts'

/** What a text can say beside words, by the names of the parameters. */
export const LISTS = ['state', 'district', 'machine_class', 'maker', 'seller', 'inspection_mode'] as const
export type Bound = ListingLeast | ListingMost
export type ListingBounds = {
  [K in (typeof LISTS)[number]]?: string | undefined
} & { [K in Bound]?: number | undefined } & { near?: string | undefined; within_km?: number | undefined }

/** Something that was read: what it says; without that it cannot be asked for and is left out. */
export interface Found {
  said?: ListingBounds
  end: number
}

/** Hours or kilometres: "under 2000 hours", "hours under 2000", "2 lakh km se zyada chala". Alone they are the most. */
export function runAt(lexemes: readonly Lexeme[], at: number): Found | undefined {
  const leading = saidAt(lexemes, at, 'unit')
  const place = leading?.end ?? at
  const opening = phraseAt(lexemes, place, IS.before)
  const first = amountAt(lexemes, opening?.end ?? place)
  if (first === undefined) return undefined
  const joint = lexemes[first.end]?.text === '-' ? first.end + 1 : phraseAt(lexemes, first.end, IS.range)?.end
  const second = joint === undefined ? undefined : amountAt(lexemes, joint)
  const early = second ? undefined : phraseAt(lexemes, first.end, IS.after)
  const last = second?.end ?? early?.end ?? first.end
  const trailing = saidAt(lexemes, last, 'unit')
  const unit = trailing ?? leading
  if (!unit || (first.isMoney && !trailing)) return undefined
  const late = early ? undefined : phraseAt(lexemes, trailing?.end ?? last, IS.after)
  const sense: Sense | undefined = opening?.meaning.before ?? (early ?? late)?.meaning.after
  // The year of "1500 km 2018" is one.
  if (!trailing && !sense && isYear(lexemes, place)) return undefined
  const end = late?.end ?? trailing?.end ?? last
  const scale = second?.isScaled && !first.isScaled ? scaleOf(second) : 1
  const least = second || sense === 'min' || sense === 'from' ? Math.round(first.value * scale) : undefined
  const most = second || least === undefined ? Math.round((second ?? first).value) : undefined
  const said = { [`${unit.value}_min`]: least, [`${unit.value}_max`]: most }
  return { end: saidAt(lexemes, end, 'run')?.end ?? end, said }
}

/** "Second owner", "owners 2", "max 2 owners", "single hand". No parameter says that there were many. */
export function ownersAt(lexemes: readonly Lexeme[], at: number): Found | undefined {
  const owned = saidAt(lexemes, at, 'owned')
  if (owned) return { end: owned.end, said: { owners_max: Number(owned.value) } }
  const leading = saidAt(lexemes, at, 'owner')
  const opening = phraseAt(lexemes, leading?.end ?? at, IS.before)
  const place = opening?.end ?? leading?.end ?? at
  const count = saidAt(lexemes, place, 'count')
  const owner = leading ?? (count && saidAt(lexemes, count.end, 'owner'))
  if (!count || !owner || (leading && (amountAt(lexemes, place)?.end ?? count.end) !== count.end)) return undefined
  const end = Math.max(owner.end, count.end)
  const late = phraseAt(lexemes, end, IS.after)
  const closing = late && !amountAt(lexemes, late.end) ? late : undefined
  const sense = opening?.meaning.before ?? closing?.meaning.after
  const said = sense === 'min' || sense === 'from' ? {} : { said: { owners_max: Number(count.value) } }
  return { end: closing?.end ?? end, ...said }
}

/** Who sells, or how it was inspected. */
export function kindAt(lexemes: readonly Lexeme[], at: number): Found | undefined {
  for (const kind of ['seller', 'inspection_mode'] as const) {
    const found = saidAt(lexemes, at, kind)
    if (found) return { end: found.end, said: { [kind]: found.value } }
  }
  return undefined
}

/** "Less than 5 years old", "5 saal se zyada purana". Alone it is the oldest. */
export function ageAt(lexemes: readonly Lexeme[], at: number): Found | undefined {
  const opening = phraseAt(lexemes, at, IS.before)
  const age = amountAt(lexemes, opening?.end ?? at)
  const unit = age && saidAt(lexemes, age.end, 'years')
  if (!unit) return undefined
  const early = phraseAt(lexemes, unit.end, IS.after)
  const old = saidAt(lexemes, early?.end ?? unit.end, 'old')
  if (!old) return undefined
  const late = early ? undefined : phraseAt(lexemes, old.end, IS.after)
  const sense = opening?.meaning.before ?? (early ?? late)?.meaning.after
  const year = Number(kolkataDate(Date.now()).slice(0, 4)) - Math.floor(age.value)
  const isOlder = sense === 'min' || sense === 'from'
  return { end: late?.end ?? old.end, said: isOlder ? { year_max: year } : { year_min: year } }
}

/** "2019", "2018-2020", "after 2015", "2015 ke baad", "before 2020". */
export function yearAt(lexemes: readonly Lexeme[], at: number, known: KnownWords): Found | undefined {
  const opener = phraseAt(lexemes, at, IS.yearAfter | IS.before)
  const opening = opener?.meaning.yearAfter === 'within' && !opener.meaning.before ? undefined : opener
  const place = opening?.end ?? at
  const isSpan = lexemes[place + 1]?.text === '-' && isYearNumber(lexemes[place]) && isYearNumber(lexemes[place + 2])
  // An ending may stand on it: 2018க்கு பிறகு.
  const isEnded = isYearNumber(lexemes[place]) && phraseAt(lexemes, place + 1, IS.yearBefore | IS.after) !== undefined
  if (lexemes[place]?.isGlued || !(isSpan || isEnded || isYear(lexemes, place))) return undefined
  const year = lexemes[place]!.value
  const before = lexemes[place - 1]
  if (before && !opening && known.hasPair(before.text, lexemes[place]!.text)) return undefined
  const joint = lexemes[place + 1]?.text === '-' ? place + 2 : phraseAt(lexemes, place + 1, IS.range)?.end
  const last = joint !== undefined && isYearNumber(lexemes[joint]) ? lexemes[joint]!.value : undefined
  if (last !== undefined && last >= year) {
    const closing = phraseAt(lexemes, joint! + 1, IS.after)
    return {
      end: closing?.meaning.after === 'between' ? closing.end : joint! + 1,
      said: { year_min: year, year_max: last },
    }
  }
  const closer = opening ? undefined : phraseAt(lexemes, place + 1, IS.yearBefore | IS.after)
  const closing = closer?.meaning.yearBefore === 'within' && !closer.meaning.after ? undefined : closer
  const end = closing?.end ?? place + 1
  const { yearAfter, before: sense } = opening?.meaning ?? {}
  const said = yearAfter ?? closing?.meaning.yearBefore ?? sense ?? closing?.meaning.after
  if (said === undefined || said === 'near' || said === 'between')
    return { end, said: { year_min: year, year_max: year } }
  return { end, said: said === 'since' || said === 'min' || said === 'from' ? { year_min: year } : { year_max: year } }
}

const isYearNumber = (lexeme: Lexeme | undefined) => lexeme !== undefined && isYear([{ ...lexeme, isGlued: false }], 0)
