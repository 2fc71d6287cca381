import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { summarisePrices } from '../../src/catalog/price-summary.ts'
import type { ClassRecord } from '../../src/catalog/records.ts'
import type { PriceItem } from '../../src/schema/api/machine.ts'
import { EQUIPMENT } from '../../src/schema/records/machine-search-fields.ts'
import type { TermLookup } from '../../src/search/parser/term-lookup.ts'
import { powerNeeded } from '../../src/search/power-needed.ts'
import { createSearchIndex, type SearchIndex } from '../../src/search/search-index.ts'
import {
  type SearchClass,
  type SearchDocument,
  type SearchManufacturer,
  toSearchClass,
} from '../../src/search/types.ts'
import type { Catalogue } from './oracle.ts'
import { takeDocuments } from './take-documents.ts'

export interface SampleIndex {
  index: SearchIndex
  machines: Map<number, SearchDocument & { slug: string }>
  catalogue: Catalogue
}

/** The fields read here; those of other types of row are absent. */
interface SampleRow extends Omit<SearchDocument, 'id' | 'price_from_inr'> {
  type: string
  prices: PriceItem[]
  slug: string
  key: string
  hp_min: number | null
  hp_max: number | null
  fits_classes: string[]
}

const SAMPLE = new URL('../../sample/', import.meta.url)
function readText(file: URL): string {
  const bytes = readFileSync(file)
  return String(file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes)
}

const lines = (file: string): SampleRow[] =>
  readText(new URL(file, SAMPLE))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const exists = (value: unknown) => value !== null && value !== undefined && value !== ''

/** The bundled sample catalogue, read straight from its files, and import files beside it; ids follow the order of the lines. */
export function readSampleIndex(today = '2026-11-15', files: readonly string[] = []): SampleIndex {
  const manufacturers: SearchManufacturer[] = []
  const classes: SearchClass[] = []
  const tools: Parameters<typeof powerNeeded>[0][number][] = []
  const machines = new Map<number, SearchDocument & { slug: string }>()
  const slugs = new Set<string>()
  const more = files.flatMap((file) => lines(pathToFileURL(file).href))
  for (const row of [...lines('classes.ndjson'), ...lines('catalogue.ndjson'), ...more]) {
    const value = <K extends keyof SampleRow>(name: K) => row[name] ?? null
    switch (row.type) {
      case 'manufacturer':
        slugs.add(row.slug)
        manufacturers.push({ slug: row.slug, name: row.name, aliases: row.aliases ?? [] })
        break
      case 'class': {
        classes.push(toSearchClass(row as unknown as ClassRecord))
        break
      }
      case 'implement':
        if (row.published_at !== null && row.published_at <= today)
          tools.push({ ...row, kind: row.kind!, fits_classes: row.fits_classes ?? [] })
        break
      case 'machine': {
        const manufacturer = row.manufacturer as string | { slug: string; name: string }
        const slug = typeof manufacturer === 'string' ? manufacturer : manufacturer.slug
        if (typeof manufacturer !== 'string' && !slugs.has(slug)) manufacturers.push({ ...manufacturer, aliases: [] })
        slugs.add(slug)
        const id = machines.size + 1
        machines.set(id, {
          id,
          slug: row.slug,
          name: row.name,
          manufacturer: slug,
          machine_class: row.machine_class,
          aliases: row.aliases ?? [],
          kind: value('kind'),
          family: value('family'),
          ...Object.fromEntries(EQUIPMENT.map((field) => [field, value(field)])),
          power_source: value('power_source'),
          wheel_drive: value('wheel_drive'),
          lifecycle: row.lifecycle,
          section: row.section ?? 'construction',
          engine_hp: value('engine_hp'),
          operating_weight_kg: value('operating_weight_kg'),
          lift_capacity_kg: value('lift_capacity_kg'),
          lift_capacity_t: value('lift_capacity_t'),
          payload_kg: value('payload_kg'),
          rated_load_kg: value('rated_load_kg'),
          tipping_load_kg: value('tipping_load_kg'),
          cylinders: value('cylinders'),
          price_from_inr: summarisePrices(row.prices ?? []).price_from_inr,
          price_kind: summarisePrices(row.prices ?? []).price_kind,
          launched_at: value('launched_at'),
          published_at: value('published_at'),
          known: [
            ...Object.keys(row).filter((name) => exists(row[name as keyof SampleRow])),
            ...(row.prices?.length ? ['price_from_inr'] : []),
          ],
        })
      }
    }
  }
  const powerFor: TermLookup['powerFor'] = (...requested) => powerNeeded(tools, ...requested)
  const index = createSearchIndex(today, powerFor)
  index.apply({ manufacturers, classes })
  takeDocuments(index, machines.values())
  const bySlug = new Map(manufacturers.map((manufacturer) => [manufacturer.slug, manufacturer]))
  const byKey = new Map(classes.map((its) => [its.key, its]))
  return { index, machines, catalogue: { makers: bySlug, classes: byKey, machines, today, powerFor } }
}
