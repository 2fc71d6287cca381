import { SORTS } from '../../src/schema/api/values.ts'
import type { Field } from '../../src/schema/records/field.ts'
import { MACHINE } from '../../src/schema/records/machine.ts'
import {
  LISTS,
  MACHINE_SEARCH_FIELDS,
  type MachineSearchField,
  WEIGHTS,
} from '../../src/schema/records/machine-search-fields.ts'
import type { SearchClass, SearchDocument, SearchManufacturer, SearchQuery } from '../../src/search/types.ts'
import { createRequested } from '../asked.ts'
import fc from '../properties.ts'
import { wordsOf } from './oracle-text.ts'

/** Few names, close to one another, so that typed texts meet them in every way there is. */
const NAMES = [
  ...['Atom 575', 'Atom 575 TX', 'Atom 475 TX', 'Atom Sarpanch', 'Sarpanch 575', 'Sarpanch Atom 575', '575 TX'],
  ...['TX 575', '575 TX Sarpanch', '5755', '855 FE', '855 FE 4WD', '855 TX', 'Firebird 45', 'Fire Bird 45'],
  ...['Groundhog', '45', 'Ground Hog 475', 'MU4501', 'MU 4501 4WD', 'Compact Atom', 'Atom Tractor', 'Fähr 45'],
  ...['Arjun क़लम', 'Neostar 57'],
]
const ALIASES = ['Atom', 'Sarpanch 475', 'Bhoomiputra', 'Arjun', 'Neostar', 'Firebird Tractor', '855', 'Fahrplan']
const MANUFACTURERS: readonly SearchManufacturer[] = [
  { slug: 'mahindra', name: 'Mahindra', aliases: ['महिंद्रा', 'மஹிந்திரா', 'Mahindra Tractors'] },
  { slug: 'john-deere', name: 'John Deere', aliases: ['जॉन डियर', 'Deere'] },
  { slug: 'swaraj', name: 'Swaraj', aliases: ['स्वराज'] },
  { slug: 'kubota', name: 'Kubota', aliases: [] },
]
const CLASSES: readonly Pick<SearchClass, 'key' | 'words'>[] = [
  { key: 'tractor', words: ['Tractor', 'Tractors', 'ट्रैक्टर', 'டிராக்டர்'] },
  { key: 'backhoe_loader', words: ['Backhoe loader', 'Backhoe loaders'] },
  { key: 'excavator', words: ['Excavator', 'Excavators'] },
  { key: 'grader', words: ['Grader', 'Motor grader'] },
]
/** What classes expect and machines have: facts of both numbers. */
const EXPECTED = ['kind', 'engine_hp', 'gears_rev', 'hours_a_year', 'verified_at', 'price_from_inr']
const KINDS = ['utility', 'row_crop', 'compact']
/** Values whose many other names are far from the typed words. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  power_source: ['electric', 'hybrid'],
  wheel_drive: ['2wd', '4wd'],
}
const DAYS = ['2026-01-01', '2026-03-15', '2026-06-30', '2026-11-15', '2026-11-16', '2027-01-01']

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 })
/** Of a dozen bounds a query has a few, so that something is left. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight, arbitrary })
export const manufacturerArbitrary: fc.Arbitrary<SearchManufacturer> = oneOf(MANUFACTURERS).chain((manufacturer) =>
  fc.subarray([...manufacturer.aliases]).map((aliases) => ({ ...manufacturer, aliases })),
)

/** The first words of a class stay: names, aliases and typed texts have them. */
export const classArbitrary: fc.Arbitrary<SearchClass> = oneOf(CLASSES).chain(({ key, words }) =>
  fc.record({
    key: fc.constant(key),
    words: fc.subarray(words.slice(3)).map((more) => [...words.slice(0, 3), ...more]),
    loads: fc.subarray([...WEIGHTS]),
    expects: fc.subarray(EXPECTED),
  }),
)

const manufacturerNameOf = (slug: string) => MANUFACTURERS.find((manufacturer) => manufacturer.slug === slug)!.name
/** No name has a word twice. */
const nameArbitrary = fc.oneof(
  { weight: 4, arbitrary: oneOf(NAMES) },
  fc.tuple(oneOf(NAMES), oneOf(NAMES)).map(([first, second]) => {
    const words = wordsOf(`${first} ${second}`)
    return new Set(words).size < words.length ? first : `${first} ${second}`
  }),
)

