import type { TSchema } from 'typebox'
import { MarketListing } from '../contract/listing.ts'
import {
  ImplementSummary,
  Machine,
  MachineClass,
  MachineSummary,
  PriceItem,
  priceSummary,
} from '../contract/machine.ts'
import type { Schema } from '../contract/type.ts'
import { ceilingOf, LINKAGES, PRICE_STATE_CODES, SECTIONS, STATE_CODES } from '../contract/values.ts'
import { type RecordType, STORED } from '../database/stored.ts'
import { isObject } from '../reading/scalars.ts'
import { type Field, object, plainJson } from './check-object.ts'
import { type CellKind, cellKind, compile, fieldsOf, type Overrides } from './check-schema.ts'
import * as value from './check-value.ts'
import { guard } from './guard.ts'
import { type Check, refuse, refuseField } from './report.ts'

export { RECORD_TYPES, type RecordKey, type RecordType, STORED, type StoredOf } from '../database/stored.ts'

/** What a row of one type may have. */
export interface RowShape {
  /** For messages: "a machine". */
  what: string
  /** The field that finds the record. */
  key: 'slug' | 'key' | 'id'
  /** In stored order. */
  fields: readonly Field[]
  names: ReadonlySet<string>
  computed: ReadonlySet<string>
  schemas: ReadonlyMap<string, Schema>
  cells: ReadonlyMap<string, CellKind>
  /** Keys that name a contact are dropped, and the size is limited. */
  holdsContacts: boolean
}

const name = value.oneLine(value.filledText)
const optionalName = value.oneLine(value.text)
const names = value.list(name)
const price = value.between(1, 5_000_000_000, value.integer)
const implementPrice = value.between(1, 5_000_000_000, value.number)
const linkage = value.list(value.oneOf(LINKAGES), { unique: true })
const makerPair = object(
  [
    { name: 'slug', check: value.slug, required: true },
    { name: 'name', check: name, required: true },
  ],
  'a manufacturer reference',
)
const maker: Check = (given, report) => (isObject(given) ? makerPair(given, report) : value.slug(given, report))
const contact: Check = (given, report) =>
  isObject(given) ? plainJson(given, report) : refuse(report, 'must be an object')

/** Fields of the sheet that a class may put on its plate. */
const NUMERIC_FIELDS = Object.entries(Machine.properties)
  .filter(([name, schema]) => cellKind(schema) === 'number' && name !== 'id' && name !== 'completeness')
  .map(([name]) => name)

/** A range must not end below its start. */
const priceRange: Check = (given, report) => {
  const { price_inr, high_inr } = (given ?? {}) as { price_inr?: number; high_inr?: number }
  if (price_inr !== undefined && high_inr !== undefined && high_inr < price_inr) {
    refuseField(report, 'high_inr', 'must not be less than price_inr')
  }
  return given
}

/** A link that is itself a contact must not be shown: it counts as absent. */
const listingUrl: Check = (given, report) => {
  if (typeof given !== 'string' || given === '' || guard().guardUrl(given) !== '') return value.url(given, report)
  report.removed++
  return undefined
}

/** Leaves out photos behind such links before checking the rest. */
function contactUrlsLeftOut(check: Check): Check {
  return (given, report) => {
    if (!Array.isArray(given)) return check(given, report)
    const isContact = (row: unknown) =>
      isObject(row) && typeof row.url === 'string' && row.url !== '' && guard().guardUrl(row.url) === ''
    const kept = given.filter((row) => !isContact(row))
    report.removed += given.length - kept.length
    return check(kept, report)
  }
}

/** One check for several fields of a component. */
function each(component: string, check: Check, ...fields: string[]): Overrides {
  return Object.fromEntries(fields.map((field) => [`${component}.${field}`, check]))
}

const OVERRIDES: Overrides = {
  PriceItem: priceRange,
  'Machine.slug': value.slug,
  'Machine.name': name,
  'Machine.family': optionalName,
  'Machine.manufacturer': maker,
  'Machine.machine_class': value.knownKey,
  'Machine.kind': value.orEmpty(value.knownKey),
  'Machine.image': value.url,
  'Machine.published_at': value.anyDay,
  'MediaItem.url': value.filledUrl,
  'MediaItem.thumb_url': value.url,
  'PriceItem.observed_at': value.pastDate,
  'PriceItem.state_code': value.stateCode(PRICE_STATE_CODES),
  'PriceItem.city': optionalName,
  ...each('PriceItem', price, 'price_inr', 'high_inr'),
  'SpecGroup.label': name,
  'SpecField.label': name,
  'ImplementSummary.slug': value.slug,
  'ImplementSummary.name': name,
  'ImplementSummary.family': optionalName,
  'ImplementSummary.kind': value.knownKey,
  ...each('ImplementSummary', implementPrice, 'price_inr', 'price_high_inr'),
  'ImplementSummary.published_at': value.anyDay,
  'ImplementSummary.manufacturer': maker,
  'ImplementSummary.image': value.url,
  'ImplementSummary.fits_classes': value.list(value.knownKey, { unique: true }),
  ...each('MarketListing', value.slug, 'maker_slug', 'variant_slug'),
  ...each('MarketListing', value.orEmpty(value.slug), 'machine_slug', 'dealer_slug'),
  'MarketListing.vehicle_class': value.slugOrKey,
  'MarketListing.machine_class': value.orEmpty(value.knownKey),
  ...each('MarketListing', name, 'maker_name', 'variant_name'),
  'MarketListing.dealer_name': optionalName,
  'MarketListing.pin': value.pin,
  'MarketListing.state_code': value.stateCode(STATE_CODES),
  'MarketListing.year': value.year,
  'MarketListing.km': value.between(0, 3_000_000, value.integer),
  'MarketListing.hours': value.between(0, 300_000, value.integer),
  'MarketListing.owners': value.between(0, 100, value.integer),
  ...each('MarketListing', price, 'price_inr', 'comparable_new_inr', 'sold_price_inr'),
  'MarketListing.video_url': listingUrl,
  'MarketListing.photos': value.list(listingUrl),
  'ListingPhoto.url': value.filledUrl,
  'MachineClass.key': value.key,
  'MachineClass.kinds': value.list(value.key, { unique: true }),
  'MachineClass.synonyms': names,
  ...each('MachineClass', name, 'label', 'label_hi', 'label_ta', 'plural', 'plural_hi', 'plural_ta'),
  ...each('PlateField', name, 'label', 'label_hi', 'label_ta'),
  'PlateField.key': value.oneOf(NUMERIC_FIELDS),
  'PlateField.unit': value.anyText,
}

