import type { Db } from '../database/schema.ts'
import { tokenize } from '../text/fold.ts'
import { editDistance, nearestName } from '../text/nearest-name.ts'
import { nameSound } from '../text/sounds.ts'
import { slugOf } from './slugs.ts'
import { foldWords, partsOf } from './table-words.ts'

/** The names of makers and classes when a table is read, each with what it means; some mean several. */
export interface KnownNames {
  makers: Map<string, readonly string[]>
  /** The name of each maker, by its slug. */
  makerNames: Map<string, string>
  /** The makers that the table itself makes. */
  made: Set<string>
  /** What `makersLike` found before. */
  alike: Map<string, readonly string[]>
  classes: ReadonlyMap<string, readonly string[]>
}

export const NO_NAMES: KnownNames = {
  ...{ makers: new Map(), makerNames: new Map(), made: new Set<string>(), alike: new Map(), classes: new Map() },
}

export async function readKnownNames(db: Db): Promise<KnownNames> {
  const makers = await db.selectFrom('manufacturers').select(['slug', 'name', 'aliases']).execute()
  const classes = await db.selectFrom('classes').selectAll().execute()
  return {
    makers: byName(makers.map(({ slug, name, aliases }) => [slug, [slug, name, ...JSON.parse(aliases)]])),
    makerNames: new Map(makers.map(({ slug, name }) => [slug, name])),
    made: new Set(),
    alike: new Map(),
    classes: byName(
      classes.map(({ key, doc }) => {
        const { label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms } = JSON.parse(doc)
        return [key, [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]]
      }),
    ),
  }
}

function byName(all: readonly (readonly [string, readonly string[]])[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [meant, names] of all) for (const name of names) addName(found, name, meant)
  return found
}

/** With blanks and without: `Indo Farm` is also written `Indofarm`. */
function addName(names: Map<string, readonly string[]>, name: string, meant: string): void {
  const folded = foldWords(name)
  for (const key of new Set([folded, folded.replaceAll(' ', '')])) {
    names.set(key, [...new Set([...(names.get(key) ?? []), meant])])
  }
}

/** What stands around the name of a maker on letterheads. */
const LEGAL = / (?:ltd|limited|pvt|private|co|company|corp|corporation|inc|llp|लिमिटेड|लि|प्रा|லிமிடெட்|லிட்)$/
const AROUND_MAKER = [
  /^(?:m s|ms|messrs|मे|मेसर्स) /,
  LEGAL,
  / (?:and|india|tractors?|motors?|agri|agro|agricultural|agriculture|group|industries|industry|equipments?|machinery|machineries|machines?|construction|division|works|engineering|enterprises|international|ट्रैक्टर|ट्रैक्टर्स|मोटर्स|इंडिया|डिवीजन|டிராக்டர்|டிராக்டர்ஸ்|மோட்டார்ஸ்|இந்தியா)$/,
]
const AROUND_CLASS = [
  /^(?:mini|compact|small|farm|agricultural|self propelled|मिनी|மினி|விவசாய) /,
  / (?:machines?|equipment|मशीन|यंत्र|இயந்திரம்)$/,
]

/** A name, then with ever less around it. */
function shorterNames(name: string, around: readonly RegExp[]): string[] {
  const names = [foldWords(name)]
  for (let part = around.find((one) => one.test(names[0]!)); part; part = around.find((one) => one.test(names[0]!))) {
    names.unshift(names[0]!.replace(part, ''))
  }
  return names.reverse()
}

type Meanings = ReadonlyMap<string, readonly string[]>

/** What a name means: one or several, none when it is not known. */
function meaningOf(names: Meanings, name: string, around: readonly RegExp[]): readonly string[] {
  for (const shorter of shorterNames(name, around)) {
    const found = names.get(shorter) ?? names.get(shorter.replaceAll(' ', ''))
    if (found) return found
  }
  return []
}

export const makersNamed = ({ makers }: KnownNames, name: string) => meaningOf(makers, name, AROUND_MAKER)
export const classesNamed = ({ classes }: KnownNames, name: string) => meaningOf(classes, name, AROUND_CLASS)