/** What may be asked of each field, by the description: whatever is asked is generated. */
const questions = Object.entries(MACHINE_SEARCH_FIELDS) as [keyof typeof MACHINE_SEARCH_FIELDS, MachineSearchField][]
const fieldOf = (name: string) => (MACHINE as Readonly<Record<string, Field>>)[name]!
const questionsWhere = (holds: (question: MachineSearchField, field: Field) => unknown) =>
  questions.filter(([name, question]) => holds(question, fieldOf(name)))

/** Values on the bounds that are asked, beside them, and between those of bands. */
function valuesOf(
  name: string,
  { examples = [], weight: load, equal }: MachineSearchField,
): readonly (number | string)[] {
  const { type, unit, values } = fieldOf(name)
  if (name in VALUES) return VALUES[name]!
  if (values) return values
  if (type === 'date') return DAYS
  if (type === 'keyword') return KINDS
  const requested = load ? [...examples, ...MACHINE_SEARCH_FIELDS.plate.examples] : examples
  const scale = unit === 't' ? 1_000 : 1
  const figures = (requested as readonly number[]).map((figure) => figure / scale)
  const beside = type === 'integer' ? 1 : 0.5
  const bands = questions.flatMap(([, { bands }]) => (bands?.of === name ? bands.are : []))
  const ofBands = bands.flatMap(({ upTo }) => (Number.isFinite(upTo) ? [upTo, upTo + 0.1] : []))
  const max = unit === 'INR' ? [Number.MAX_SAFE_INTEGER] : []
  return [...figures.flatMap((figure) => [figure, figure + (equal ? -1 : beside)]), ...ofBands, ...max]
}

/** Found by their words, or told apart from them: generated by hand below. */
const BY_HAND: ReadonlySet<string> = new Set(['machine_class', 'manufacturer'])
const generated = questionsWhere((_, { stored }) => stored !== 'computed')
const priced = questionsWhere((_, { stored, type }) => stored === 'computed' && type !== 'list' && type !== 'text')
const columns = [...generated, ...priced].filter(([name]) => !BY_HAND.has(name))

export const machineArbitrary = fc
  .tuple(
    fc.boolean(),
    fc.record({
      id: fc.integer({ min: 1, max: 40 }),
      name: nameArbitrary,
      manufacturer: oneOf(MANUFACTURERS.map(({ slug }) => slug)),
      machine_class: oneOf(CLASSES.map(({ key }) => key)),
      aliases: fc.array(oneOf(ALIASES), { maxLength: 2 }),
      family: fc.option(oneOf(['Atom', 'Balwan']), { nil: null, freq: 2 }),
      // Of what a machine is fitted with, single words are not found, which the specification leaves open.
      ...{ brakes: fc.constant(null), clutch: fc.constant(null), steering: fc.constant(null) },
      known: fc.subarray(EXPECTED),
      ...Object.fromEntries(
        columns.map(([name, question]) => {
          const values = oneOf(valuesOf(name, question))
          return [name, fieldOf(name).required || 'default' in fieldOf(name) ? values : maybe(values)]
        }),
      ),
    }) as fc.Arbitrary<object> as fc.Arbitrary<SearchDocument>,
  )
  .map(([isFull, machine]) =>
    isFull ? { ...machine, name: `${manufacturerNameOf(machine.manufacturer)} ${machine.name}` } : machine,
  )

const list = (values: readonly string[]) =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant('') },
    {
      weight: 2,
      arbitrary: fc
        .array(oneOf([...values, ...values.map((value) => value.toUpperCase()), '', 'nothing']), { maxLength: 3 })
        .map((chosen) => chosen.join(',')),
    },
  )

function mistypeNumber(word: string, how: string): string {
  if (how === 'cut') return word.slice(0, 2)
  if (how === 'swap') return `${word[1]}${word[0]}${word.slice(2)}`
  return how === 'change' ? '999' : word
}

