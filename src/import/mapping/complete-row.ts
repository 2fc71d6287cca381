import { createHash } from 'node:crypto'
import type { JsonObject } from '../check-object.ts'
import { ROW_SHAPES } from '../row-shapes.ts'
import { slugOf } from '../slugs.ts'
import type { Recipe } from './mapping.ts'
import { initialsOf, type KnownNames, kindIn, leadingMaker, withoutMaker } from './names.ts'
import type { SheetRow } from './sheet-row.ts'
import { lettersOf } from './words.ts'

/** What rows are completed with. */
export interface Completion {
  type: Recipe['type']
  names: KnownNames
  sender: string
  file: string
  /** What a record gets that is not there yet. */
  whenNew: JsonObject
  /** What every price has that its columns do not say. */
  price: JsonObject
}

/** Makes what other cells say: prices of several columns, slugs, the id of a listing and the machine that it is. */
export function complete(made: SheetRow, amounts: readonly JsonObject[], completion: Completion): void {
  const type = made.type ?? completion.type
  const { row } = made
  made.whenNew = { ...completion.whenNew }
  if (completion.type === 'machine') completePrices(made, amounts, completion.price)
  if (made.type === 'implement') becomeImplement(made, completion)
  if (type === 'implement' && row.price_inr !== undefined) {
    row.price_kind ??= completion.price.kind
    row.price_as_of ??= completion.price.observed_at
    for (const name of ['price_kind', 'price_as_of']) if (row[name] === undefined) delete row[name]
  }
  if (type === 'machine' || type === 'implement') completeMachine(made, { ...completion, type })
  if (type === 'manufacturer' && typeof row.name === 'string') madeSlug(made, slugOf(row.name))
  if (type === 'listing') completeListing(made, completion)
  for (const name of Object.keys(row)) delete made.whenNew[name]
}

function completePrices({ row, left }: SheetRow, amounts: readonly JsonObject[], fixed: JsonObject): void {
  const { price: shared, ...others } = row
  const all = amounts.map((amount) => ({ ...fixed, ...(shared as JsonObject | undefined), ...amount }))
  for (const name of Object.keys(row)) delete row[name]
  Object.assign(row, others, all.length > 0 && { price: all.length === 1 ? all[0] : all })
  // What holds for all prices of the row was not understood.
  if (left.faults.some(({ path }) => path.startsWith('price.')) && all.length > 0) delete row.price
}

/** A row among machines that is an implement: what only machines have is left out, and told. */
function becomeImplement({ row, whenNew, left, notes, problems }: SheetRow, { names }: Completion): void {
  const { engine_hp: power, price, machine_class: _, ...others } = row
  for (const name of Object.keys(row)) delete row[name]
  for (const name of Object.keys(whenNew)) if (!ROW_SHAPES.implement.names.has(name)) delete whenNew[name]
  for (const [name, value] of Object.entries(others))
    if (ROW_SHAPES.implement.names.has(name)) row[name] = value
    else left.faults.push({ path: name, reason: 'is nothing that an implement has', found: String(value) })
  if (power !== undefined) {
    row.hp_min ??= power
    notes.push({
      path: 'hp_min',
      reason: 'is the power that it needs: an implement has no engine',
      found: String(power),
    })
  }
  const [first, ...more] = [(price ?? []) as JsonObject | JsonObject[]].flat()
  if (first) {
    const { price_inr, high_inr: price_high_inr, kind: price_kind, observed_at: price_as_of } = first
    const priced = { price_inr, price_high_inr, price_kind, price_as_of }
    for (const [name, value] of Object.entries(priced)) if (value !== undefined) row[name] = value
  }
  for (const { kind, price_inr } of more)
    left.faults.push({ path: 'price', reason: 'is one too many for an implement', found: `${kind} ${price_inr}` })
  if (row.kind !== undefined) return
  row.kind = typeof row.name === 'string' ? kindIn(row.name, names) : undefined
  if (row.kind === undefined) problems.push({ path: 'kind', reason: 'is missing: its name names no kind of implement' })
  else notes.push({ path: 'kind', reason: 'is the kind of implement that the name names', found: String(row.kind) })
}

const makerOf = (given: unknown) => (typeof given === 'string' ? given : (given as { slug?: string } | undefined)?.slug)

