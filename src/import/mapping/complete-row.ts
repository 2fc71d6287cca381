import { createHash } from 'node:crypto'
import type { JsonObject } from '../check-object.ts'
import { ROW_SHAPES } from '../row-shapes.ts'
import { slugOf } from '../slugs.ts'
import type { Mapping } from './mapping.ts'
import {
  type CatalogNames,
  initialsOf,
  kindIn,
  leadingManufacturer,
  nearMachines,
  withoutManufacturer,
} from './names.ts'
import type { MappedColumn } from './read-cell.ts'
import type { OpenValue } from './read-figure.ts'
import type { SheetRow } from './sheet-row.ts'
import { lettersOf } from './words.ts'

/** What rows are completed with. */
export interface Completion {
  mapping: Mapping
  names: CatalogNames
  onCreate: JsonObject
  /** What every price has that its columns do not say. */
  price: JsonObject
  /** The columns that identify a row; undefined while nobody chose them. */
  identity: readonly number[] | undefined
  ids: ReadonlyMap<string, number>
  nameColumn: MappedColumn | undefined
  onOpen: (header: string, open: OpenValue) => void
  refuse: (created: SheetRow, field: string, reason: string, result: string) => void
}

/** Makes what other cells imply: prices of several columns, slugs, the id of a listing and its machine. */
export function completeRow(
  created: SheetRow,
  prices: readonly JsonObject[],
  cells: readonly string[],
  completion: Completion,
): void {
  const { row, type } = created
  const { mapping, onCreate } = completion
  const allowed =
    type === mapping.type
      ? Object.entries(onCreate)
      : Object.entries(onCreate).filter(([name]) => ROW_SHAPES[type!].names.has(name))
  created.onCreate = Object.fromEntries(allowed)
  if (type === 'machine') completePrices(created, prices, completion.price)
  if (type === 'implement') completeImplement(created, completion)
  if (type === 'machine' || type === 'implement') completeMachine(created, completion)
  if (type === 'manufacturer' && typeof row.name === 'string') useSlug(created, slugOf(row.name))
  if (type === 'listing') completeListing(created, cells, completion)
  for (const name of Object.keys(row)) delete created.onCreate[name]
}

function completePrices({ row, left }: SheetRow, prices: readonly JsonObject[], fixed: JsonObject): void {
  const { price: shared, ...others } = row
  const all = prices.map((price) => ({ ...fixed, ...(shared as JsonObject | undefined), ...price }))
  for (const name of Object.keys(row)) delete row[name]
  Object.assign(row, others, all.length > 0 && { price: all.length === 1 ? all[0] : all })
  // A part that holds for all prices of the row was not understood.
  if (left.faults.some(({ path }) => path.startsWith('price.')) && all.length > 0) delete row.price
}