/** What happens to a word between the head and the keyboard. */
function mistype(word: string, how: string, i: number): string {
  const letters = [...word]
  if (how === 'upper') return word.toUpperCase()
  if (how === 'joiner') return `${word}\u200d`
  if (/^[0-9]+$/.test(word)) return mistypeNumber(word, how)
  if (letters.length < 4 || !/^[a-z]+$/i.test(word)) return word
  const place = i % letters.length
  if (how === 'drop') letters.splice(place, 1)
  if (how === 'add') letters.splice(place, 0, 'x')
  if (how === 'change') letters[place] = 'w'
  if (how === 'swap') letters.splice(place, 2, ...letters.slice(place, place + 2).reverse())
  if (how === 'cut') letters.length = Math.max(3, place)
  return letters.join('')
}

const MISTAKES = ['drop', 'add', 'change', 'swap', 'cut', 'upper', 'joiner']
const PARTS = { Groundhog: 'ground hog', Firebird: 'fire bird', Neostar: 'neo star', Swaraj: 'swa raj' }
const TYPED_MANUFACTURERS = ['Mahindra', 'महिंद्रा', 'மஹிந்திரா', 'John Deere', 'johndeere', 'Swaraj', 'स्वराज', 'Kubota']
const TYPED_CLASSES = ['tractor', 'tractors', 'ट्रैक्टर', 'backhoe loader', 'excavator', 'motor grader']
const TYPED_VALUES = ['compact', 'utility', '4wd', '4x4', 'battery']
const TYPED_NAMES = [
  ...NAMES,
  ...ALIASES,
  '५७५',
  '௫௭௫',
  'टीएक्स',
  'டிஎக்ஸ்',
  'एफई',
  'कलम',
  'fahr',
  '575TX',
  '57',
  'qwzx',
  ...Object.values(PARTS),
]

const typedText = fc
  .tuple(
    fc.oneof(oneOf(TYPED_MANUFACTURERS), fc.constant('')),
    fc.oneof({ weight: 5, arbitrary: oneOf(TYPED_NAMES) }, fc.constant('')),
    fc.oneof(oneOf(TYPED_CLASSES), { weight: 3, arbitrary: fc.constant('') }),
    fc.oneof(oneOf(TYPED_VALUES), { weight: 5, arbitrary: fc.constant('') }),
    fc.nat(9),
  )
  .map(([manufacturer, name, its, value, order]) =>
    order === 0 ? [its, name, manufacturer, value] : [manufacturer, name, value, its],
  )
  .map((parts) => parts.flatMap((part) => part.split(' ')).filter((word) => word !== ''))
  .chain((words) =>
    fc.tuple(
      fc.subarray(words, { minLength: Math.min(1, words.length) }),
      fc.array(fc.tuple(fc.nat(3), oneOf(MISTAKES), fc.nat(12)), { minLength: 12, maxLength: 12 }),
      oneOf([' ', ' ', ' ', '-', '  ']),
    ),
  )
  .map(([words, mistakes, between]) =>
    words
      .map((word, i) => (mistakes[i]![0] === 0 ? mistype(word, mistakes[i]![1], mistakes[i]![2]) : word))
      .join(between),
  )

const listed = (name: string, question: MachineSearchField) =>
  name === 'machine_class'
    ? CLASSES.map(({ key }) => key)
    : name === 'manufacturer'
      ? MANUFACTURERS.map(({ slug }) => slug)
      : [...(valuesOf(name, question) as string[]), ...(name === 'wheel_drive' ? ['4x4'] : [])]
const boundsOf = (name: string, question: MachineSearchField) => [
  ...(fieldOf(name).type === 'date' ? [] : [0]),
  ...valuesOf(name, name === 'plate' ? { ...question, weight: true } : question),
]

/** The parameters beside the text, sort and page. */
const filterArbitraries = Object.fromEntries([
  ...questionsWhere(({ list }) => list).map(([name, question]) => [name, list(listed(name, question))]),
  ...questionsWhere(({ equal }) => equal).map(([name, question]) => [name, seldom(oneOf(valuesOf(name, question)))]),
  ...questionsWhere(({ bounds }) => bounds).flatMap(([name, question]) =>
    question.bounds!.map((bound) => [bound, seldom(oneOf(boundsOf(name, question)), name === 'engine_hp' ? 2 : 1)]),
  ),
])
const NO_FILTERS = Object.fromEntries(
  Object.keys(filterArbitraries).map((name) => [name, LISTS.includes(name as (typeof LISTS)[number]) ? '' : null]),
)
const pageArbitraries = {
  sort: fc.option(oneOf(SORTS), { nil: null, freq: 2 }),
  limit: oneOf([0, 1, 5, 20, 100]),
  offset: oneOf([0, 0, 0, 1, 7, 1000]),
  facets: oneOf(['', '', 'none', 'hp_band', 'manufacturer,price_kind', 'machine_class,kind,section']),
}

