import { type Db, jsonMember } from '../database/schema.ts'
import { tokenize } from '../text/fold.ts'
import { editDistance } from '../text/nearest-name.ts'
import { nameSound } from '../text/sounds.ts'
import { implementLines, phrasesOf } from '../text/word-lists.ts'
import { foldWords, keysOf, linesOf, partsOf, says, shorterNames } from './table-words.ts'

/** The names of makers and classes when a table is read, each with what it means; some mean several. */
export interface KnownNames {
  makers: Map<string, readonly string[]>
  /** The name of each maker, by its slug. */
  makerNames: Map<string, string>
  /** The makers that the table itself makes. */
  made: Set<string>
  /** What was found for names before. */
  before: Map<string, readonly string[]>
  /** The classes; kinds of implements with `implement ` before them. */
  classes: Meanings
  /** The fields that the plate of each class shows. */
  plates: Meanings
  /** The machines that are there, by the letters and figures of their slugs alone. */
  machines: ReadonlyMap<string, readonly { slug: string; name: string }[]>
}

type Meanings = ReadonlyMap<string, readonly string[]>

const IMPLEMENT = 'implement '

export const NO_NAMES: KnownNames = {
  ...{ makers: new Map(), makerNames: new Map(), made: new Set<string>(), before: new Map(), classes: new Map() },
  ...{ plates: new Map(), machines: new Map() },
}

export async function readKnownNames(db: Db): Promise<KnownNames> {
  const makers = await db.selectFrom('manufacturers').select(['slug', 'name', 'aliases']).execute()
  const classes = await db.selectFrom('classes').selectAll().execute()
  const machines = await db
    .selectFrom('machines')
    .select(['slug', jsonMember(db, 'facts', 'name').as('name')])
    .execute()
  const named = classes.map(({ key, doc }) => {
    const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = JSON.parse(doc)
    return [key, [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]] as const
  })
  const listed = linesOf('machines').map(([key, words]) => [key!, [key!, ...phrasesOf(words!)]] as const)
  const tools = implementLines().map(([, kind, words]) => [IMPLEMENT + kind, [kind!, ...phrasesOf(words!)]] as const)
  return {
    makers: byName(makers.map(({ slug, name, aliases }) => [slug, [slug, name, ...JSON.parse(aliases)]])),
    makerNames: new Map(makers.map(({ slug, name }) => [slug, name])),
    ...{ made: new Set(), before: new Map() },
    machines: Map.groupBy(machines, ({ slug }) => lettersOf(slug)),
    plates: new Map(
      classes.map(({ key, doc }) => [key, JSON.parse(doc).plate.map((cell: { key: string }) => cell.key)]),
    ),
    classes: byName([
      ...named,
      ...listed.filter(([meant]) => classes.some(({ key }) => key === meant)),
      // What a class is called by itself is no implement.
      ...tools,
    ]),
  }
}

/** `mu-4501` and `mu4501` are one. */
export const lettersOf = (slug: string) => slug.replaceAll('-', '')

function byName(all: readonly (readonly [string, readonly string[]])[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [meant, names] of all) for (const name of names) addName(found, name, meant)
  // What others are called, too, is first of all whose own slug or key it is.
  for (const [meant, [own]] of all) if (!meant.startsWith(IMPLEMENT)) found.set(foldWords(own!), [meant])
  return found
}

/** With blanks and without: `Indo Farm` is also written `Indofarm`. */
export function addName(names: Map<string, readonly string[]>, name: string, meant: string): void {
  for (const key of keysOf(name)) {
    const known = names.get(key) ?? []
    if (!known.includes(meant) && !(meant.startsWith(IMPLEMENT) && known.length > 0)) names.set(key, [...known, meant])
  }
}

export const lookUp = (names: Meanings, name: string) => names.get(name) ?? names.get(name.replaceAll(' ', '')) ?? []

/** What the first of several names means that means anything. */
function firstOf(names: Meanings, spellings: Iterable<string>): readonly string[] {
  for (const spelling of spellings) {
    const found = lookUp(names, spelling)
    if (found.length > 0) return found
  }
  return []
}

/** A maker's name with ever less of what may stand around it. */
export const makerSpellings = (name: string) =>
  shorterNames(withoutPlace(name), ['before maker'], ['legal', 'after maker'])

/** `Acme Pvt. Ltd., Pune` is Acme Pvt. Ltd. */
export function withoutPlace(name: string): string {
  const [own = '', place] = name.split(',', 2)
  return place !== undefined && says('legal', own.trim().split(/\s+/).at(-1)!) ? own : name
}

/** The makers that a name means in a known spelling, whatever stands around it. */
export const makersNamed = ({ makers }: KnownNames, name: string) => firstOf(makers, makerSpellings(name))

/** The classes that a name means in a known spelling, whatever stands around it. */
export const classesNamed = ({ classes }: KnownNames, name: string) => firstOf(classes, classSpellings(name))