/** The makers that a name in no known spelling may mean: by its sound, a slip, its beginning or its initials. */
export function makersLike(names: KnownNames, name: string): readonly string[] {
  const { makers, alike } = names
  const core = coreOf(name)
  const before = alike.get(core)
  if (before) return before
  const isLatin = /^[a-z0-9 ]+$/.test(core)
  const sound = isLatin ? '' : nameSound(tokenize(core))
  const most = core.length >= 10 ? 2 : core.length >= (isLatin ? 6 : 5) ? 1 : 0
  const wordsOf = (known: string) => known.split(' ').filter((word) => word !== 'and')
  const short = /^[a-z]{2,3}$|^[a-z] and [a-z]$/.test(core) ? core.replace(' and ', '') : undefined
  const rules: ((known: string) => boolean)[] = [
    (known) => sound !== '' && nameSound(tokenize(known)) === sound,
    (known) => most > 0 && editDistance(core, known, most) <= most,
    (known) => core.length >= 5 && known.startsWith(`${core} `),
    (known) => {
      const words = wordsOf(known)
      return words.length > 1 && words.map((word) => word[0]).join('') === short
    },
  ]
  let found: string[] = []
  for (const rule of rules) {
    found = [...new Set([...makers].flatMap(([known, meant]) => (rule(known) ? meant : [])))]
    if (found.length > 0) break
  }
  if (alike.size < MAX_ALIKE) alike.set(core, found)
  return found
}

const MAX_ALIKE = 10_000

/** A name without what stands around it. */
function coreOf(name: string): string {
  return shorterNames(name, AROUND_MAKER).at(-1)!
}

/** Makes a maker of a name in all its spellings: a later one means the same. */
export function addMaker(names: KnownNames, spellings: readonly string[]): string | undefined {
  const latin = spellings.find((spelling) => /\p{Script=Latin}/u.test(spelling)) ?? spellings[0]!
  const name = withoutForm(latin)
  const slug = slugOf(name)
  if (slug === undefined) return undefined
  names.alike.clear()
  for (const spelling of [...spellings, slug, ...spellings.map(coreOf)]) addName(names.makers, spelling, slug)
  if (!names.makerNames.has(slug)) {
    names.makerNames.set(slug, name)
    names.made.add(slug)
  }
  return slug
}

/** `M/s Karmveer Tractors Pvt. Ltd.` is Karmveer Tractors. */
function withoutForm(name: string): string {
  const words = name
    .trim()
    .replace(/^m\/s\.?\s+|^messrs\.?\s+/i, '')
    .split(/\s+/)
  while (words.length > 1 && LEGAL.test(` ${foldWords(words.at(-1)!)}`)) words.pop()
  return words.join(' ').replace(/[\s,.(]+$/, '')
}

/** Makes the makers of several cells: of the spellings of one the shortest Latin one names it. */
export function addMakers(names: KnownNames, cells: Iterable<string>): void {
  const strange = [...new Set(cells)].map((cell) => ({ cell, said: partsOf(cell) }))
  const all = strange.map(({ cell, said }) => (said.length > 0 ? said : [cell.trim()]))
  const latin = all.filter((said) => said.some((part) => /\p{Script=Latin}/u.test(part)))
  const byLength = latin.toSorted((a, b) => a.join('').length - b.join('').length)
  for (const said of [...byLength, ...all.filter((said) => !latin.includes(said))]) {
    const found = new Set(said.flatMap((part) => makersNamed(names, part)))
    const scripts = new Set(said.map((part) => /\p{Script=Latin}/u.test(part)))
    // Two names in one script are two makers, which the cell is refused for.
    if (found.size > 0 || said.length > scripts.size) continue
    if (said.every((part) => makersLike(names, part).length === 0)) addMaker(names, said)
  }
}

export function nearestMeaning(names: Meanings, name: string): string | undefined {
  return nearestName(foldWords(name), names.keys())
}
