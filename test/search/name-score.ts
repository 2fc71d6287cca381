import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { builtinClasses, type ClassRecord } from '../../src/catalog/records.ts'
import { tokenize } from '../../src/lib/text/normalize.ts'
import { createSearchIndex } from '../../src/search/search-index.ts'
import {
  EMPTY_QUERY,
  type SearchClass,
  type SearchDocument,
  type SearchManufacturer,
  toSearchClass,
} from '../../src/search/types.ts'
import type { Catalogue } from './oracle.ts'
import { readSampleIndex } from './sample-index.ts'
import { takeDocuments } from './take-documents.ts'

/**
 * Whether machines are found first by their own names: as written, in lower case, with "price" or the
 * name of their class behind. `node test/search/name-score.ts FILE…` scores rows of import files, gzipped or not; a number in place
 * of a file makes so many names, `sample` takes the bundled catalogue.
 */
const FORMS: ((name: string, itsClass: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => `${name} price`,
  (name, itsClass) => `${name} ${itsClass}`.toLowerCase(),
]

/** Tells which of the names do not give their machine first, or one of the very same name. */
export function scoreNames(catalogue: Catalogue) {
  const search = inMemory(catalogue)
  const wholeOf = ({ name, manufacturer }: SearchDocument) => {
    const brand = tokenize(catalogue.makers.get(manufacturer)?.name ?? '')
    const words = tokenize(name)
    return words.slice(words.findIndex((word) => !brand.includes(word))).join(' ')
  }
  const missed: string[] = []
  let requested = 0
  for (const machine of catalogue.machines.values()) {
    if (machine.published_at === null || machine.published_at > catalogue.today) continue
    const itsClass = catalogue.classes.get(machine.machine_class)?.words[0] ?? ''
    for (const form of FORMS) {
      const q = form(machine.name, itsClass)
      requested++
      const first = search(q)
      const result = first === undefined ? undefined : catalogue.machines.get(first)!
      if (result?.id !== machine.id && (result === undefined || wholeOf(result) !== wholeOf(machine)))
        missed.push(`${q} → ${result?.name ?? 'nothing'}`)
    }
  }
  return { asked: requested, missed }
}

const WORDS = 'DI,XP,Plus,Power,Turbo,Super,New,Classic,Pro,NX,Same,Max,Power Plus'.split(',')
const SHAPES: ((number: number, word: string) => string)[] = [
  (number, word) => `${number} ${word} 4x4`,
  (number, word) => `${number} ${word} 4WD`,
  (number, word) => `${word} ${number} 4w`,
  (number, word) => `${number} ${word} 2wd`,
  (number, word) => `6+2 ${number} ${word} 4WD`,
  (number, word) => `${number % 10}-${number} RS ${word}`,
  (number, word) => `${word} ${number} Hp Rx`,
  (number, word) => `${number} ${word} Cr`,
  (number, word) => `${word} ${number} Lakh`,
  (number, word) => `${number} ${word} 12 ton`,
  (number, word) => `${number} ${word} 3 cyl.`,
  (number, word) => `${number}E ${word}`,
  (number, word) => `${number}H ${word}`,
  (number, word) => `${number} ${word} (MY 2024)`,
  (number, word) => `${word} ${number} Plus`,
  (number, word) => `${number}K ${word}`,
  (number, word) => `${number}, ${number + 40} - ${number + 80} ${word}`,
  (number, word) => `Tractor ${number} Tractor ${word}`,
  (number, word) => `${word} ${number} Tractor Z`,
  (number, word) => `${word} ${number} Deluxe Sport Edition Four Seat Long Base Tractor`,
]
const MANUFACTURERS = ['Mahindra', 'Swaraj', 'John Deere', 'Same', 'New Holland', 'Hitachi', 'Case IH', 'Kubota']

/** Machines with names in the shapes that could be read as something else. */
export function generateNames(count: number): Catalogue {
  const names = Array.from({ length: count }, (_, i) => {
    const shape = SHAPES[i % SHAPES.length]!
    const rest = Math.floor(i / SHAPES.length)
    const manufacturer = MANUFACTURERS[rest % MANUFACTURERS.length]!
    const word = WORDS[Math.floor(rest / MANUFACTURERS.length) % WORDS.length]!
    return {
      maker: manufacturer,
      name: `${manufacturer} ${shape(21 + Math.floor(rest / MANUFACTURERS.length / WORDS.length) * 37, word)}`,
    }
  })
  return catalogueOf(
    names.map(({ maker: manufacturer, name }) => ({
      maker: { slug: tokenize(manufacturer).join('-'), name: manufacturer },
      name,
    })),
  )
}

interface Named {
  name: string
  maker: { slug: string; name: string }
  machine_class?: string
}

function catalogueOf(rows: readonly Named[], more: readonly ClassRecord[] = []): Catalogue {
  const { machines: sample, catalogue } = readSampleIndex()
  const classes = new Map<string, SearchClass>()
  for (const record of [...builtinClasses(), ...more]) classes.set(record.key, toSearchClass(record))
  const manufacturers = new Map<string, SearchManufacturer>()
  const machines = new Map<number, SearchDocument>()
  const unknown = Object.fromEntries(
    Object.keys(sample.get(1)!).map((field) => [field, null]),
  ) as unknown as SearchDocument
  rows.forEach(({ name, maker: manufacturer, machine_class = 'tractor' }, i) => {
    manufacturers.set(manufacturer.slug, { ...manufacturer, aliases: [] })
    const existing = { id: i + 1, name, manufacturer: manufacturer.slug, machine_class, aliases: [] }
    machines.set(i + 1, { ...unknown, ...existing, lifecycle: 'current', section: 'farm', published_at: '2025-01-01' })
  })
  return { ...catalogue, makers: manufacturers, classes, machines }
}

/** The machines of an import file. */
export function readNames(file: string): Catalogue {
  const bytes = readFileSync(file)
  const rows = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const machines = rows.filter(({ type }) => type === 'machine')
  return catalogueOf(
    machines.map(({ manufacturer, ...row }) => ({ ...row, maker: manufacturer })),
    rows.filter(({ type }) => type === 'class'),
  )
}

export function inMemory(catalogue: Catalogue): (q: string) => number | undefined {
  const index = createSearchIndex(catalogue.today)
  index.apply({ manufacturers: catalogue.makers.values(), classes: catalogue.classes.values() })
  takeDocuments(index, catalogue.machines.values())
  return (q) => index.search({ ...EMPTY_QUERY, q, limit: 1 }).ids[0]
}

if (import.meta.main) {
  for (const input of process.argv.slice(2)) {
    const isCount = Number(input) > 0
    const catalogue =
      input === 'sample' ? readSampleIndex().catalogue : isCount ? generateNames(Number(input)) : readNames(input)
    const { asked: requested, missed } = scoreNames(catalogue)
    console.log(`${input}: ${requested} asked, ${missed.length} not first`)
    for (const line of missed.slice(0, 40)) console.log(`  ${line}`)
  }
}
