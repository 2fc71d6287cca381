import { type Part, partsIn } from './cell-parts.ts'
import type { JsonObject } from './check-object.ts'
import { isNeeded } from './check-row.ts'
import { isWeak, priceKindOf } from './column-words.ts'
import { unitSaid } from './headings.ts'
import { classesSaid } from './known-names.ts'
import { newRow, part, partsOf, type TableRow, take, takePrices, tell, withMadeFields } from './made-row.ts'
import { type RecordType, ROW_SHAPES } from './row-shapes.ts'
import { FIRST, type Said } from './said-lines.ts'
import type { Column } from './table-columns.ts'
import type { TableLine } from './table-source.ts'
import { readTarget, type TableSettings, TEXTS } from './table-values.ts'
import { isDitto, isTold, says, saysUnknown } from './table-words.ts'
import { fieldsOf } from './written-pairs.ts'

// Makes a row of the cells of a line.

const WITH = 'is taken from --with'
const DOUBTED = 'say by --means what it means, or heading=… if nothing'

/** `50 / 40.8`: both powers, where the other column is empty. */
const TWO = /^\d[\d.]*\s*\/\s*\d[\d.]*$/

/** Clears its field. */
export const CLEAR = '-'

interface RowContext {
  columns: readonly Column[]
  constants: readonly (readonly [string, string])[]
  width: number
  said: Said
  /** The heading above, if nobody knows what it says: it may be a class or a maker. */
  doubt?: string | undefined
}

