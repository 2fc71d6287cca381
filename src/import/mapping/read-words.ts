import { nearestName } from '../../lib/text/nearest-name.ts'
import type { Equipment } from '../../schema/records/machine-search-fields.ts'
import { wordLines } from '../../schema/records/words.ts'
import { slugOf } from '../slugs.ts'
import { toStateCode } from '../states.ts'
import { type CatalogNames, manufacturersNamed, nearManufacturers } from './names.ts'
import type { Parsed } from './read-figure.ts'
import { type MeasureUnit, unitsOf } from './units.ts'
import { flagOf, foldWords, lettersOf, valueNamed, withWesternDigits } from './words.ts'

// Cells that are words: closed lists, manufacturers, classes, places, and cells of two fields.

/** One of a closed list, by its own name or one that everybody writes. */
export function readChoice(target: string, cell: string, values: readonly string[]): Parsed {
  const self = values.find((value) => lettersOf(value) === lettersOf(cell)) ?? valueNamed(target, cell)
  return self === undefined ? { open: 'value', word: cell, choices: values } : { values: { [target]: self } }
}

/** What a machine is fitted with, in the sender's own words; a code such as `OIB` means nothing to anybody else. */
export function readEquipment(target: Equipment, cell: string): Parsed {
  const lines = wordLines().filter(([field, key]) => field === target || (field === 'spec' && key === target))
  const existing = new Set(lines.flatMap((line) => line.slice(1).flatMap(wordsIn)))
  if (wordsIn(cell).some((word) => existing.has(word))) return { values: { [target]: cell } }
  return { open: 'value', word: cell, choices: lines.flatMap(([field, , en]) => (field === target ? en! : [])) }
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

/** A manufacturer by its name, alias or slug. `new` creates one of this name. */
export function readManufacturer(
  target: string,
  cell: string,
  names: CatalogNames,
  { choice, creates }: { choice: string | undefined; creates: boolean },
): Parsed {
  const text = choice === undefined || choice === 'new' ? cell.replace(/^\s*m\/s\.?\s*/i, '').trim() : choice
  const result = manufacturersNamed(names, text)
  if (result.length > 1) return { open: 'value', word: cell, choices: [...result, 'new'] }
  const near = result.length > 0 || choice === 'new' ? [] : nearManufacturers(names, text)
  if (near.length > 0) return { open: 'value', word: cell, choices: [...near, 'new'] }
  const slug = result[0] ?? (choice === 'new' || creates ? slugOf(text) : undefined)
  if (slug === undefined) return { open: 'manufacturer', word: cell }
  const name = names.manufacturerNames.get(slug) ?? text
  if (target === 'maker_name') return { values: { maker_name: name, maker_slug: slug } }
  return { values: { [target]: names.manufacturerNames.has(slug) ? slug : { slug, name } } }
}

/** A class by any of its names. */
export function readClass(target: string, cell: string, names: CatalogNames): Parsed {
  const parts = target === 'fits_classes' ? cell.split(/[;,|]/).map((part) => part.trim()) : [cell]
  const result = parts.map((part) => names.classes.get(lettersOf(part)) ?? [])
  const unknown = result.findIndex(({ length }) => length !== 1)
  if (unknown === -1) return { values: { [target]: target === 'fits_classes' ? result.flat() : result[0]![0] } }
  const near = nearestName(lettersOf(parts[unknown]!), names.classes.keys())
  const likely = result[unknown]!.length > 0 ? result[unknown]! : (names.classes.get(near ?? '') ?? [])
  return { open: 'value', word: parts[unknown]!, choices: [...new Set([...likely, ...names.classKeys])] }
}

/** `Raipur (C.G.)`: a town, and its state where the cell says it; a state alone. */
export function readPlace(target: string, cell: string): Parsed {
  const state = target === 'price.city' ? 'price.state_code' : 'state_code'
  const [, town = '', behind = ''] = /^(\p{L}[^(),]{2,}?)\s*[(,]\s*(\p{L}[\p{L}. ]*)\)?$/u.exec(cell) ?? []
  const code = toStateCode(behind)
  if (code !== undefined) return { values: { [target]: town.trim(), [state]: code } }
  const alone = cell.length > 2 && target === 'price.city' ? toStateCode(cell) : undefined
  return alone === undefined || TOWNS.test(cell) ? { values: { [target]: cell } } : { values: { [state]: alone } }
}

/** States that are towns, too. */
const TOWNS = /^(?:delhi|new delhi|chandigarh|puducherry|pondicherry)$/i

export function readState(target: string, cell: string): Parsed {
  const code = toStateCode(cell)
  return code === undefined ? { open: 'value', word: cell } : { values: { [target]: code } }
}

export function readFlag(target: string, cell: string): Parsed {
  const flag = /^(?:true|false)$/i.test(cell) ? /^true$/i.test(cell) : flagOf(cell)
  return flag === undefined ? { open: 'value', word: cell, choices: ['yes', 'no'] } : { values: { [target]: flag } }
}

/** `8F+2R`, `8 + 2`, `8/2`, `8 forward, 2 reverse`; `8F` alone. */
export function readGears(cell: string): Parsed {
  const text = withWesternDigits(cell)
  const [, forward, reverse] =
    /^(\d{1,2})\s*(?:f|fwd|fwds|forward|आगे)?\.?\s*(?:[-+/x×,&]|and|और)\s*(\d{1,2})\s*(?:r|rev|reverse|पीछे)?\.?$/iu.exec(
      text,
    ) ?? []
  const alone = /^(\d{1,2})\s*(?:f|fwd|forward)\.?$/i.exec(text)?.[1]
  if (forward === undefined && alone === undefined) return { refused: 'is not a pair of gears: write 8F + 2R' }
  if (Number(reverse) > Number(forward)) return { refused: 'has more reverse than forward gears' }
  return { values: { gears_fwd: Number(forward ?? alone), ...(reverse && { gears_rev: Number(reverse) }) } }
}

const SIZE = '\\d+(?:\\.\\d+)?(?:\\/\\d+(?:\\.\\d+)?)?\\s*(?:[-x×*]\\s*R?|[RD]\\s*)\\d+(?:\\.\\d+)?'
const SIZES = new RegExp(SIZE, 'gi')
const PLY = '(?:\\s*[,(]?\\s*\\d+\\s*PR\\)?)?'
const PAIR = new RegExp(
  `^(?:front|f)?[\\s:.-]*(${SIZE}${PLY})\\s*[/,;&+|]?\\s*(?:rear|r)?[\\s:.-]*(${SIZE}${PLY})$`,
  'i',
)
const A_DAY = /^\d{1,2}-\p{L}{3}$|^\d{4}-\d\d-\d\d/u

/** One size of a tyre, as it is written. */
export function readTyre(target: string, cell: string): Parsed {
  const isSize = cell.match(SIZES)?.length === 1 && !A_DAY.test(cell)
  return isSize ? { values: { [target]: cell } } : { refused: 'is not a tyre size: write 6.00-16' }
}

/** `6.00-16 / 13.6-28`: the front before the rear. */
export function readTyres(cell: string): Parsed {
  const [, front, rear] = PAIR.exec(cell) ?? []
  return front === undefined
    ? { refused: 'is not a pair of tyre sizes: write 6.00-16 / 13.6-28' }
    : { values: { tyre_front: front, tyre_rear: rear } }
}

const FIGURE_AND_WORD = /(\d[\d,]*(?:\.\d+)?)\s*[-.]?\s*(\p{L}[\p{L}\p{M}]*)\.?/gu
const JOINED = /^(?:[\s/,;&+.()-]|or|and|whichever|is|earlier|first|या|जो भी पहले हो)*$/u

/** `2 years`, `2000 hours`, or both; a figure alone is in the unit of its column. */
export function readWarranty(cell: string, unit: MeasureUnit | undefined): Parsed {
  const text = withWesternDigits(cell).toLowerCase()
  const values: Record<string, number> = {}
  const put = (figure: string, { measure, size }: MeasureUnit) => {
    values[`warranty_${measure}`] = Math.round(Number(figure.replaceAll(',', '')) * size * 100) / 100
  }
  if (/^\d[\d,]*(?:\.\d+)?$/.test(text)) {
    if (!unit) return { open: 'unit', word: '' }
    put(text, unit)
    return { values }
  }
  let rest = text.replace(FIGURE_AND_WORD, (whole, figure: string, word: string) => {
    const named = unitsOf(word).find(({ measure }) => measure === 'years' || measure === 'hours')
    if (!named || `warranty_${named.measure}` in values) return whole
    put(figure, named)
    return ' '
  })
  // `2000 hrs / 2`: the figure alone is in the unit of the column.
  if (unit && !(`warranty_${unit.measure}` in values))
    rest = rest.replace(/\d[\d,]*(?:\.\d+)?/, (figure) => {
      put(figure, unit)
      return ' '
    })
  if (Object.keys(values).length === 0 || !JOINED.test(rest))
    return { refused: 'is not a warranty: write 2 years / 2000 hours' }
  return { values }
}

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  पहला: 1,
  दूसरा: 2,
  तीसरा: 3,
  single: 1,
}

/** `1st`, `Third`, `2nd owner`. */
export function readOrdinal(cell: string): { value: number } | undefined {
  const word = foldWords(cell).replace(/\s*(?:owners?|hand)$/, '')
  const figure = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? ORDINALS[word]
  return figure === undefined ? undefined : { value: Number(figure) }
}

/** `Cat II`, `CAT-2`, `category 1 & 2`. */
export function readLinkage(cell: string): string[] {
  const roman: Readonly<Record<string, string>> = { iii: '3', ii: '2', i: '1', iv: '4' }
  const parts = cell.split(/[,;/&+]|\band\b/i).map((part) => foldWords(part).replace(/^(?:category|cat)\s*/, ''))
  return parts.filter((part) => part !== '').map((part) => `cat-${(roman[part] ?? part).replace(' ', '')}`)
}