/** The words for a class that stand in the name of a machine, if it is one class alone. */
export function classInName({ classes, makers }: KnownNames, name: string): string | undefined {
  const words = foldWords(name).split(' ')
  for (let length = words.length; length > 0; length--) {
    const phrases = words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))
    const singular = (phrase: string) => (classes.has(phrase) ? phrase : phrase.replace(/(?<=[a-z]{3})s$/, ''))
    const known = phrases.map(singular).filter((phrase) => phrase.length > 4 && classes.has(phrase))
    const found = known.filter((phrase) => !makers.has(phrase))
    if (found.length > 0) return found.length === 1 && classes.get(found[0]!)!.length === 1 ? found[0] : undefined
  }
  return undefined
}

function* classSpellings(name: string): Iterable<string> {
  for (const shorter of shorterNames(name, ['before class'], ['after class'])) {
    yield shorter
    if (/[a-z]{3}s$/.test(shorter)) yield shorter.slice(0, -1)
  }
}

/**
 * The classes that a text names, kinds of implements among them: in a known spelling, by its last words (`Hitachi type
 * excavator`), its first ones (`Tractor 45 HP`), its sound or with a slip.
 */
export function classesSaid(names: KnownNames, text: string): readonly string[] {
  const { classes } = names
  return remembered(names, `class ${text}`, () => {
    const said = [text, ...partsOf(text)]
    const words = foldWords(text).split(' ')
    const ends = words.map((_, at) => words.slice(at).join(' ')).filter(isOwn)
    const begins = words.map((_, at) => words.slice(0, words.length - at).join(' '))
    const named = [...new Set(said.flatMap((part) => classesNamed(names, part)))]
    const known = [named, firstOf(classes, ends), firstOf(classes, begins)].find((found) => found.length > 0)
    return known ?? [...new Set(said.flatMap((part) => namesLike(classes, foldWords(part))))]
  })

  /** `ऊस हार्वेस्टर` is no combine harvester: what other classes end with says nothing where a word before it is unknown. */
  function isOwn(end: string, at: number): boolean {
    const [meant = ''] = at === 0 ? [] : lookUp(classes, end)
    if (end.split(' ').length >= meant.split('_').length) return true
    return classes.entries().every(([name, keys]) => !name.endsWith(` ${end}`) || keys.includes(meant))
  }
}

/** The class whose own name, or several, a text is with a slip. */
export function classMeant({ plates }: KnownNames, text: string): string | undefined {
  const own = new Map(
    [...plates.keys()].flatMap((key) => ['', 's'].map((end) => [foldWords(key) + end, [key]] as const)),
  )
  const found = namesLike(own, foldWords(text))
  return found.length === 1 ? found[0] : undefined
}

const IMPLEMENT_KINDS = new Set(implementLines().map(([, kind]) => kind))

/** The kind of an implement, or the class, that a text names in a table of implements. */
export function kindSaid(names: KnownNames, text: string): string | undefined {
  const own = foldWords(text).replaceAll(' ', '_')
  if (IMPLEMENT_KINDS.has(own)) return own
  const [meant, ...others] = classesSaid(names, text)
  return others.length === 0 ? (implementOf(meant) ?? meant) : undefined
}

/** The kind of implement that a class stands for; undefined for a class of machines. */
export function implementOf(meant: string | undefined): string | undefined {
  return meant?.startsWith(IMPLEMENT) ? meant.slice(IMPLEMENT.length) : undefined
}

const MAX_KEPT = 10_000

export function remembered({ before }: KnownNames, key: string, find: () => readonly string[]): readonly string[] {
  const known = before.get(key) ?? find()
  if (before.size < MAX_KEPT) before.set(key, known)
  return known
}

/** What names mean that sound alike, or that a slip turns into this one; the first rule that finds any. */
export function namesLike(names: Meanings, core: string, ...more: ((known: string) => boolean)[]): readonly string[] {
  const isLatin = /^[a-z0-9 ]+$/.test(core)
  const sound = isLatin ? '' : nameSound(tokenize(core))
  const rules: ((known: string) => boolean)[] = [
    (known) => sound !== '' && nameSound(tokenize(known)) === sound,
    (known) => {
      const length = Math.max(core.length, known.length)
      const most = length >= 10 ? 2 : length >= (isLatin ? 6 : 5) ? 1 : 0
      return most > 0 && editDistance(core, known, most) <= most
    },
    // `Rice transpl.`, `CONC MIXER`: each word is cut off, or whole.
    (known) => {
      const [words, whole] = [core.split(' '), known.split(' ')]
      const isBegun = (word: string, at: number) =>
        word === whole[at] || (word.length > 2 && whole[at]!.startsWith(word))
      return core.length > 5 && words.length === whole.length && words.every(isBegun)
    },
    ...more,
  ]
  for (const rule of rules) {
    const found = new Set([...names].flatMap(([known, meant]) => (rule(known) ? meant : [])))
    if (found.size > 0) return [...found]
  }
  return []
}
