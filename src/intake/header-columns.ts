import { editDistance } from '../text/nearest-name.ts'
import { columnWords, isWeak } from './column-words.ts'
import type { Fault } from './report.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { type Column, columnOf, targetsOf } from './table-columns.ts'
import { foldWords, says } from './table-words.ts'
import { fieldUnit, unitsOf } from './written-values.ts'

// What the columns of a header mean beside each other, and by their cells.

/** Reads the line of column names. */
export function readColumns(
  type: RecordType,
  cells: readonly string[],
  table: {
    /** How many of the names are the header's. */
    width: number
    others: readonly RecordType[]
    /** Whether a column holds classes. */
    isClass: (at: number) => boolean
    /** The field that the cells of a column are of. */
    byCells: (at: number) => string | undefined
    /** Whether the operator names a column so. */
    isSaid: (name: string) => boolean
  },
): { columns: Column[]; readings: Fault[] } {
  const { width, others, isClass, byCells, isSaid } = table
  const named = cells.map((cell) => columnOf(type, cell.trim()))
  const columns = named.map((column, at) => {
    const { name, target, both } = column
    const pair = at < width ? pairOf(type, name) : undefined
    if (pair && !named.some((other) => other.target === pair[0]!.target)) return { name, target: undefined, both: pair }
    // A column of prices whose cells say only their kinds.
    if (target === 'price.price_inr' && at < width && byCells(at) === 'price.kind')
      return { name, target: 'price.kind', isSaidByCells: true }
    const isName = (other: Column) => other !== column && other.target === 'name' && !isWeak(other.name)
    // What people call a type mostly is a class, and so is one of two names.
    const mayBeClass =
      isWeak(name) || /^(?:type|kind)$/i.test(name) || (target === 'name' && named.slice(0, width).some(isName))
    if (mayBeClass && at < width && isClass(at)) return columnOf(type, name, 'class')
    // Of two columns for the class one whose cells name none is another thing.
    const isOther = (other: Column) => other !== column && other.target === 'machine_class'
    if (target === 'machine_class' && at < width && named.slice(0, width).some(isOther) && !isClass(at))
      return { name, target: undefined }
    // A column `type` that holds neither types nor classes.
    const isOtherType = target === 'type' && others.length < 2
    if ((target !== undefined && !isOtherType) || both || name === '') return column
    // Remarks say many things.
    const [said] = (at < width && !says('remark', name) && targetsOf(type, byCells(at) ?? '')) || []
    if (said === undefined || named.slice(0, width).some((other) => other.target === said))
      return nearColumn(type, name)
    return { name, target: said, isSaidByCells: true }
  })
  const readings: Fault[] = []
  for (const [at, column] of columns.entries()) {
    const { name, target } = column
    if (name === '') continue
    const isFaint = (one: Column) => (one.isLoose || isWeak(one.name)) && !isSaid(one.name)
    const isDouble = (other: Column) =>
      other !== column &&
      other.target === target &&
      (!isFaint(other) || (says('total', name) && !says('total', other.name)))
    if (target !== undefined && at < width && isFaint(column) && columns.slice(0, width).some(isDouble)) {
      columns[at] = { name, target: undefined }
      readings.push({ path: name, reason: `is left out: another column is ${target}` })
    } else if (column.both) {
      const found = name
      for (const one of column.both) readings.push({ path: one.target!, reason: PART, found })
    } else if (target === undefined) {
      // A column of another type in the same table is none of this one's.
      if (others.some((other) => columnOf(other, name).target)) continue
      readings.push(leftOut(type, name))
    } else if (name !== target)
      readings.push({ path: target, reason: column.isSaidByCells ? BY_CELLS : OTHER_NAME, found: name })
  }
  return { columns, readings }
}

export const OTHER_NAME = 'is the column of another name'
export const PART = 'is a part of the column'
export const BY_CELLS = 'is what the cells of a column say'
export const NO_FIELD = 'is a column that means no field: it is left out'

function leftOut(type: RecordType, name: string): Fault {
  const isComputed = ROW_SHAPES[type].computed.has(foldWords(name).replaceAll(' ', '_'))
  return { path: name, reason: isComputed ? 'is a column that is computed: it is left out' : NO_FIELD }
}

/** A name that is one or two letters off means what is nearest, if nothing else is as near. */
function nearColumn(type: RecordType, name: string): Column {
  const folded = foldWords(name)
  // What is known for another type, or as every office has it, is no slip.
  if (columnWords().has(folded) || says('aside', name)) return { name, target: undefined }
  const most = folded.length >= 9 ? 2 : folded.length >= 5 ? 1 : 0
  // `R.TYPE` is no slip of `R. tyre`: its words are known. A `Valuer` is a person, no value.
  const isSlip = (word: string) => {
    const own = word.split(' ')
    if (folded === `${word}r` || folded === `${word}er`) return false
    return !folded
      .split(' ')
      .some((part, at) => part !== own[at] && part.length === own[at]?.length && columnWords().has(part))
  }
  const words = [...[...ROW_SHAPES[type].names].map(foldWords), ...columnWords().keys()]
  for (let distance = 1; distance <= most; distance++) {
    const isNear = (word: string) => editDistance(folded, word, distance) === distance && isSlip(word)
    const near = words.filter((word) => word.length > 3 && isNear(word))
    const targets = new Set(near.flatMap((word) => columnOf(type, word).target ?? []))
    if (targets.size > 0) return { name, target: targets.size === 1 ? [...targets][0] : undefined }
  }
  return { name, target: undefined }
}

/** `HP (PTO)`: two figures, the second in brackets; `PTO (HP)` is one with its unit. */
function pairOf(type: RecordType, name: string): readonly Column[] | undefined {
  const [, ...sides] = /^(.+?)\s*\((.+)\)\s*$/s.exec(name) ?? []
  const pair = sides.map((side) => columnOf(type, name, side))
  const [first, second] = pair.map(({ target }) => fieldUnit(target ?? '') && target)
  return first && second && first !== second && unitsOf(sides[1]!).length === 0 ? pair : undefined
}
