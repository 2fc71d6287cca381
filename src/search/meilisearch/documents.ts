import { createHash } from 'node:crypto'
import type { Settings } from 'meilisearch'
import { classesAfter, machinesByIds, manufacturersAfter } from '../../catalog/catalogue-rows.ts'
import { builtinClasses } from '../../catalog/records.ts'
import type { Db } from '../../database/schema.ts'
import { VERSION } from '../../lib/version.ts'
import { FACETS } from '../../schema/api/values.ts'
import { EQUIPMENT } from '../../schema/records/machine-search-fields.ts'
import { expectedOf, factBits, tenthsExisting } from '../index/completeness.ts'
import { FIGURES, readFacets, readFigures, TEXT_FACETS } from '../index/schema.ts'
import { lifecycleRank, MAX_WORDS, TENTHS, tieBreakRank } from '../index/score.ts'
import { tokensOfAlias, tokensOfText } from '../index/text-tokens.ts'
import { toSearchDocument } from '../machine-document.ts'
import { type SearchClass, type SearchDocument, type SearchManufacturer, toSearchClass } from '../types.ts'
import { equipmentWords } from '../words/equipment.ts'
import { namesOf } from '../words/value-names.ts'

/** Larger than any catalogue, so totals and offsets are never cut off. */
export const MAX_HITS = 1_000_000_000

const filterable = (names: readonly string[], comparison: boolean) => ({
  attributePatterns: [...names],
  features: { facetSearch: false, filter: { equality: !comparison, comparison } },
})

/** Words are found, corrected and ranked by Meilisearch's own rules. */
export const SETTINGS: Settings = {
  searchableAttributes: ['name', 'class_words', 'aliases'],
  displayedAttributes: ['id', 'state'],
  filterableAttributes: [filterable([...FACETS, 'id'], false), filterable([...FIGURES, 'weights'], true)],
  sortableAttributes: [...FIGURES, 'id', 'rank'],
  rankingRules: ['sort', 'words', 'typo', 'exactness', 'attributeRank', 'rank:asc', 'id:asc'],
  typoTolerance: { enabled: true, disableOnNumbers: true, minWordSizeForTypos: { oneTypo: 4, twoTypos: 9 } },
  stopWords: [],
  synonyms: {},
  facetSearch: false,
  faceting: { maxValuesPerFacet: 1_000_000, sortFacetValuesBy: { '*': 'count' } },
  pagination: { maxTotalHits: MAX_HITS },
}

const prefixOf = (databaseId: string) => `yantra_${databaseId.replaceAll('-', '')}`

/** Returns a separate index name for each database, program version, settings and built-in classes. */
export function indexName(databaseId: string): string {
  const parts = JSON.stringify([VERSION, SETTINGS, builtinClasses()])
  return `${prefixOf(databaseId)}_${createHash('sha256').update(parts).digest('hex').slice(0, 16)}`
}

/** Whether an index was built for the database by another program. */
export const isOutdated = (uid: string, databaseId: string) =>
  uid.startsWith(prefixOf(databaseId)) && uid !== indexName(databaseId)

/** A machine as Meilisearch holds it. An unknown value is absent, which sorts last in both directions. */
export function toIndexDocument(
  machine: SearchDocument,
  manufacturer: SearchManufacturer | undefined,
  machineClass: SearchClass | undefined,
) {
  const facets = readFacets(machine)
  const figures = Object.entries(readFigures(machine)).filter(([, value]) => Number.isFinite(value))
  const values = TEXT_FACETS.flatMap((facet) => (facet === 'manufacturer' ? [] : (facets[facet] ?? [])))
  const name = textOf([manufacturer?.name ?? '', machine.name])
  const model = new Set(name.split(' ')).difference(new Set(textOf([manufacturer?.name ?? '']).split(' ')))
  const fitted = EQUIPMENT.flatMap((field) => equipmentWords(field, machine[field] ?? ''))
  const aliases = [...(manufacturer?.aliases ?? []), ...machine.aliases].flatMap(tokensOfAlias).map(({ word }) => word)
  const tenths = tenthsExisting(expectedOf(machineClass?.expects), ...factBits(machine.known ?? []))
  return {
    id: machine.id,
    name,
    class_words: textOf([...values.flatMap((value) => [value, ...namesOf(value)]), ...(machineClass?.words ?? [])]),
    aliases: [...new Set([textOf([machine.family ?? '']), ...fitted, ...aliases])].join(' '),
    weights: (machineClass?.loads ?? []).flatMap((load) => readFigures(machine)[load]).filter(Number.isFinite),
    rank: tieBreakRank({
      lifecycle: lifecycleRank(facets.lifecycle!),
      without_price: Number(machine.price_from_inr === null),
      name_words: Math.min(model.size, MAX_WORDS),
      missing_tenths: TENTHS - tenths,
    }),
    ...Object.fromEntries([...Object.entries(facets).filter(([, value]) => value !== null), ...figures]),
  }
}

function textOf(texts: readonly string[]): string {
  const tokens = texts.flatMap(tokensOfText).filter(({ joined }) => !joined)
  return [...new Set(tokens.map(({ word }) => word))].join(' ')
}

/** The id of the one document that is not a machine. It has no `published_at`, so searches never find it. */
export const STATE_ID = 'state'

/** What the index says of itself. Written with the last documents of a change, so it is never ahead of them. */
export interface IndexState {
  /** The revision that the index equals; null while a change is sent in batches. */
  revision: number | null
  complete: number
}

export const STATE_SEARCH = { filter: `id = "${STATE_ID}"`, attributesToRetrieve: ['state'], limit: 1 }

/** The state in the answer to STATE_SEARCH; undefined for any other shape. */
export function readState(result: unknown): IndexState | undefined {
  const { hits } = result as { hits?: { state?: IndexState }[] }
  const state = Array.isArray(hits) ? hits[0]?.state : undefined
  const isValid = (value: unknown) => value === null || Number.isSafeInteger(value)
  return state && isValid(state.revision) && Number.isSafeInteger(state.complete) ? state : undefined
}

/** Machines whose document may have changed since a revision: they, their manufacturer or their class changed. */
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

export async function readDocuments(db: Db, ids: readonly number[]) {
  const classes = new Map<string, SearchClass>()
  for (const record of [...builtinClasses(), ...(await classesAfter(db, -1))])
    classes.set(record.key, toSearchClass(record))
  const manufacturers = new Map((await manufacturersAfter(db, -1)).map((item) => [item.id, item]))
  const documents: ReturnType<typeof toIndexDocument>[] = []
  for await (const rows of machinesByIds(db, ids)) {
    for (const row of rows) {
      const manufacturer = manufacturers.get(row.manufacturer_id)
      const machine = toSearchDocument(row, JSON.parse(row.facts), manufacturer?.slug ?? '')
      documents.push(toIndexDocument(machine, manufacturer, classes.get(machine.machine_class)))
    }
  }
  return documents
}