const listOf = (items: Schema): Schema => ({ type: 'array', items })

/** For fields outside the contract. */
const PRIVATE: Readonly<Record<string, Schema>> = {
  ...{ id: { type: 'integer' }, hp_min: { type: 'number' }, hp_max: { type: 'number' } },
  ...{ aliases: listOf({ type: 'string' }), linkage: listOf({ type: 'string', enum: LINKAGES }) },
  ...{ expects: listOf({ type: 'string' }), section: { type: 'string', enum: SECTIONS } },
  ...{ contact: { type: 'object' }, price: PriceItem as Schema },
}

const id: Field = { name: 'id', check: value.id, required: false }
const aliases: Field = { name: 'aliases', check: names, required: false }
const linkages: Field = { name: 'linkage', check: linkage, required: false }
const optional = (name: string, check: Check): Field => ({ name, check, required: false })

const priceItem = compile(PriceItem, OVERRIDES, false)
const priceItems = value.list(priceItem)

const shared = fieldsOf(MachineSummary, {})
const machineFields = fieldsOf(Machine, OVERRIDES).map((field) => {
  // A whole number in the summary is a whole number in the sheet.
  const inSummary = shared.find(({ name }) => name === field.name)
  return inSummary?.check === value.integer ? { ...field, check: value.integer } : field
})
// A sheet always has its lists; a row may omit them.
const LISTS = ['media', 'prices', 'spec']
const MACHINE_COMPUTED = ['hp_band', 'plate', 'similar', 'completeness', ...Object.keys(priceSummary)]

export const ROW_SHAPES: Readonly<Record<RecordType, RowShape>> = {
  manufacturer: shape('manufacturer', 'a manufacturer', [
    id,
    { name: 'slug', check: value.slug, required: true },
    { name: 'name', check: name, required: true },
    aliases,
    optional('colour', value.colour),
  ]),
  class: shape(
    'class',
    'a class',
    [
      ...fieldsOf(MachineClass, OVERRIDES),
      optional('section', value.oneOf(SECTIONS)),
      optional('expects', value.list(value.oneOf(Object.keys(Machine.properties)), { unique: true })),
    ],
    { schema: MachineClass, computed: ['count'] },
  ),
  machine: shape(
    'machine',
    'a machine',
    [
      ...machineFields.map((field) => (LISTS.includes(field.name) ? { ...field, required: false } : field)),
      linkages,
      aliases,
      // One price or several, each put in its place among the others by a patch.
      optional('price', (given, report) => (Array.isArray(given) ? priceItems : priceItem)(given, report)),
    ],
    { schema: Machine, computed: MACHINE_COMPUTED },
  ),
  implement: shape(
    'implement',
    'an implement',
    [
      ...fieldsOf(ImplementSummary, OVERRIDES),
      optional('hp_min', value.number),
      optional('hp_max', value.number),
      linkages,
    ],
    { schema: ImplementSummary },
  ),
  listing: shape('listing', 'a listing', [...fieldsOf(MarketListing, OVERRIDES), optional('contact', contact)], {
    schema: MarketListing,
    holdsContacts: true,
  }),
}

function shape(
  type: RecordType,
  what: string,
  all: readonly Field[],
  options: { schema?: TSchema; computed?: readonly string[]; holdsContacts?: boolean } = {},
): RowShape {
  const { key } = STORED[type]
  const computed = new Set(options.computed)
  const { properties = {} } = (options.schema ?? {}) as Schema
  const fields = all
    .filter(({ name }) => !computed.has(name))
    // Only a listing comes with its id; others get one.
    .map((field) => (field.name === 'id' ? { ...id, required: key === 'id' } : field))
    .map((field) => {
      const most = ceilingOf(field.name)
      return most === undefined ? field : { ...field, check: value.between(0, most, field.check) }
    })
    .map((field) => (field.name === 'photo_rows' ? { ...field, check: contactUrlsLeftOut(field.check) } : field))
  const schemas = new Map(fields.map(({ name }) => [name, PRIVATE[name] ?? properties[name] ?? {}]))
  return {
    what,
    key,
    fields,
    names: new Set(fields.map(({ name }) => name)),
    computed,
    schemas,
    cells: new Map([...schemas].map(([name, schema]) => [name, cellKind(schema)])),
    holdsContacts: options.holdsContacts ?? false,
  }
}
