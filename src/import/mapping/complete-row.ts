import { createHash } from 'node:crypto'
import type { JsonObject } from '../field-checks.ts'
import { error, warning } from '../issue.ts'
import { ROW_SHAPES } from '../row-shapes.ts'
import type { SheetRow } from '../sheet-row.ts'
import { slugOf } from '../slugs.ts'
import type { Mapping } from './mapping.ts'
import {
  type CatalogNames,
  initialsOf,
  kindIn,
  leadingManufacturer,
  machinesNamed,
  nearMachines,
  withoutManufacturer,
} from './names.ts'
import type { OpenValue } from './numbers.ts'
import type { MappedColumn } from './read-cell.ts'
import { keyOf, lettersOf } from './words.ts'

export interface RowContext {
  mapping: Mapping
  names: CatalogNames
  onCreate: JsonObject
  price: JsonObject
  identity: readonly number[] | undefined
  ids: ReadonlyMap<string, number>
  nameColumn: MappedColumn | undefined
  onOpen: (header: string, open: OpenValue) => void
  refuse: (created: SheetRow, field: string, reason: string, cell: string) => void
}

/** Adds what other cells imply: prices of several columns, slugs, the id of a listing and its machine. */
export function completeRow(
  created: SheetRow,
  prices: readonly JsonObject[],
  cells: readonly string[],
  context: RowContext,
): void {
  const { row, type } = created
  const { names } = ROW_SHAPES[type!]
  const constants = Object.entries(context.onCreate)
  created.onCreate = Object.fromEntries(
    type === context.mapping.type ? constants : constants.filter(([name]) => names.has(name)),
  )
  if (type === 'machine') completePrices(created, prices, context.price)
  if (type === 'implement') completeImplement(created, context)
  if (type === 'machine' || type === 'implement') completeMachine(created, context)
  if (type === 'manufacturer' && typeof row.name === 'string') useSlug(created, slugOf(row.name))
  if (type === 'listing') completeListing(created, cells, context)
  for (const name of Object.keys(row))
    if (row[name] === undefined) delete row[name]
    else delete created.onCreate[name]
}

function completePrices({ row, issues }: SheetRow, prices: readonly JsonObject[], fixed: JsonObject): void {
  const all = prices.map((price) => ({ ...fixed, ...(row.price as JsonObject | undefined), ...price }))
  // A part that holds for all prices of the row was not understood.
  const isUnclear = issues.some(({ path }) => path.startsWith('price.'))
  row.price = all.length === 0 || isUnclear ? undefined : all.length === 1 ? all[0] : all
}

function completeImplement({ row, issues }: SheetRow, { price, names, mapping }: RowContext): void {
  if (row.price_inr !== undefined) {
    row.price_kind ??= price.kind
    row.price_as_of ??= price.observed_at
  }
  if (row.kind !== undefined || mapping.constants?.kind !== undefined) return
  row.kind = typeof row.name === 'string' ? kindIn(row.name, names) : undefined
  issues.push(
    row.kind === undefined
      ? error('kind', 'is missing: its name names no kind of implement')
      : warning('kind', 'is the kind of implement in its name', String(row.kind)),
  )
}

/** A record that is found by a generated slug keeps its name and its manufacturer. */
function useSlug({ row, onCreate }: SheetRow, slug: string | undefined): void {
  if (row.slug !== undefined || slug === undefined) return
  for (const name of ['name', 'manufacturer']) {
    if (row[name] === undefined) continue
    onCreate[name] = row[name]
    delete row[name]
  }
  row.slug = slug
}

function completeManufacturer({ row, issues }: SheetRow, field: string, name: unknown, names: CatalogNames): void {
  const slug = row[field] === undefined && typeof name === 'string' ? leadingManufacturer(name, names) : undefined
  if (slug === undefined) return
  row[field] = slug
  issues.push(warning(field, 'is the manufacturer with whose name the name begins', slug))
}

