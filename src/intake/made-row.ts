import { editDistance } from '../text/nearest-name.ts'
import type { JsonObject } from './check-object.ts'
import { isNeeded, type LeftOut, PATCH_KNOWN } from './check-row.ts'
import { type KnownNames, lettersOf } from './known-names.ts'
import { withoutMaker } from './new-makers.ts'
import type { Fault } from './report.ts'
import type { RecordType } from './row-shapes.ts'
import { makerBefore } from './said-makers.ts'
import { slugOf } from './slugs.ts'
import type { TableSettings } from './table-values.ts'
import { driveIn, foldWords, isDitto } from './table-words.ts'
import type { CellReading } from './written-days.ts'
import { fieldsOf } from './written-pairs.ts'
import { readNumber } from './written-values.ts'

// A row that is made of cells: what is taken into it, and what is told of it.

export interface TableRow {
  number: number
  row: Record<string, unknown>
  /** Why the row could not be read. */
  problems: Fault[]
  /** Cells that are not understood; those that the row needs are among its problems. */
  left: LeftOut
  /** What was understood of what people wrote. */
  readings: Fault[]
  /** The cells of columns that mean nothing, by their names. */
  unread: Record<string, string>
  /** Whether it stood in a table of what was understood. */
  isCorrected?: boolean
}

export const newRow = (number: number, type: string): TableRow => ({
  ...{
    number,
    row: { type, patch: PATCH_KNOWN },
    problems: [],
    left: { faults: [], fields: {} },
    readings: [],
    unread: {},
  },
})

/** Puts together what several cells say about prices: amounts by kind, and what holds for all of them. */
export function takePrices({ row, left, readings }: TableRow, amounts: readonly JsonObject[]): void {
  const shared = row.price as JsonObject | null | undefined
  if (!shared && amounts.length === 0) return
  const isAmount = shared?.price_inr !== undefined
  // An upper bound is that of its own amount.
  const { high_inr, ...common } = shared ?? {}
  const ofAll = isAmount || high_inr === undefined ? common : shared
  const all = [...(isAmount ? [shared] : []), ...amounts.map((one) => ({ ...ofAll, ...one }))]
  const refused = left.fields.price as JsonObject | undefined
  if (refused) left.fields.price = { ...(all[0] ?? shared), ...refused }
  // One amount that is refused leaves the others, but not what holds for all of them.
  const isOne = refused && amounts.length > 0 && refused.price_inr !== undefined
  const own = isOne ? /^(?:price_inr|high_inr|kind)$/ : /^high_inr$/
  if (refused && Object.keys(refused).some((name) => !own.test(name))) delete row.price
  else if (all.length > 0) row.price = all.length === 1 ? all[0] : all
  else if (shared) {
    delete row.price
    readings.push({ path: 'price', reason: 'is left out: the row has no amount' })
  }
}

/** Takes what a cell says, or notes why not. */
export function take(made: TableRow, target: string, cell: string, read: CellReading): void {
  const { row, problems, left } = made
  if ('reason' in read) {
    const [field, inner] = partsOf(fieldsOf(target)[0]!)
    const faults = isNeeded(row.type as RecordType, field) ? problems : left.faults
    faults.push({ path: target, found: JSON.stringify(cell.slice(0, 60)), ...read })
    part(left.fields, field, inner, cell)
    return
  }
  for (const [name, value] of Object.entries(read.values)) {
    // A model behind its maker stands in for a name.
    if (name === 'name' && target !== 'name' && row.name !== undefined) continue
    const [field, inner] = partsOf(name)
    part(row, field, inner, value)
  }
  tell(made, target, cell, read)
}

/** Tells what was understood of a cell, unless it was plain. */
export function tell(
  { readings }: TableRow,
  target: string,
  cell: string,
  read: Extract<CellReading, { values: unknown }>,
) {
  if (read.told === undefined) return
  const shown = Object.values(read.values).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  readings.push({ path: target, reason: read.told, found: `${JSON.stringify(cell.slice(0, 60))}: ${shown.join(', ')}` })
}

/** The name of a field, and of its part behind a point. */
export const partsOf = (target: string) => target.split('.') as [field: string, inner?: string]

export function part(row: JsonObject, field: string, inner: string | undefined, value: unknown): void {
  row[field] = inner === undefined ? value : { ...((row[field] as object | undefined) ?? {}), [inner]: value }
}

/** Whether the first word of a name stands for its maker: glued, with a slip, or as a sign for the row above. */
function isLikeMaker(word: string, maker: string): boolean {
  const [own, called] = [foldWords(word), foldWords(maker).replaceAll(' ', '')]
  return isDitto(word) || (own.length > 3 && own[0] === called[0] && editDistance(own, called, 2) <= 2)
}

function slugNamed(maker: string | undefined, name: unknown, names: KnownNames): string | undefined {
  return maker === undefined || typeof name !== 'string' ? undefined : slugOf(maker, withoutMaker(name, maker, names))
}

