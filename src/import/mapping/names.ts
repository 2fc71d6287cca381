import type { Db } from '../../database/schema.ts'
import { editDistance } from '../../lib/text/nearest-name.ts'
import { implementLines, phrasesOf } from '../../lib/text/word-lists.ts'
import { foldWords, isSynonymOf, lettersOf, linesOf } from './words.ts'

export interface CatalogNames {
  manufacturers: ReadonlyMap<string, readonly string[]>
  manufacturerNames: ReadonlyMap<string, string>
  classes: ReadonlyMap<string, readonly string[]>
  classKeys: readonly string[]
  kinds: ReadonlyMap<string, string>
  machines: ReadonlyMap<string, readonly string[]>
  machinesByNumbers: ReadonlyMap<string, readonly string[]>
}

export const NO_NAMES: CatalogNames = {
  manufacturers: new Map(),
  manufacturerNames: new Map(),
  classes: new Map(),
  classKeys: [],
  kinds: new Map(),
  machines: new Map(),
  machinesByNumbers: new Map(),
}

export async function readCatalogNames(db: Db): Promise<CatalogNames> {
  const manufacturers = await db.selectFrom('manufacturers').select(['slug', 'name', 'aliases']).execute()
  const classes = await db.selectFrom('classes').selectAll().execute()
  const slugs = (await db.selectFrom('machines').select('slug').execute()).map(({ slug }) => slug)
  const labels = classes.map(({ key, doc }) => {
    const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = JSON.parse(doc)
    return [key, [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]] as const
  })
  const keys = new Set(classes.map(({ key }) => key))
  const listed = linesOf('classes').flatMap(([key, words]) =>
    keys.has(key!) ? [[key!, phrasesOf(words!)] as const] : [],
  )
  const kinds = implementLines().flatMap(([, kind, words]) =>
    [kind!, ...phrasesOf(words!)].map((word) => [lettersOf(word), kind!] as const),
  )
  return {
    manufacturers: byName(manufacturers.map(({ slug, name, aliases }) => [slug, [slug, name, ...JSON.parse(aliases)]])),
    manufacturerNames: new Map(manufacturers.map(({ slug, name }) => [slug, name])),
    classes: byName([...labels, ...listed]),
    classKeys: [...keys],
    kinds: new Map(kinds),
    machines: Map.groupBy(slugs, (slug) => slug.replaceAll('-', '')),
    machinesByNumbers: Map.groupBy(slugs, numbersOf),
  }
}

function byName(all: readonly (readonly [string, readonly string[]])[]): Map<string, string[]> {
  const result = new Map<string, string[]>()
  for (const [key, names] of all)
    for (const name of new Set(names.map(lettersOf))) {
      const existing = result.getOrInsertComputed(name, () => [])
      if (name !== '' && !existing.includes(key)) existing.push(key)
    }
  // A record's own slug or key comes before the names of others.
  for (const [key] of all) result.set(lettersOf(key), [key])
  return result
}

export function manufacturersNamed({ manufacturers }: CatalogNames, name: string): readonly string[] {
  for (const words = foldWords(name).split(' '); words.length > 0; words.pop()) {
    const found = manufacturers.get(words.join(''))
    if (found) return found
    if (!isSynonymOf('legal', words.at(-1)!)) break
  }
  return []
}

/** `nh` of New Holland. */
export const initialsOf = (name: string) => foldWords(name).replace(/(?<=\S)\S*\s*/g, '')

const MAX_OFFERED = 5

/** The manufacturers whose names are a slip or two from this one, begin with it or have these initials: only offered. */
export function nearManufacturers({ manufacturers, manufacturerNames }: CatalogNames, name: string): string[] {
  const letters = lettersOf(name)
  const max = letters.length >= 8 ? 2 : letters.length >= 5 ? 1 : 0
  const isNear = (existing: string) =>
    (max > 0 && editDistance(letters, existing, max) <= max) || (letters.length >= 4 && existing.startsWith(letters))
  const byInitials = [...manufacturerNames].filter(([, full]) => letters.length > 1 && initialsOf(full) === letters)
  const near = [...manufacturers].flatMap(([existing, slugs]) => (isNear(existing) ? slugs : []))
  return [...new Set([...byInitials.map(([slug]) => slug), ...near])].slice(0, MAX_OFFERED)
}

function* leads(name: string): Iterable<[lead: string, rest: string]> {
  const words = name.trim().split(/[\s_]+/)
  for (let count = Math.min(4, words.length - 1); count > 0; count--)
    yield [lettersOf(words.slice(0, count).join(' ')), words.slice(count).join(' ')]
}

export function leadingManufacturer(name: string, { manufacturers }: CatalogNames): string | undefined {
  for (const [lead] of leads(name)) {
    const found = manufacturers.get(lead)
    if (found) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

export function withoutManufacturer(name: string, slug: string, names: CatalogNames): string {
  const self = [lettersOf(names.manufacturerNames.get(slug) ?? slug), lettersOf(slug)]
  for (const [lead, rest] of leads(name))
    if (self.includes(lead) || names.manufacturers.get(lead)?.includes(slug)) return rest
  return name
}

export function kindIn(name: string, { kinds }: CatalogNames): string | undefined {
  const words = foldWords(name).split(' ')
  for (let count = Math.min(4, words.length); count > 0; count--)
    for (let from = 0; from + count <= words.length; from++) {
      const kind = kinds.get(words.slice(from, from + count).join(''))
      if (kind !== undefined) return kind
    }
  return undefined
}

export const machinesNamed = ({ machines }: CatalogNames, slug: string): readonly string[] =>
  machines.get(slug.replaceAll('-', '')) ?? []

/** Words that senders add to names or leave out. */
const FILLERS = new Set(['di', 'd', 'model', 'tractor', 'series', 'new', 'hp'])
const MAX_NEAR = 3

const numbersOf = (slug: string) =>
  slug
    .split('-')
    .filter((word) => /\d/.test(word))
    .join(' ')

/** Machines of this manufacturer whose slugs differ by such words, or by one letter: only offered. */
export function nearMachines(slug: string, manufacturer: string, { machinesByNumbers }: CatalogNames): string[] {
  const model = modelParts(slug, manufacturer)
  const isNear = (other: string) => {
    if (!other.startsWith(`${manufacturer}-`) || other === slug) return false
    const { words, letters } = modelParts(other, manufacturer)
    return words === model.words || (model.letters.length > 4 && editDistance(model.letters, letters, 1) <= 1)
  }
  return (machinesByNumbers.get(numbersOf(slug)) ?? []).filter(isNear).slice(0, MAX_NEAR)
}

function modelParts(slug: string, manufacturer: string) {
  const words = slug.slice(manufacturer.length + 1).split('-')
  const remaining = words.filter((word) => !FILLERS.has(word))
  return {
    words: remaining.toSorted().join(' '),
    letters: remaining.filter((word) => !/\d/.test(word)).join(''),
  }
}
