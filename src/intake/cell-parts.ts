import { meantBy } from './column-words.ts'
import type { Column } from './table-columns.ts'
import { TEXTS } from './table-values.ts'
import { meantShort, meantValue, says, withWesternDigits } from './table-words.ts'
import { fieldUnit, unitsOf } from './written-values.ts'

// Cells of several fields: `45 HP (PTO 39)`, `3cyl 2048cc`, `OIB SC PS`, `4WD, D`, `Q-MZP`.

/** A part of a cell, and whose it is. */
export type Part = readonly [column: Column, text: string]

const FIGURE = /(?:\p{L}[\p{L}\p{M}.]*[\s:.-]*)?\d[\d.,]*(?:\s*\p{L}[\p{L}\p{M}]*)?/gu
/** More cylinders no engine has, and fewer cc. */
const MAX_CYLINDERS = 16

const isFigure = (target: string) => fieldUnit(target) !== undefined || target === 'cylinders'

/** The parts of a cell, each way that it may be cut. */
function* cutsOf(cell: string, columns: readonly Column[]): Iterable<string[]> {
  const cut = (sign: RegExp) => cell.split(sign).map((part) => part.trim())
  const strokes = cut(/[/|]/)
  yield strokes
  // Brackets with another unit say the same once more.
  if (strokes.length === 1 && !/kw/i.test(cell)) yield cut(/[()]/).filter((part) => part !== '')
  yield cut(/[+;]|,(?!\d)/)
  if (columns.every(({ target }) => isFigure(target!))) {
    const figures = cell.match(FIGURE) ?? []
    if (!/[\p{L}\d]/u.test(cell.replace(FIGURE, ''))) yield figures.map((figure) => figure.trim())
    return
  }
  const [, ...two] = /^(\S+?)\s*[-–—\s]\s*(.+)$/u.exec(cell) ?? []
  if (columns.some(({ target }) => target === 'price.city')) yield two
  else for (const sign of [/[\s+]+/, /-/]) yield cut(sign)
}

/** Whether a part says by a word, or by its unit, that it is of a field. */
function isOf(target: string, part: string): boolean {
  if (!isFigure(target)) return meantShort(target, part) !== undefined
  const words = withWesternDigits(part).match(/[\p{L}\p{M}]+/gu) ?? []
  const own = fieldUnit(target)
  const isOwn = (word: string) =>
    meantBy(word).includes(target) ||
    (own ? unitsOf(word).some(({ measure }) => measure === own.measure) : says('counted', word))
  return /\d/.test(withWesternDigits(part)) && words.some(isOwn)
}

/** A figure without the words for its column: `PTO 39`. */
function withoutName(text: string, target: string): string {
  if (!isFigure(target)) return text
  const isName = (word: string) => meantBy(word).includes(target) && unitsOf(word).length === 0
  return text
    .replace(/[\p{L}\p{M}]+/gu, (word) => (isName(word) ? '' : word))
    .replace(/^[\s:.-]+/, '')
    .trim()
}

/**
 * Whose the parts of a cell are: of the field that a word or unit says, the others in the order of the columns. One
 * alone is of the field that knows its word, or that the row's class has; of two powers it is that of the engine.
 */
export function partsIn(cell: string, columns: readonly Column[], ofClass: string | undefined): Part[] | undefined {
  for (const parts of cutsOf(cell, columns)) {
    if (parts.length < 2 || parts.length > columns.length) continue
    const named = parts.map((part) => columns.filter(({ target, codes }) => isOf(target!, codes?.(part) ?? part)))
    const sure = named.map((found) => (found.length === 1 ? found[0] : undefined))
    if (new Set(sure.filter(Boolean)).size < sure.filter(Boolean).length) continue
    const rest = columns.filter((column) => !sure.includes(column))
    const open = parts.filter((_, at) => sure[at] === undefined)
    // Words of a list that does not know them are another's.
    const isOpen = open.length === rest.length || open.every((part) => /^-*$/.test(part))
    const areTexts = columns.every(({ target }) => TEXTS.test(target!))
    if (!isOpen || (areTexts && parts.length < columns.length && open.length > 0)) continue
    const left = rest.values()
    const owned = parts.map((part, at) => [sure[at] ?? left.next().value, part] as const)
    return owned.flatMap(([column, part]): Part[] =>
      /^-*$/.test(part) || !column ? [] : [[column, withoutName(part, column.target!)]],
    )
  }
  const said = (column: Column) => column.codes?.(cell) ?? cell
  const meant = columns.filter(
    (column) => meantValue(column.target!, said(column)) !== undefined || isOf(column.target!, said(column)),
  )
  const targets = columns.map(({ target }) => target!)
  const figure = /^(\d[\d.]*)\s*(?:\p{L}[\p{L}\p{M}. ]*)?$/u.exec(withWesternDigits(cell))?.[1]
  const alone =
    meant.length === 1
      ? meant[0]!.target
      : figure !== undefined && targets.includes('cylinders') && targets.includes('engine_cc')
        ? Number(figure) > MAX_CYLINDERS
          ? 'engine_cc'
          : 'cylinders'
        : figure !== undefined && targets.includes('engine_hp') && targets.includes('pto_hp')
          ? 'engine_hp'
          : ofClass
  const [only] = columns.filter(({ target }) => target === alone)
  return only && (meant.length === 1 || !/[/|]/.test(cell)) ? [[only, withoutName(cell, only.target!)]] : undefined
}
