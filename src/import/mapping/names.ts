import type { Db } from '../../database/schema.ts'
import { editDistance } from '../../lib/text/nearest-name.ts'
import { implementLines, phrasesOf } from '../../lib/text/word-lists.ts'
import { foldWords, lettersOf, linesOf, says } from './words.ts'

/** The names of what is there when a table is read, by their letters; some mean several. */
export interface KnownNames {
  makers: ReadonlyMap<string, readonly string[]>
  /** The name of each maker, by its slug. */
  makerNames: ReadonlyMap<string, string>
  classes: ReadonlyMap<string, readonly string[]>
  classKeys: readonly string[]
  kinds: ReadonlyMap<string, string>
  /** The machines, by the letters and figures of their slugs alone: `mu-4501` and `mu4501` are one. */
  machines: ReadonlyMap<string, readonly string[]>
}

export const NO_NAMES: KnownNames = {
  makers: new Map(),
  makerNames: new Map(),
  classes: new Map(),
  classKeys: [],
  kinds: new Map(),
  machines: new Map(),
}

export async function readKnownNames(db: Db): Promise<KnownNames> {
  const makers = await db.selectFrom('manufacturers').select(['slug', 'name', 'aliases']).execute()
  const classes = await db.selectFrom('classes').selectAll().execute()
  const machines = await db.selectFrom('machines').select('slug').execute()
  const own = classes.map(({ key, doc }) => {
    const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = JSON.parse(doc)
    return [key, [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]] as const
  })
  const keys = new Set(classes.map(({ key }) => key))
  const listed = linesOf('classes').map(([key, words]) => [key!, phrasesOf(words!)] as const)
  const kinds = implementLines().flatMap(([, kind, words]) =>
    [kind!, ...phrasesOf(words!)].map((word) => [lettersOf(word), kind!] as const),
  )
  return {
    makers: byName(makers.map(({ slug, name, aliases }) => [slug, [slug, name, ...JSON.parse(aliases)]])),
    makerNames: new Map(makers.map(({ slug, name }) => [slug, name])),
    classes: byName([...own, ...listed.filter(([key]) => keys.has(key))]),
    classKeys: [...keys],
    kinds: new Map(kinds),
    machines: Map.groupBy(
      machines.map(({ slug }) => slug),
      (slug) => slug.replaceAll('-', ''),
    ),
  }
}

function byName(all: readonly (readonly [string, readonly string[]])[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [meant, names] of all)
    for (const key of new Set(names.map(lettersOf))) {
      const known = found.get(key) ?? []
      if (key !== '' && !known.includes(meant)) found.set(key, [...known, meant])
    }
  // What others are called, too, is first of all whose own slug or key it is.
  for (const [meant] of all) found.set(lettersOf(meant), [meant])
  return found
}

/** The makers of exactly this name, with the form of a company behind it or not. */
export function makersNamed({ makers }: KnownNames, name: string): readonly string[] {
  const words = foldWords(name).split(' ')
  for (; words.length > 0; words.pop()) {
    const found = makers.get(words.join(''))
    if (found) return found
    if (!says('legal', words.at(-1)!)) break
  }
  return []
}

/** `nh` of New Holland. */
export const initialsOf = (name: string) => foldWords(name).replace(/(?<=\S)\S*\s*/g, '')

/** The makers whose names are a slip or two from this one, begin with it or have these initials: only ever offered. */
export function nearMakers({ makers, makerNames }: KnownNames, name: string): string[] {
  const letters = lettersOf(name)
  const most = letters.length >= 8 ? 2 : letters.length >= 5 ? 1 : 0
  const isNear = (known: string) =>
    (most > 0 && editDistance(letters, known, most) <= most) || (letters.length >= 4 && known.startsWith(letters))
  const called = [...makerNames].flatMap(([slug, known]) =>
    letters.length > 1 && initialsOf(known) === letters ? slug : [],
  )
  return [...new Set([...called, ...[...makers].flatMap(([known, slugs]) => (isNear(known) ? slugs : []))])].slice(0, 5)
}

/** The one maker with whose name the name of a machine begins. */
export function leadingMaker(name: string, { makers }: KnownNames): string | undefined {
  const words = name.trim().split(/[\s_]+/)
  for (let lead = Math.min(4, words.length - 1); lead > 0; lead--) {
    const found = makers.get(lettersOf(words.slice(0, lead).join(' '))) ?? []
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

/** The kind of implement that a name names, in as many words as it can. */
export function kindIn(name: string, { kinds }: KnownNames): string | undefined {
  const words = foldWords(name).split(' ')
  for (let many = Math.min(4, words.length); many > 0; many--)
    for (let from = 0; from + many <= words.length; from++) {
      const kind = kinds.get(words.slice(from, from + many).join(''))
      if (kind !== undefined) return kind
    }
  return undefined
}

/** `Mahindra 575 DI` of Mahindra is `575 DI`. */
export function withoutMaker(name: string, slug: string, { makers, makerNames }: KnownNames): string {
  const words = name.trim().split(/[\s_]+/)
  for (let lead = Math.min(4, words.length - 1); lead > 0; lead--) {
    const letters = lettersOf(words.slice(0, lead).join(' '))
    const isMaker = letters === lettersOf(makerNames.get(slug) ?? slug) || letters === lettersOf(slug)
    if (isMaker || makers.get(letters)?.includes(slug)) return words.slice(lead).join(' ')
  }
  return name
}
