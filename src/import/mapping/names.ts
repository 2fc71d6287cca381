import type { Db } from '../../database/schema.ts'
import { editDistance } from '../../lib/text/nearest-name.ts'
import { implementLines, phrasesOf } from '../../lib/text/word-lists.ts'
import { foldWords, isSynonymOf, lettersOf, linesOf } from './words.ts'

/** The names of what is there when a table is read, by their letters; some mean several. */
export interface CatalogNames {
  manufacturers: ReadonlyMap<string, readonly string[]>
  /** The name of each manufacturer, by its slug. */
  manufacturerNames: ReadonlyMap<string, string>
  classes: ReadonlyMap<string, readonly string[]>
  classKeys: readonly string[]
  kinds: ReadonlyMap<string, string>
  /** The machines, by the letters and figures of their slugs alone: `mu-4501` and `mu4501` are one. */
  machines: ReadonlyMap<string, readonly string[]>
}

export const NO_NAMES: CatalogNames = {
  manufacturers: new Map(),
  manufacturerNames: new Map(),
  classes: new Map(),
  classKeys: [],
  kinds: new Map(),
  machines: new Map(),
}

export async function readCatalogNames(db: Db): Promise<CatalogNames> {
  const manufacturers = await db.selectFrom('manufacturers').select(['slug', 'name', 'aliases']).execute()
  const classes = await db.selectFrom('classes').selectAll().execute()
  const machines = await db.selectFrom('machines').select('slug').execute()
  const self = classes.map(({ key, doc }) => {
    const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = JSON.parse(doc)
    return [key, [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]] as const
  })
  const keys = new Set(classes.map(({ key }) => key))
  const listed = linesOf('classes').map(([key, words]) => [key!, phrasesOf(words!)] as const)
  const kinds = implementLines().flatMap(([, kind, words]) =>
    [kind!, ...phrasesOf(words!)].map((word) => [lettersOf(word), kind!] as const),
  )
  return {
    manufacturers: byName(manufacturers.map(({ slug, name, aliases }) => [slug, [slug, name, ...JSON.parse(aliases)]])),
    manufacturerNames: new Map(manufacturers.map(({ slug, name }) => [slug, name])),
    classes: byName([...self, ...listed.filter(([key]) => keys.has(key))]),
    classKeys: [...keys],
    kinds: new Map(kinds),
    machines: Map.groupBy(
      machines.map(({ slug }) => slug),
      (slug) => slug.replaceAll('-', ''),
    ),
  }
}

function byName(all: readonly (readonly [string, readonly string[]])[]): Map<string, readonly string[]> {
  const result = new Map<string, readonly string[]>()
  for (const [meant, names] of all)
    for (const key of new Set(names.map(lettersOf))) {
      const existing = result.get(key) ?? []
      if (key !== '' && !existing.includes(meant)) result.set(key, [...existing, meant])
    }
  // What others are called, too, is first of all whose own slug or key it is.
  for (const [meant] of all) result.set(lettersOf(meant), [meant])
  return result
}

/** The manufacturers of exactly this name, with the form of a company behind it or not. */
export function manufacturersNamed({ manufacturers }: CatalogNames, name: string): readonly string[] {
  const words = foldWords(name).split(' ')
  for (; words.length > 0; words.pop()) {
    const result = manufacturers.get(words.join(''))
    if (result) return result
    if (!isSynonymOf('legal', words.at(-1)!)) break
  }
  return []
}

/** `nh` of New Holland. */
export const initialsOf = (name: string) => foldWords(name).replace(/(?<=\S)\S*\s*/g, '')

/** The manufacturers whose names are a slip or two from this one, begin with it or have these initials: only ever offered. */
export function nearManufacturers({ manufacturers, manufacturerNames }: CatalogNames, name: string): string[] {
  const letters = lettersOf(name)
  const max = letters.length >= 8 ? 2 : letters.length >= 5 ? 1 : 0
  const isNear = (existing: string) =>
    (max > 0 && editDistance(letters, existing, max) <= max) || (letters.length >= 4 && existing.startsWith(letters))
  const called = [...manufacturerNames].flatMap(([slug, existing]) =>
    letters.length > 1 && initialsOf(existing) === letters ? slug : [],
  )
  return [
    ...new Set([...called, ...[...manufacturers].flatMap(([existing, slugs]) => (isNear(existing) ? slugs : []))]),
  ].slice(0, 5)
}

/** The one manufacturer with whose name the name of a machine begins. */
export function leadingManufacturer(name: string, { manufacturers }: CatalogNames): string | undefined {
  const words = name.trim().split(/[\s_]+/)
  for (let lead = Math.min(4, words.length - 1); lead > 0; lead--) {
    const result = manufacturers.get(lettersOf(words.slice(0, lead).join(' '))) ?? []
    if (result.length > 0) return result.length === 1 ? result[0] : undefined
  }
  return undefined
}

/** The kind of implement that a name names, in as many words as it can. */
export function kindIn(name: string, { kinds }: CatalogNames): string | undefined {
  const words = foldWords(name).split(' ')
  for (let many = Math.min(4, words.length); many > 0; many--)
    for (let from = 0; from + many <= words.length; from++) {
      const kind = kinds.get(words.slice(from, from + many).join(''))
      if (kind !== undefined) return kind
    }
  return undefined
}

/** `Mahindra 575 DI` of Mahindra is `575 DI`. */
export function withoutManufacturer(
  name: string,
  slug: string,
  { manufacturers, manufacturerNames }: CatalogNames,
): string {
  const words = name.trim().split(/[\s_]+/)
  for (let lead = Math.min(4, words.length - 1); lead > 0; lead--) {
    const letters = lettersOf(words.slice(0, lead).join(' '))
    const isManufacturer = letters === lettersOf(manufacturerNames.get(slug) ?? slug) || letters === lettersOf(slug)
    if (isManufacturer || manufacturers.get(letters)?.includes(slug)) return words.slice(lead).join(' ')
  }
  return name
}

/** Words that senders add to names or leave out. */
const FILLERS = new Set(['di', 'd', 'model', 'tractor', 'series', 'new', 'hp'])
const MAX_NEAR = 3

/** Machines of this manufacturer whose slugs differ by such words, or by one letter: only ever offered. */
export function nearMachines(slug: string, manufacturer: string, { machines }: CatalogNames): string[] {
  const self = partsOf(slug.slice(manufacturer.length + 1))
  const near: string[] = []
  for (const slugs of machines.values())
    for (const other of slugs) {
      if (!other.startsWith(`${manufacturer}-`) || other === slug) continue
      const parts = partsOf(other.slice(manufacturer.length + 1))
      if (parts.numbers !== self.numbers) continue
      const isTypo = self.letters.length > 4 && editDistance(self.letters, parts.letters, 1) <= 1
      if (isTypo || parts.words === self.words) near.push(other)
    }
  return near.slice(0, MAX_NEAR)
}

function partsOf(model: string) {
  const tokens = model.split('-').filter((token) => !FILLERS.has(token))
  const numbers = tokens.filter((token) => /\d/.test(token)).join(' ')
  const letters = tokens.filter((token) => !/\d/.test(token)).join('')
  return { numbers, letters, words: tokens.toSorted().join(' ') }
}
