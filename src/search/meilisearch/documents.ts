import { classesAfter, machinesByIds, manufacturersAfter } from '../../catalog/catalogue-rows.ts'
import { builtinClasses } from '../../catalog/records.ts'
import type { Db } from '../../database/schema.ts'
import { spelledLetters } from '../../lib/text/letter-names.ts'
import { tokenize } from '../../lib/text/normalize.ts'
import { EQUIPMENT } from '../../schema/records/machine-search-fields.ts'
import { ATTRIBUTES, type AttributeName, readAttributes } from '../index/attributes.ts'
import { expectedOf, factBits, tenthsExisting } from '../index/completeness.ts'
import { MAX_WORDS, standing } from '../index/costs.ts'
import { columnValue, FIGURES, type FigureName } from '../index/figures.ts'
import { toSearchDocument } from '../machine-document.ts'
import { type SearchClass, type SearchDocument, type SearchManufacturer, toSearchClass } from '../types.ts'
import { equipmentWords } from '../words/equipment.ts'
import { namesOf } from '../words/value-names.ts'
import { type FieldWords, toAliasWords, toFieldText, toFieldWords } from './text.ts'

/**
 * Searchable texts, best place first: the first word of the name, names, one-word names of classes and kinds, their
 * longer names, aliases. Words that are only found joined or split come one place later.
 */
export const TEXTS = ['text_lead', 'text_name', 'text_shared', 'text_part', 'text_alias', 'text_rest'] as const
type TextName = (typeof TEXTS)[number]

/** Dates as numbers: 20261115. */
type IndexFigures = Partial<Record<FigureName, number>>

/** A machine as Meilisearch holds it. An unknown value is absent, which sorts last in both directions. */
export interface IndexDocument extends Partial<Record<TextName | AttributeName, string>>, IndexFigures {
  id: number
  manufacturer: string
  /** The plate's figures in kilograms. */
  loads: number[]
  /** Equally relevant machines: those by standing in costs.ts. */
  stage: number
}