/** The one machine that is there under a slug in any spacing. */
function machineAlike(type: RecordType, slug: string | undefined, names: KnownNames) {
  const [known, ...more] = (type === 'machine' && slug !== undefined && names.machines.get(lettersOf(slug))) || []
  return more.length > 0 ? undefined : known
}

/** The slug that a row of this maker and name gets. */
export function madeSlug(type: RecordType, maker: string | undefined, name: unknown, names: KnownNames) {
  const slug = slugNamed(maker, name, names)
  return machineAlike(type, slug, names)?.slug ?? slug
}

/** Makes what other cells say: slugs out of names, the class of a vehicle. */
export function withMadeFields(
  type: RecordType,
  { row, readings, problems, left }: TableRow,
  { names, isUnderstood = false }: TableSettings,
  columns: readonly { name: string }[],
): void {
  const make = (field: string, value: string | number | undefined) => {
    if (row[field] !== undefined || value === undefined) return
    row[field] = value
    readings.push({ path: field, reason: 'is made from other cells', found: String(value) })
  }
  const makerOf = (maker: unknown) =>
    typeof maker === 'string' ? maker : (maker as { slug?: string } | undefined)?.slug
  const named = (maker: unknown, name: unknown) => slugNamed(makerOf(maker), name, names)
  // An empty cell under the very name of the field stays empty, as in a table that was exported.
  const isAsked = (field: string) =>
    isUnderstood || left.fields[field] !== undefined || columns.some(({ name }) => name === field)
  if (type === 'manufacturer' && typeof row.name === 'string') make('slug', slugOf(row.name))
  if (type === 'machine' || type === 'implement') {
    if (typeof row.name === 'string' && !isUnderstood) makeOfName(row.name)
    const power = type === 'machine' ? readNumber(`${row.power_kw} kW`, 'engine_hp') : undefined
    if (power && 'value' in power && !isAsked('engine_hp')) make('engine_hp', power.value)
    if (row.slug === undefined) {
      make('slug', spelledAlike(named(row.manufacturer, row.name)))
      if (type === 'machine' && !isUnderstood) nameByMaker(row.name, row.slug)
    }
    for (const field of row.slug === undefined ? ['manufacturer', 'name'] : []) {
      const isRefused = problems.some(({ path }) => path === field)
      if (row[field] === undefined && !isRefused)
        problems.push({ path: field, reason: 'is missing, and makes the slug' })
    }
  }
  if (type === 'listing') {
    make('variant_slug', named(row.maker_slug, row.variant_name))
    make('vehicle_class', row.machine_class as string | undefined)
  }

  /** The slug of the one machine that is there in another spelling: `MU4501`, which keeps its name. */
  function spelledAlike(slug: string | undefined): string | undefined {
    const known = machineAlike(type, slug, names)
    if (known === undefined) return slug
    const isOther = known.slug !== slug
    const reason = 'is another spelling of a machine that is there'
    if (isOther) readings.push({ path: 'name', reason, found: `${row.name}: ${known.slug}` })
    // `575 DI` of Mahindra, which is there as `Mahindra 575 DI`.
    if (isOther || known.name.endsWith(` ${row.name}`)) delete row.name
    return known.slug
  }

  /** `575 DI` of Mahindra, which is not there yet, is called as the others are: `Mahindra 575 DI`. */
  function nameByMaker(name: unknown, slug: unknown): void {
    const maker = makerOf(row.manufacturer)
    const called = names.makerNames.get(maker ?? '')
    if (typeof name !== 'string' || typeof slug !== 'string' || called === undefined) return
    const isThere = names.machines.get(lettersOf(slug))?.some((known) => known.slug === slug)
    if (
      isThere ||
      isLikeMaker(name.split(/\s+/)[0]!, called) ||
      slugOf(name) === slugOf(called) ||
      withoutMaker(name, maker!, names) !== name
    )
      return
    row.name = `${called} ${name}`
    readings.push({ path: 'name', reason: 'is given the name of its maker', found: row.name as string })
  }

  /** `Swaraj 744 FE (48 HP)` says the maker and the power. */
  function makeOfName(name: string): void {
    const [all, power] = /\s*\((\d[\d.]*\s*[^\d()]+)\)\s*$/u.exec(name) ?? []
    const hp = power === undefined ? undefined : readNumber(power, 'engine_hp')
    if (type === 'machine' && hp && 'value' in hp && (row.engine_hp ?? hp.value) === hp.value) {
      make('engine_hp', hp.value)
      row.name = name.slice(0, -all!.length)
    }
    if (type === 'machine' && !isAsked('wheel_drive')) make('wheel_drive', driveIn(name))
    if (row.manufacturer !== undefined) return
    const { found } = makerBefore(names, row.name as string)
    if (found.length === 1) make('manufacturer', found[0])
  }
}
