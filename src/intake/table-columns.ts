import { kept } from '../running/kept.ts'
import { SOURCE_FIELDS } from './check-object.ts'
import { ROW_FIELDS } from './check-row.ts'
import { meantBy, meantByWords, priceKindOf } from './column-words.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { foldWords, partsOf, says } from './table-words.ts'
import { fieldUnit, type Unit, unitsOf } from './written-values.ts'

/** A column of a table: what stands above it, and what it means. */
export interface Column {
  name: string
  /** A field, or a part of one after a point; undefined for a column that is left out. */
  target: string | undefined
  /** The unit of numbers that name none. */
  unit?: Unit | undefined
  /** For a name that means two: what each half of a cell means. */
  both?: readonly Column[]
  /** For a name that several fields in one measure share: the plate of a row's class says which is meant. */
  alike?: readonly string[]
  /** Of a part of a cell: what the table, or the operator, explains that its codes mean. */
  codes?: (text: string) => string
  /** It counts only where no other column means the field. */
  isLoose?: boolean
  /** Its name means nothing, but its cells do. */
  isSaidByCells?: boolean
}

/** A column whose name begins so is passed over. */
export const ASIDE = '_'

const ROW_COLUMNS: readonly string[] = [...ROW_FIELDS, ...SOURCE_FIELDS]

/** Parts of fields and pairs of fields that a column may stand for, by type. */
const OTHER_TARGETS: Partial<Record<RecordType, RegExp>> = {
  machine: /^(?:gears|tyres|warranty|price\..*)$/,
  listing: /^contact\./,
}

/** Which line is the header is asked of many lines, and of each name many times. Counted in characters. */
const known = kept<string, Column>(1_000_000, (_, key) => key.length)

/** The column of this name, or that means another one, in a table of this type. */
export function columnOf(type: RecordType, name: string, means = name): Column {
  // A copy: two columns of one name are two.
  return { ...known.getOrMake([type, name, means].join('\n'), () => readColumn(type, name, means)) }
}

function readColumn(type: RecordType, name: string, means: string): Column {
  if (ROW_COLUMNS.includes(means)) return { name, target: means }
  // What stands beside the cells of a table that was understood.
  if (means.startsWith(ASIDE)) return { name, target: undefined }
  const words = foldWords(means).split(' ')
  // `Drive, Fuel` and `Rate kind-place`, too.
  const isKnown = targetsOf(type, words.join(' ')).length > 0
  const between = /[/|]/.test(means) || isKnown ? /[/|]/ : /,|\s[-–+&]\s|(?<=[\p{L}\p{M}]{3})-(?=[\p{L}\p{M}]{3})/u
  const halves = means.split(between).filter((half) => half.trim() !== '')
  // `HP / PTO HP` are two columns in one, `Brk/Cl/Strg` three; `Make / Model` is known as it stands.
  const isWhole = targetsOf(type, words.join(' ')).some((target) => fieldUnit(target) === undefined)
  if ((halves.length === 2 || halves.length === 3) && !isWhole) {
    // `Drum / blade width` are the widths of both.
    const shared = halves.at(-1)!.trim().split(/\s+/).slice(1).join(' ')
    const spellings = [halves.map((half, at) => (at === 0 ? `${half} ${shared}` : half)), halves]
    for (const spelling of spellings) {
      const named = spelling.map((half) => columnOf(type, name, half))
      // A kind beside a place is that of the price.
      const isPlace = named.some(({ target }) => target === 'price.city')
      const both = named.map((one) =>
        isPlace && /^(?:machine_class|kind)$/.test(one.target ?? '') ? { ...one, target: 'price.kind' } : one,
      )
      const targets = new Set(both.map(({ target, isLoose }) => (isLoose ? undefined : target)))
      if (targets.size !== halves.length || targets.has(undefined)) continue
      // `SWL / Lift` say the same in two units.
      return (
        both.find(({ alike }) => alike?.includes(both[0]!.target!) && alike.includes(both[1]!.target!)) ?? {
          name,
          target: undefined,
          both,
        }
      )
    }
  }
  const own = namedBy((words) => targetsOf(type, words), name, words)
  if (own) return own
  const price = priceOf(type, name, words)
  if (price) return price
  // A name in two languages means what its parts mean, if they do not differ.
  const parts = partsOf(means, /[/|]/).flatMap((part) => {
    const column = columnOf(type, name, part)
    // A part in another script may be unknown; a Latin one may be a unit.
    return column.target === undefined && !/\p{Script=Latin}/u.test(part) ? [] : [column]
  })
  const targets = new Set(parts.map(({ target }) => target))
  if (targets.size === 1) return parts.find(({ unit }) => unit) ?? parts[0]!
  // Of two scripts without a stroke (`Fuel டேங்க்`, `इंजन HP`) what is measured is meant, else what the last words say.
  if (targets.size > 1 && !targets.has(undefined) && halves.length === 1)
    return { ...(parts.findLast(({ target }) => fieldUnit(target!)) ?? parts.at(-1)!), isLoose: true }
  // `हायड्रॉलिक उचल क्षमता`: words of one field alone.
  const loose = namedBy((words) => measuredBy(type, words), name, words)
  if (loose) return { ...loose, isLoose: true }
  const isUnit = (text: string) => unitsOf(text.replace(/[()]/g, '')).length > 0
  const remarks = (means.match(/\*.*$|\([^()]*\)/gs) ?? []).filter((remark) => !isUnit(remark))
  const plain = remarks.reduce((rest, remark) => rest.replace(remark, ' '), means).trim()
  if (remarks.length === 0 || plain === '') return { name, target: undefined }
  const column = columnOf(type, name, plain)
  const isMeasured = fieldUnit(column.target ?? '') !== undefined
  // What a remark says may make another column: `HP (at PTO)`.
  const isOther = (word: string) =>
    targetsOf(type, word).some((target) => target !== column.target) ||
    (isMeasured && unitsOf(word).length > 0) ||
    says('other', word)
  const said = remarks.flatMap((remark) => foldWords(remark).split(' '))
  return said.some(isOther) ? { name, target: undefined } : { ...column, isLoose: true }
}

