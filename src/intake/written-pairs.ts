import { lazily } from '../running/kept.ts'
import { phrasesOf } from '../text/word-lists.ts'
import { foldWords, linesOf, says, withWesternDigits } from './table-words.ts'
import { type CellReading, readDay, type Written } from './written-days.ts'
import { readNumber } from './written-values.ts'

// Cells of two fields: gears, tyres and warranty.

const pairs = lazily(
  () =>
    new Map(
      linesOf('pairs').map(([name, fields, told, write]) => [
        name!,
        { fields: phrasesOf(fields!), told: told!, write: write! },
      ]),
    ),
)
/** The parts of their cells that are no figures with units. */
const THINGS: Readonly<Record<string, RegExp>> = {
  gears: /\d+/g,
  tyres: /\d+(?:\.\d+)?(?:\/\d+)?\s*(?:[-x×*]\s*R?|[RD]\s*)\d+(?:\.\d+)?/gi,
}
/** A bare figure above this is no warranty in years. */
const MAX_YEARS = 15

/** The fields that a column stands for. */
export const fieldsOf = (target: string): readonly string[] => pairs().get(target)?.fields ?? [target]

/**
 * A cell of two fields: `8F + 2R`, `R 2 / F 8`, and `1 forward` alone; `6.00-16 / 13.6-28` and `rear 13.6-28` alone;
 * `2000 hrs or 2 yrs`, `2 yr`. Undefined for a column of one field.
 */
export function readPair(target: string, text: string): Written<Record<string, unknown>> | undefined {
  const { fields, told, write } = pairs().get(target) ?? { fields: [] }
  if (write === undefined) return undefined
  const made = target === 'gears' ? madeDay(text) : undefined
  const found = made ?? (target in THINGS ? pairIn(text, THINGS[target]!) : measuresIn(text, fields))
  if (found.length === 0) return { reason: `is not understood: write ${write}` }
  const value = Object.fromEntries(found.map(([at, one]) => [fields[at], target === 'tyres' ? one : Number(one)]))
  return { value, told: made ? 'is read as the two figures that a spreadsheet made a day of' : told }
}

type Found = [at: number, text: string | number][]

/** A spreadsheet makes a day of 8-2. */
function madeDay(text: string): Found | undefined {
  const [day] = /^(?:\d{4}-\d\d-\d\d|\d{1,2}-\p{L}{3})$/u.exec(text.trim()) ?? ['']
  const read = readDay(/^\d{4}/.test(day) ? day : `${day}-2000`)
  const [first = 0, second = 0] = 'value' in read ? read.value.split('-').toReversed().map(Number) : []
  return second > 0 && first >= second ? [first, second].map((figure, at) => [at, figure]) : undefined
}

/** The two things of a pair, or the one whose side is named; none where there are more, or other words. */
function pairIn(text: string, thing: RegExp): Found {
  const given = withWesternDigits(text).replace(/\([^()\d]*\)\s*$/, '')
  const found = (given.match(thing) ?? []).map((one) => one.trim())
  const words = foldWords(given.replace(thing, ' ')).split(' ')
  const sides = words.map((word) =>
    ['forward', 'reverse', 'pair', ''].findIndex((group) => word === group || (group && says(group, word))),
  )
  const named = sides.filter((side) => side === 0 || side === 1)
  if (sides.includes(-1) || !(found.length === 2 || (found.length === 1 && named.length === 1))) return []
  // The rear one may come first.
  const first = (found.length === 1 || named.length > 1 ? named[0] : undefined) ?? 0
  return found.map((one, at) => [at === 0 ? first : 1 - first, one])
}

/** Figures with units, each of one of the fields; a bare one is of the first. */
function measuresIn(text: string, fields: readonly string[]): Found {
  const plain = withWesternDigits(text).replace(/\bw\.?\s?e\.?\s?e\.?\s*$|whichever.*$/i, '')
  const parts = plain.split(/\/|\bor\b|,(?!\d)|\+|&|और|या/i).map((part) => part.trim())
  const found = parts.flatMap((part): Found => {
    const reads = fields.map((field) => readNumber(part, field))
    const at = reads.findIndex((read) => 'value' in read)
    const isBareHours = /^\d+$/.test(part) && Number(part) > MAX_YEARS
    return at === -1 || isBareHours ? [] : [[at, (reads[at] as { value: number }).value]]
  })
  return found.length === parts.length ? found : []
}

export const ONE_TYRE = /^\s*\d[\d.]*(?:\/\d+)?\s*(?:[-x×*]\s*R?|[RD]\s*)[\d.]+(?:\s*-\s*[\d.]+)?\s*$/i
/** Machines with one size of tyres, and with a drum in front. */
const ALIKE = /^(?:wheel_loader|skid_steer_loader|motor_grader|telehandler|dump_truck|mobile_crane)$/
const DRUM = /^soil_compactor$/

/** One size alone, where the class says whose it is. */
export function readTyre(cell: string, machineClass = ''): CellReading {
  const isRear = DRUM.test(machineClass)
  if (!isRear && !ALIKE.test(machineClass)) return { reason: 'is one size: write the front and the rear one' }
  const values = { ...(!isRear && { tyre_front: cell }), tyre_rear: cell }
  return { values, told: `is read as the size of ${isRear ? 'the rear' : 'all'} tyres` }
}