export function rowFrom(
  type: RecordType,
  { number, cells, given = cells, isForeign }: TableLine,
  { columns, constants, width, said, doubt }: RowContext,
  settings: TableSettings,
): TableRow {
  const made = newRow(number, type)
  const { row, problems, left, readings } = made
  const { names } = ROW_SHAPES[type]
  if (isForeign) readings.push({ path: 'row', reason: 'is read as Windows-1252, not UTF-8' })
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    problems.push({ path: 'row', reason: 'has more cells than the header', found: `${cells.length} and ${width}` })
    return made
  }
  const isThere = (target: string) => {
    const [field, inner] = partsOf(fieldsOf(target)[0]!)
    const values = [row[field], left.fields[field]] as (JsonObject | undefined)[]
    return values.some((value) => (inner === undefined ? value : value?.[inner]) !== undefined)
  }
  /** What the columns said, by what they mean: two may mean the same. */
  const before = new Map<string, { name: string; cell: string; values: string }>()
  const amounts: JsonObject[] = []
  const hasKind = columns
    .slice(0, width)
    .some((one, at) => [one, ...(one.both ?? [])].some(({ target }) => target === 'price.kind') && isTold(cells[at]))

  const hasSlug = columns.slice(0, width).some(({ target }) => target === 'slug')
  const hasMore = columns.slice(0, width).filter(({ target }) => target?.endsWith('price_inr')).length > 1

  /** The class, which says what some cells mean: that of the row, else of a line above, else of the operator. */
  const classAt = columns.findIndex(({ target }) => target === 'machine_class')
  const classes = [
    cells[classAt],
    said.find(([field]) => field === 'machine_class')?.[1],
    constants[classAt - width]?.[1],
  ]
  const named = classesSaid(settings.names, classes.find(isTold)?.trim() ?? '')
  const machineClass = named.length === 1 ? named[0] : undefined

  function readCell({ target, unit, name }: Column, cell: string): void {
    if (cell === '' || target === undefined || target === 'type') return
    // Where a row is named by its slug, or a column by its field, the sign clears; as offices write it, or where a row
    // needs the field, it says that nothing is known.
    const isCleared = cell === CLEAR && (hasSlug || name === target) && !isNeeded(type, target)
    if (isCleared) {
      if (!target.includes('.')) for (const field of fieldsOf(target)) row[field] = null
      return
    }
    if (cell === CLEAR || saysUnknown(cell)) {
      readings.push({ path: target, reason: 'is not known, says the cell', found: cell })
      return
    }
    const { amount, kind } =
      target.endsWith('price_inr') && type !== 'listing' ? kindOfPrice(name, cell) : { amount: cell }
    // A name is one line, however it was broken in its cell.
    const text = /name$/.test(target) ? cell.replace(/\s+/g, ' ') : amount
    // Under the very name of its field a text stands as it was exported.
    const isOwnText = name === target && TEXTS.test(target)
    const read = isOwnText
      ? { values: { [target]: text } }
      : readTarget(type, target, text, { unit: unitSaid(said, target) ?? unit, machineClass }, settings)
    const values = 'values' in read ? JSON.stringify(read.values) : ''
    const key = target + (kind ?? '')
    const other = before.get(key)
    if (other?.values === values && values !== '') return
    before.set(key, { name, cell, values })
    if (other && /name$/.test(target) && says('variant', name)) {
      if (!String(row[target]).endsWith(text)) row[target] = `${row[target]} ${text}`
      readings.push({ path: target, reason: 'is put together from two columns', found: String(row[target]) })
    } else if (other) {
      for (const field of fieldsOf(target)) delete row[partsOf(field)[0]]
      take(made, target, `${other.cell} / ${cell}`, { reason: `is ambiguous: "${other.name}" and "${name}" differ` })
    } else if (kind === undefined) take(made, target, cell, read)
    else if ('reason' in read) {
      take(made, target, cell, read)
      part(left.fields, 'price', 'kind', kind)
    } else if (type === 'implement') {
      const reason = 'is left out: an implement has one price'
      if (row.price_inr !== undefined) readings.push({ path: target, reason, found: `${name} ${cell}` })
      else take(made, target, cell, { ...read, values: { ...read.values, price_kind: kind } })
    } else {
      tell(made, target, cell, read)
      const [price_inr, high_inr] = Object.values(read.values)
      amounts.push({ kind, price_inr, ...(high_inr !== undefined && { high_inr }) })
    }
  }

  /** The kind of a price: what its cell or that of its kind says, else a heading, else its column, else the first lines. */
  function kindOfPrice(name: string, cell: string): { amount: string; kind: string | undefined } {
    const [amount, own] = splitKind(cell)
    // The cell of the row says more than the name of a column alone.
    const named = hasKind && !hasMore ? undefined : priceKindOf(name)
    const above = said.find(([field]) => field === 'price.kind')
    const tellKind = (reason: string, found: string) => readings.push({ path: 'price.kind', reason, found })
    if (own !== undefined) tellKind('is said by the amount', cell)
    else if (above && !hasKind && !(named && above[2] === FIRST)) {
      tellKind(above[2], above[1])
      return { amount, kind: above[1] }
    }
    return { amount, kind: own ?? named }
  }

  /** Each part of a cell for its own field. */
  function readBoth(name: string, both: readonly Column[], cell: string): void {
    if (cell === '') return
    const isNothing = cell === CLEAR || saysUnknown(cell)
    const parts = isNothing
      ? both.map((column): Part => [column, cell])
      : partsIn(cell, both, ofClass(both.map(({ target }) => target!)))
    const reason = `is not understood: ${name} holds ${both.length} with / between`
    if (!parts) for (const { target } of both) take(made, target!, cell, { reason })
    else if (parts.length === 1)
      readings.push({ path: parts[0]![0].target!, reason: 'is the one of a column of two', found: `${name} ${cell}` })
    // Only under its own name a text stays as it was written.
    for (const [column, part] of parts ?? [])
      readCell(
        isNothing ? column : { ...column, name: TEXTS.test(column.target!) ? name : column.target! },
        column.codes?.(part) ?? part,
      )
  }

  /** Of several fields the one that the plate of the row's class shows. */
  function ofClass(targets: readonly string[]): string | undefined {
    const shown = settings.names.plates.get(machineClass ?? '') ?? []
    const found = targets.filter((target) => shown.includes(target))
    return found.length === 1 ? found[0] : undefined
  }

  /** A cell under a name that several fields share. */
  function readAlike(column: Column, cell: string): void {
    const { name, target, alike } = column
    const own = ofClass(alike!)
    if (own !== undefined && own !== target && cell !== '')
      readings.push({ path: own, reason: 'is what the class has of a column', found: name })
    if (own === undefined && isWeak(name) && isTold(cell))
      take(made, target!, cell, { reason: `is not understood: ${name} may be ${alike!.join(' or ')}` })
    else readCell({ ...column, target: own ?? target }, cell)
  }

  for (const [at, column] of columns.slice(0, width).entries()) {
    const { name, target, both } = column
    // Words of a name mean nothing else.
    const isName = /^(?:variant_)?name$|^slug$|^id$/.test(target ?? '') && !isDitto(given[at] ?? '')
    const cell = ((isName ? given : cells)[at] ?? '').trim()
    const other = target === 'engine_hp' && TWO.test(cell) ? columns.findIndex((one) => one.target === 'pto_hp') : -1
    if (other !== -1 && !isTold(cells[other])) readBoth(name, [column, columns[other]!], cell)
    else if (both) readBoth(name, both, cell)
    else if (column.alike) readAlike(column, cell)
    else if (target !== undefined) readCell(column, cell)
    else if (name !== '' && cell !== '') made.unread[name] = cell
    else if (cell !== '')
      readings.push({ path: 'row', reason: `leaves out column ${at + 1}, which has no name`, found: cell })
  }
  // What stands for cells that are not there: lines outside the rows, then the operator.
  const around = said.map(([field, text, reason]) => {
    const target = field === 'machine_class' && type === 'implement' ? 'kind' : field
    const isDay =
      /^price\.(?:observed_at|city)$/.test(target) &&
      type === 'machine' &&
      (row.price !== undefined || amounts.length > 0)
    return { column: { name: target, target: names.has(target) || isDay ? target : undefined }, text, reason }
  })
  const constant = constants.map(([, text], at) => {
    const column = columns[width + at]!
    return { column, text, reason: WITH }
  })
  for (const { column, text, reason } of [...around, ...constant]) {
    if (column.target === undefined || isThere(column.target)) continue
    if (reason === WITH && doubt !== undefined && /^(?:machine_class|manufacturer)$/.test(column.target)) {
      problems.push({
        path: column.target,
        reason: `is not taken from --with below a heading: ${DOUBTED}`,
        found: doubt,
      })
      continue
    }
    readings.push({ path: column.target, reason, found: text })
    readCell(column, text)
  }
  if (type === 'machine') takePrices(made, amounts)
  withMadeFields(type, made, settings, columns)
  return made
}

/** An amount that says its kind: `9.90 (on road)`, `25.5 L dealer quote`. */
function splitKind(cell: string): [amount: string, kind: string | undefined] {
  const words = cell.split(/\s+/)
  for (let at = words.length - 1; at > 0 && !/\d/.test(words[at]!); at--) {
    const kind = kindIn(words.slice(at).join(' '))
    if (kind === undefined) continue
    const open = words.findLastIndex((word) => word.startsWith('('))
    return [words.slice(0, words.at(-1)!.endsWith(')') && open > 0 ? open : at).join(' '), kind]
  }
  // `dealer quote 7.31 L`.
  const from = words.findIndex((word) => /\d/.test(word))
  const kind = from > 0 ? kindIn(words.slice(0, from).join(' ')) : undefined
  return kind === undefined ? [cell, undefined] : [words.slice(from).join(' '), kind]
}

/** "9.5 lakh estimate" says its kind; "approx" does not. */
function kindIn(words: string): string | undefined {
  return priceKindOf(words) ?? (/^\(?estimated?\)?$/i.test(words) ? 'estimate' : undefined)
}