/** The column that words mean, with or without the units at their end: `Weight (kg)`, `Price in Rs. lakh`. */
function namedBy(find: (words: string) => readonly string[], name: string, words: readonly string[]) {
  const units: (readonly Unit[])[] = []
  for (let end = words.length; end > 0; ) {
    const target = chosen(find(words.slice(0, end).join(' ')), units)
    // `operating_weight_kg`: the name of a field names its unit, and `weight kg` is a name with one.
    const last = end === words.length && end > 1 ? [unitsOf(words[end - 1]!)] : units
    if (target !== undefined) {
      const alike = find(words.slice(0, end).join(' ')).filter((one) => isAlike(one, target))
      const unit = target === name ? fieldUnit(target) : unitFor(target, last)
      return { name, target, unit, ...(alike.length > 1 && target !== name && { alike }) }
    }
    const isJoint = says('joint', words[end - 1]!) && (units.length > 0 || words[end - 1] !== 'in')
    // `कि.ग्रा.` is one unit of two words.
    const width = isJoint
      ? 0
      : ([2, 1].find((many) => unitsOf(words.slice(Math.max(0, end - many), end).join(' ')).length > 0) ?? 0)
    if (width > 0) units.push(unitsOf(words.slice(end - width, end).join(' ')))
    else if (!isJoint) break
    end -= Math.max(width, 1)
  }
  return undefined
}

const isAlike = (one: string, other: string) =>
  fieldUnit(one) !== undefined &&
  fieldUnit(one)!.measure === fieldUnit(other)?.measure &&
  fieldUnit(one)!.measure !== 'inr'

const COUNTED = /^(?:cylinders|gears.*|tyres?.*|warranty.*|wheel_drive|power_source|lifecycle)$/

/** What words of one field mean in any order, if it is a figure or a list: names of things may hold other things. */
function measuredBy(type: RecordType, words: string): string[] {
  const { names } = ROW_SHAPES[type]
  const found = meantByWords(words).filter((target) => names.has(target) || OTHER_TARGETS[type]?.test(target))
  const isMeasured = (target: string) => COUNTED.test(target) || (fieldUnit(target)?.measure ?? 'inr') !== 'inr'
  return found.every(isMeasured) && found.length <= 3 ? found : []
}

/** The fields of each type by their names in words. A column of prices holds amounts, not whole price items. */
const OWN_NAMES = new Map(
  Object.values(ROW_SHAPES).map(({ names }) => [
    names,
    new Map([...names].flatMap((field) => (field === 'price' ? [] : [[foldWords(field), field]]))),
  ]),
)

export function targetsOf(type: RecordType, words: string): string[] {
  const { names } = ROW_SHAPES[type]
  const own = OWN_NAMES.get(names)!.get(words)
  if (own !== undefined) return [own]
  return [...tyreOf(words), ...meantBy(words)].filter(
    (target) => names.has(target) || OTHER_TARGETS[type]?.test(target),
  )
}

/** `Tyre aage`, `Rr. tyres`: words for tyres, and one that says where. */
function tyreOf(words: string): string[] {
  const all = words.split(' ')
  const rest = all.filter((word) => !says('forward', word) && !says('reverse', word))
  const [side, more] = all.filter((word) => !rest.includes(word))
  if (side === undefined || more !== undefined || !meantBy(rest.join(' ')).includes('tyres')) return []
  return [says('forward', side) ? 'tyre_front' : 'tyre_rear']
}

/** `Price Rs. lakh ex-s/r`: a price that says its kind, in any order of words. */
function priceOf(type: RecordType, name: string, words: readonly string[]): Column | undefined {
  const [target] = targetsOf(type, 'price')
  const isAmount = words.some((word) => meantBy(word).some((one) => one === target))
  const isAside = words.some((word) => ['kind', 'type', 'basis', 'date', 'dt', 'wef'].includes(word))
  if (!target?.endsWith('price_inr') || !isAmount || isAside || priceKindOf(words.join(' ')) === undefined)
    return undefined
  return { name, target, unit: unitFor(target, words.map(unitsOf)) }
}

/** Of several fields the one in the unit of the column, else one of the same measure. */
function chosen(targets: readonly string[], units: readonly (readonly Unit[])[]): string | undefined {
  if (units.length === 0) return targets[0]
  const fits = (target: string, isExact: boolean) =>
    units.every((one) =>
      one.some(({ measure, size }) => {
        const own = fieldUnit(target)
        return own?.measure === measure && (!isExact || own.size === size)
      }),
    )
  return targets.find((target) => fits(target, true)) ?? targets.find((target) => fits(target, false))
}

function unitFor(target: string, units: readonly (readonly Unit[])[]): Unit | undefined {
  const own = fieldUnit(target)
  const fitting = units.flat().filter(({ measure }) => measure === own?.measure)
  // `Rs. lakh` are lakh.
  return fitting.find(({ size }) => size !== own?.size) ?? fitting[0]
}