const filteredQuery = fc.record({
  q: fc.oneof(
    { weight: 5, arbitrary: oneOf(['', '', ' - ', '?!', '\u200b', '\u093f']) },
    { weight: 1, arbitrary: typedText },
  ),
  ...filterArbitraries,
  ...pageArbitraries,
})
/** Mostly text, so that something is found. */
const textQuery = fc
  .record({
    q: typedText,
    filters: fc.tuple(fc.record(filterArbitraries), fc.nat(3)),
    ...{ ...pageArbitraries, sort: fc.option(oneOf(SORTS), { nil: null, freq: 2 }) },
  })
  .map(({ filters: [filters, which], ...query }) => {
    const few = Object.entries(filters).filter((_, i) => i % 4 === which && which > 0)
    return { ...NO_FILTERS, ...Object.fromEntries(few), ...query }
  })

export const queryArbitrary = fc.oneof(filteredQuery, {
  weight: 2,
  arbitrary: textQuery,
}) as fc.Arbitrary<object> as fc.Arbitrary<SearchQuery>

/** How large a share of queries must have each parameter, and find something, by text too. */
const REQUESTED: Readonly<Record<string, number>> = {
  q: 0.3,
  ...Object.fromEntries(questionsWhere(({ list }) => list).map(([name]) => [name, 0.02])),
  ...Object.fromEntries(questionsWhere(({ equal }) => equal).map(([name]) => [name, 0.02])),
  ...Object.fromEntries(questions.flatMap(([, { bounds = [] }]) => bounds.map((bound) => [bound, 0.02]))),
  ...{ sort: 0.3, offset: 0.2, facets: 0.4, found: 0.2, foundByText: 0.1 },
}

export function createRequestedQueries(share = 1) {
  const min = Object.entries(REQUESTED).map(([name, part]) => [name, part * share])
  const requested = createRequested<string>(Object.fromEntries(min))
  return {
    count(query: SearchQuery, total: number) {
      const result = total > 0
      requested.count({ ...query, offset: query.offset > 0, found: result, foundByText: result && query.q !== '' })
    },
    prove: requested.prove,
  }
}

export type Step =
  | { do: 'makers'; makers: SearchManufacturer[] }
  | { do: 'classes'; classes: SearchClass[] }
  | { do: 'upsert'; machines: SearchDocument[] }
  | { do: 'today'; today: string }

const some = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) => fc.array(arbitrary, { minLength: 1, maxLength })

export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: some(manufacturerArbitrary, 3).map((manufacturers) => ({
      do: 'makers' as const,
      makers: manufacturers,
    })),
  },
  { weight: 2, arbitrary: some(classArbitrary, 3).map((classes) => ({ do: 'classes' as const, classes })) },
  { weight: 6, arbitrary: some(machineArbitrary, 12).map((machines) => ({ do: 'upsert' as const, machines })) },
  { weight: 1, arbitrary: oneOf(DAYS).map((today) => ({ do: 'today' as const, today })) },
)

/**
 * What every catalogue begins with: all manufacturers and classes, a visible machine of each, all kinds, power sources and
 * drives, and a machine with the name of another manufacturer in its own.
 */
export const BASE: readonly Step[] = [
  { do: 'makers', makers: [...MANUFACTURERS] },
  { do: 'classes', classes: CLASSES.map((its) => ({ ...its, words: its.words.slice(0, 3), loads: [] })) },
  {
    do: 'upsert',
    machines: fc.sample(machineArbitrary, { numRuns: 40, seed: 1 }).map((machine, i) => ({
      ...machine,
      id: 1_001 + i,
      manufacturer: MANUFACTURERS[i % 4]!.slug,
      name: i === 0 ? 'Swaraj 45' : machine.name,
      published_at: DAYS[0]!,
    })),
  },
]