function completeImplement({ row, notes, problems }: SheetRow, { price, names, mapping }: Completion): void {
  if (row.price_inr !== undefined) {
    row.price_kind ??= price.kind
    row.price_as_of ??= price.observed_at
    for (const name of ['price_kind', 'price_as_of']) if (row[name] === undefined) delete row[name]
  }
  if (row.kind !== undefined || mapping.constants?.kind !== undefined) return
  row.kind = typeof row.name === 'string' ? kindIn(row.name, names) : undefined
  if (row.kind === undefined) {
    delete row.kind
    problems.push({ path: 'kind', reason: 'is missing: its name names no kind of implement' })
  } else notes.push({ path: 'kind', reason: 'is the kind of implement in its name', found: String(row.kind) })
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

/** Without a column of manufacturers, the known one with whose name the name begins. */
function completeManufacturer({ row, notes }: SheetRow, field: string, name: unknown, names: CatalogNames): void {
  if (row[field] !== undefined || typeof name !== 'string') return
  const slug = leadingManufacturer(name, names)
  if (slug === undefined) return
  row[field] = slug
  notes.push({ path: field, reason: 'is the manufacturer with whose name the name begins', found: slug })
}

function completeMachine(created: SheetRow, completion: Completion): void {
  const { names, nameColumn, onOpen, refuse } = completion
  const { row, onCreate, problems, notes, type } = created
  if (row.slug !== undefined) return
  completeManufacturer(created, 'manufacturer', row.name, names)
  const input = row.manufacturer ?? onCreate.manufacturer
  const manufacturer = typeof input === 'string' ? input : (input as { slug?: string } | undefined)?.slug
  const { name } = row
  if (manufacturer === undefined || typeof name !== 'string') {
    for (const [path, value] of Object.entries({ manufacturer, name }))
      if (value === undefined && !problems.some((problem) => problem.path === path))
        problems.push({ path, reason: 'is missing, and makes the slug' })
    return
  }
  const model = withoutManufacturer(name, manufacturer, names)
  const slug = slugOf(manufacturer, model)
  if (/[^\x00-\u024f]/.test(model))
    notes.push({ path: 'name', reason: 'has a slug made by its sound', found: slug ?? name })
  if (slug === undefined)
    problems.push({ path: 'slug', reason: 'cannot be made of this name: add a column of slugs', found: name })
  const machines = type === 'machine' && slug !== undefined ? (names.machines.get(slug.replaceAll('-', '')) ?? []) : []
  let match = machines.length === 1 ? machines[0] : undefined
  if (match !== undefined && match !== slug)
    notes.push({ path: 'name', reason: 'is another spelling of a machine in the catalogue', found: match })
  const choice = nameColumn?.values.get(lettersOf(name) || name)
  if (match === undefined && type === 'machine' && slug !== undefined && choice !== 'new') {
    if (choice !== undefined && names.machines.get(choice.replaceAll('-', ''))?.includes(choice)) match = choice
    else {
      const choices = nearMachines(slug, manufacturer, names)
      if (choices.length > 0) {
        onOpen(nameColumn?.header ?? '', { open: 'value', word: name, choices: [...choices, 'new'] })
        refuse(created, 'name', `may be ${choices.join(' or ')}`, name)
      }
    }
  }
  useSlug(created, match ?? slug)
  if (model !== name) return
  const called = names.manufacturerNames.get(manufacturer) ?? (input as { name?: string }).name ?? ''
  if (type === 'machine' && called !== '' && !lettersOf(name).startsWith(lettersOf(called)))
    onCreate.name = `${called} ${name}`
}

function completeListing(created: SheetRow, cells: readonly string[], completion: Completion): void {
  const { names } = completion
  const { row, notes, onCreate } = created
  completeManufacturer(created, 'maker_slug', row.variant_name, names)
  if (typeof row.maker_slug === 'string') row.maker_name ??= names.manufacturerNames.get(row.maker_slug)
  const manufacturer = row.maker_slug ?? onCreate.maker_slug
  const model = row.variant_name
  identify(created, cells, completion)
  if (typeof manufacturer === 'string' && typeof model === 'string') {
    const bare = withoutManufacturer(model, manufacturer, names)
    const slug = slugOf(manufacturer, bare)
    row.variant_slug ??= slug
    const lead = lettersOf(model.slice(0, model.length - bare.length))
    const called = names.manufacturerNames.get(manufacturer) ?? ''
    // `NH 5620` of New Holland is `5620`; a brand of the manufacturer belongs to the name.
    if (lead === lettersOf(called) || lead === initialsOf(called)) row.variant_name = bare
    const machines = names.machines.get(slug?.replaceAll('-', '') ?? '') ?? []
    if (row.machine_slug === undefined && machines.length === 1) {
      row.machine_slug = machines[0]
      notes.push({ path: 'machine_slug', reason: 'is the machine of this manufacturer and model', found: machines[0] })
    }
  }
  row.vehicle_class ??= row.machine_class ?? onCreate.vehicle_class ?? onCreate.machine_class
  for (const name of ['variant_slug', 'vehicle_class']) if (row[name] === undefined) delete row[name]
}

/** A listing is known by its sender and the cells of its identity columns, whatever its line and the file's name. */
function identify(created: SheetRow, cells: readonly string[], { mapping, identity, ids }: Completion): void {
  const { row, problems } = created
  const { own_number: number } = row
  delete row.own_number
  if (identity === undefined) return
  const values = identity.map((index) => lettersOf(cells[index] ?? '') || (cells[index] ?? ''))
  if (values.every((value) => value === '')) {
    problems.push({ path: 'id', reason: `has no identity: ${(mapping.identity as string[]).join(' + ')} is empty` })
    return
  }
  const key = createHash('sha256')
    .update(JSON.stringify([mapping.sender, ...values]))
    .digest('hex')
    .slice(0, 32)
  row.id ??= ids.get(key) ?? (Number.parseInt(key.slice(0, 13), 16) || 1)
  row.sender = { name: mapping.sender, identity: key, ...(number !== undefined && { number: String(number) }) }
}