export function toIndexDocument(
  machine: SearchDocument,
  manufacturer: SearchManufacturer | undefined,
  machineClass: SearchClass | undefined,
): IndexDocument {
  const shared = manufacturerWords(manufacturer)
  const self = [...readingsOf(machine.name).difference(shared.readings)]
  const lead = toFieldWords(self.slice(0, 1), 'own')
  const names = toFieldWords([machine.name], 'own')
  const aliases = toAliasWords(machine.aliases, 'own')
  const attributes = attributeWords(machine, machineClass)
  const equipment = EQUIPMENT.flatMap((field) => equipmentWords(field, machine[field] ?? ''))
  const family = toFieldWords([...input([machine.family]), ...equipment], 'own')
  const tenths = tenthsExisting(expectedOf(machineClass?.expects), ...factBits(machine.known ?? []))
  const document: { [K in keyof IndexDocument]: IndexDocument[K] | null | undefined } = {
    id: machine.id,
    text_lead: toFieldText(lead.alone),
    text_name: toFieldText(names.alone, shared.name.alone),
    text_shared: toFieldText(attributes.whole.alone, lead.together, names.together, shared.name.together),
    text_part: toFieldText(attributes.part.alone),
    text_alias: toFieldText(family.alone, aliases.alone, shared.aliases.alone, attributes.whole.together),
    text_rest: toFieldText(attributes.part.together, family.together, aliases.together, shared.aliases.together),
    loads: loadsOf(machine, machineClass),
    manufacturer: machine.manufacturer,
    ...Object.fromEntries(readAttributes(machine).map((value, i) => [ATTRIBUTES[i]!.name, value])),
    ...Object.fromEntries(FIGURES.map(({ name, kind }) => [name, machine[name] && columnValue(kind, machine[name])])),
    stage: standing(machine.lifecycle, machine.price_from_inr !== null, Math.min(self.length, MAX_WORDS), tenths),
  }
  return Object.fromEntries(
    Object.entries(document).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as IndexDocument
}

function loadsOf(machine: SearchDocument, machineClass = NO_CLASS): number[] {
  return machineClass.loads.flatMap((name) => {
    const kind = FIGURES.find((figure) => figure.name === name)!.kind
    return machine[name] === null ? [] : [columnValue(kind, machine[name])]
  })
}

/** The one-word names of a class, kind, power source or drive, and the longer ones. */
interface AttributeWords {
  whole: FieldWords
  part: FieldWords
}

interface ManufacturerWords {
  name: FieldWords
  aliases: FieldWords
  readings: Set<string>
}

/** Shared words are made once for each record object. */
const manufacturers = new WeakMap<SearchManufacturer, ManufacturerWords>()
const classes = new WeakMap<SearchClass, Map<string, AttributeWords>>()
const NO_MANUFACTURER: SearchManufacturer = { slug: '', name: '', aliases: [] }
const NO_CLASS: SearchClass = { key: '', words: [], loads: [] }

const manufacturerWords = (manufacturer = NO_MANUFACTURER) =>
  manufacturers.getOrInsertComputed(manufacturer, ({ name, aliases }) => ({
    name: toFieldWords([name], 'own'),
    aliases: toAliasWords(aliases, 'shared'),
    readings: readingsOf(name),
  }))

function attributeWords({ kind, power_source, wheel_drive }: SearchDocument, machineClass = NO_CLASS): AttributeWords {
  const values = input([kind, power_source, wheel_drive])
  const existing = classes.getOrInsertComputed(machineClass, () => new Map())
  return existing.getOrInsertComputed(JSON.stringify([kind, power_source, wheel_drive]), () => {
    const texts = [...values.flatMap((value) => [value, ...namesOf(value)]), ...machineClass.words]
    const parts = texts.filter((text) => tokenize(text).length > 1)
    const wholes = texts.filter((text) => !parts.includes(text))
    return { whole: toFieldWords(wholes, 'shared'), part: toFieldWords(parts, 'shared') }
  })
}

/** The distinct words of a text in order, and the letters that letter names spell. */
function readingsOf(text: string): Set<string> {
  return new Set(tokenize(text).flatMap((word) => [word, ...spelledLetters(word)]))
}

function input(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text) => typeof text === 'string')
}

/** Machines whose document may have changed since a revision: they, their maker or their class changed. */
export async function machinesChangedSince(db: Db, revision: number): Promise<number[]> {
  const changed = db
    .selectFrom('machines')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('revision', '>', revision),
        eb('manufacturer_id', 'in', eb.selectFrom('manufacturers').select('id').where('revision', '>', revision)),
        eb('class_key', 'in', eb.selectFrom('classes').select('key').where('revision', '>', revision)),
      ]),
    )
  return (await changed.orderBy('id').execute()).map(({ id }) => id)
}

type SharedRecords = Awaited<ReturnType<typeof readShared>>

/** Makers by id and classes by key. */
export async function readShared(db: Db) {
  const classes = new Map<string, SearchClass>()
  for (const record of builtinClasses()) classes.set(record.key, toSearchClass(record))
  for (const record of await classesAfter(db, -1)) classes.set(record.key, toSearchClass(record))
  const manufacturers = new Map<number, SearchManufacturer>(
    (await manufacturersAfter(db, -1)).map((manufacturer) => [manufacturer.id, manufacturer]),
  )
  return { makers: manufacturers, classes }
}

export async function readDocuments(
  db: Db,
  ids: readonly number[],
  { makers: manufacturers, classes }: SharedRecords,
): Promise<IndexDocument[]> {
  const documents: IndexDocument[] = []
  for await (const rows of machinesByIds(db, ids)) {
    for (const row of rows) {
      const manufacturer = manufacturers.get(row.manufacturer_id)
      const machine = toSearchDocument(row, JSON.parse(row.facts), manufacturer?.slug ?? '')
      documents.push(toIndexDocument(machine, manufacturer, classes.get(machine.machine_class)))
    }
  }
  return documents
}