function completeMachine(created: SheetRow, context: RowContext): void {
  const { names } = context
  const { row, onCreate, issues, type } = created
  if (row.slug !== undefined) return
  completeManufacturer(created, 'manufacturer', row.name, names)
  const input = row.manufacturer ?? onCreate.manufacturer
  const manufacturer = typeof input === 'string' ? input : (input as { slug?: string } | undefined)?.slug
  const { name } = row
  if (manufacturer === undefined || typeof name !== 'string') {
    for (const [path, value] of Object.entries({ manufacturer, name }))
      if (value === undefined && !issues.some((issue) => issue.path === path))
        issues.push(error(path, 'is missing, and makes the slug'))
    return
  }
  const model = withoutManufacturer(name, manufacturer, names)
  const slug = slugOf(manufacturer, model)
  if (slug === undefined) issues.push(error('slug', 'cannot be made of this name: add a column of slugs', name))
  else if (/[^\x00-\u024f]/.test(model)) issues.push(warning('name', 'has a slug made by its sound', slug))
  useSlug(created, type === 'machine' && slug !== undefined ? matchMachine(created, slug, manufacturer, context) : slug)
  const called = names.manufacturerNames.get(manufacturer) ?? (input as { name?: string }).name ?? ''
  if (model === name && type === 'machine' && called !== '' && !lettersOf(name).startsWith(lettersOf(called)))
    onCreate.name = `${called} ${name}`
}

function matchMachine(created: SheetRow, slug: string, manufacturer: string, context: RowContext): string {
  const { names, nameColumn, onOpen, refuse } = context
  const name = String(created.row.name)
  const [match, ...others] = machinesNamed(names, slug)
  if (match !== undefined && others.length === 0) {
    if (match !== slug) created.issues.push(warning('name', 'is another spelling of a machine in the catalogue', match))
    return match
  }
  const choice = nameColumn?.values.get(keyOf(name))
  if (choice === 'new') return slug
  if (choice !== undefined && machinesNamed(names, choice).includes(choice)) return choice
  const choices = nearMachines(slug, manufacturer, names)
  if (choices.length > 0) {
    onOpen(nameColumn?.header ?? '', { open: 'value', word: name, choices: [...choices, 'new'] })
    refuse(created, 'name', `may be ${choices.join(' or ')}`, name)
  }
  return slug
}

function completeListing(created: SheetRow, cells: readonly string[], context: RowContext): void {
  const { names } = context
  const { row, issues, onCreate } = created
  completeManufacturer(created, 'maker_slug', row.variant_name, names)
  if (typeof row.maker_slug === 'string') row.maker_name ??= names.manufacturerNames.get(row.maker_slug)
  identify(created, cells, context)
  row.vehicle_class ??= row.machine_class ?? onCreate.vehicle_class ?? onCreate.machine_class
  const manufacturer = row.maker_slug ?? onCreate.maker_slug
  const model = row.variant_name
  if (typeof manufacturer !== 'string' || typeof model !== 'string') return
  const bare = withoutManufacturer(model, manufacturer, names)
  const slug = slugOf(manufacturer, bare)
  row.variant_slug ??= slug
  const lead = lettersOf(model.slice(0, model.length - bare.length))
  const called = names.manufacturerNames.get(manufacturer) ?? ''
  // `NH 5620` of New Holland is `5620`; a brand of the manufacturer belongs to the name.
  if (lead === lettersOf(called) || lead === initialsOf(called)) row.variant_name = bare
  const machines = machinesNamed(names, slug ?? '')
  if (row.machine_slug !== undefined || machines.length !== 1) return
  row.machine_slug = machines[0]
  issues.push(warning('machine_slug', 'is the machine of this manufacturer and model', machines[0]))
}

/** A listing is known by its sender and the cells of its identity columns, whatever its line and the file's name. */
function identify({ row, issues }: SheetRow, cells: readonly string[], { mapping, identity, ids }: RowContext): void {
  const { own_number: number } = row
  delete row.own_number
  if (identity === undefined) return
  const values = identity.map((index) => keyOf(cells[index] ?? ''))
  if (values.every((value) => value === '')) {
    issues.push(error('id', `has no identity: ${(mapping.identity as string[]).join(' + ')} is empty`))
    return
  }
  const key = createHash('sha256')
    .update(JSON.stringify([mapping.sender, ...values]))
    .digest('hex')
    .slice(0, 32)
  row.id ??= ids.get(key) ?? (Number.parseInt(key.slice(0, 13), 16) || 1)
  row.sender = { name: mapping.sender, identity: key, ...(number !== undefined && { number: String(number) }) }
}