/** A record that is found by a slug made here keeps its name and its maker. */
function madeSlug({ row, whenNew }: SheetRow, slug: string | undefined): void {
  if (row.slug !== undefined || slug === undefined) return
  for (const name of ['name', 'manufacturer']) {
    if (row[name] === undefined) continue
    whenNew[name] = row[name]
    delete row[name]
  }
  row.slug = slug
}

/** A maker that no cell names is the known one with which the name begins. */
function completeMaker({ row, notes }: SheetRow, field: string, name: unknown, names: KnownNames): void {
  if (row[field] !== undefined || typeof name !== 'string') return
  const maker = leadingMaker(name, names)
  if (maker === undefined) return
  row[field] = maker
  notes.push({ path: field, reason: 'is the maker with whose name the name begins', found: maker })
}

function completeMachine(made: SheetRow, { type, names }: Completion): void {
  const { row, whenNew, problems, notes } = made
  if (row.slug !== undefined) return
  completeMaker(made, 'manufacturer', row.name, names)
  const maker = makerOf(row.manufacturer ?? whenNew.manufacturer)
  const { name } = row
  if (maker === undefined || typeof name !== 'string') {
    for (const [path, value] of Object.entries({ manufacturer: maker, name }))
      if (value === undefined && !problems.some((one) => one.path === path))
        problems.push({ path, reason: 'is missing, and makes the slug' })
    return
  }
  const given = row.manufacturer ?? whenNew.manufacturer
  const model = withoutMaker(name, maker, names)
  const slug = slugOf(maker, model)
  if (/[^\x00-\u024f]/.test(model)) notes.push({ path: 'name', reason: 'makes its slug by sound', found: slug ?? name })
  const alike = type === 'machine' && slug !== undefined ? (names.machines.get(slug.replaceAll('-', '')) ?? []) : []
  if (slug === undefined)
    problems.push({ path: 'slug', reason: 'cannot be made of this name: give it a column', found: name })
  const known = alike.length === 1 ? alike[0] : undefined
  if (known !== undefined && known !== slug)
    notes.push({ path: 'name', reason: 'is another spelling of a machine that is there', found: known })
  madeSlug(made, known ?? slug)
  if (model !== name) return
  const called = names.makerNames.get(maker) ?? (given as { name?: string }).name ?? ''
  if (type === 'machine' && called !== '' && !lettersOf(name).startsWith(lettersOf(called)))
    whenNew.name = `${called} ${name}`
}

function completeListing(made: SheetRow, { names, sender, file }: Completion): void {
  const { row, notes, number, whenNew } = made
  completeMaker(made, 'maker_slug', row.variant_name, names)
  if (typeof row.maker_slug === 'string') row.maker_name ??= names.makerNames.get(row.maker_slug)
  const maker = row.maker_slug ?? whenNew.maker_slug
  const model = row.variant_name
  const { own_number: own } = row
  delete row.own_number
  row.id ??= own === undefined ? ownId(sender, file, number) : idByOwnNumber(sender, String(own))
  if (typeof maker === 'string' && typeof model === 'string') {
    const bare = withoutMaker(model, maker, names)
    const slug = slugOf(maker, bare)
    row.variant_slug ??= slug
    const lead = lettersOf(model.slice(0, model.length - bare.length))
    const called = names.makerNames.get(maker) ?? ''
    // `NH 5620` of New Holland is `5620`; a brand of the maker belongs to the name.
    if (lead === lettersOf(called) || lead === initialsOf(called)) row.variant_name = bare
    const alike = names.machines.get(slug?.replaceAll('-', '') ?? '') ?? []
    if (row.machine_slug === undefined && alike.length === 1) {
      row.machine_slug = alike[0]
      notes.push({ path: 'machine_slug', reason: 'is the machine of this maker and model', found: alike[0] })
    }
  }
  row.vehicle_class ??= row.machine_class ?? whenNew.machine_class
  for (const name of ['variant_slug', 'vehicle_class']) if (row[name] === undefined) delete row[name]
}

/** Returns the id of a listing by the number that its sender gives it. */
export const idByOwnNumber = (sender: string, number: string): number => ownId(sender, 'number', number)

/** The id of a listing whose sheet has none: of its sender and its own number, else of file and line. */
const ownId = (...of: readonly (string | number)[]) =>
  Number.parseInt(createHash('sha256').update(of.join('\n')).digest('hex').slice(0, 13), 16) || 1
