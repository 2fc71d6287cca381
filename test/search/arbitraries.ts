import fc from 'fast-check'
import { SORTS } from '../../src/contract/values.ts'
import { LOADS } from '../../src/search/index/figures.ts'
import type { SearchClass, SearchDocument, SearchMaker, SearchQuery } from '../../src/search/types.ts'
import { createAsked } from '../asked.ts'

/** Few words, close to one another, so that generated queries meet generated machines in every way there is. */
export const WORDS = [
  ...['Mahindra', 'mahendra', 'Yuvo', '575', '475', '5755', '57', '5', '75', 'DI', 'D', 'I', 'XP', 'Plus', 'XPPlus'],
  ...[
    'Earth',
    'Master',
    'EarthMaster',
    'earthmasters',
    'John',
    'Deere',
    'JohnDeere',
    'Jon',
    '575DI',
    'MU4501',
    'MU 4501',
  ],
  ...['4wd', '4 WD', 'Powermaxx', 'Power', 'Maxx', 'Sarpanch', 'Sarpnach', 'Fähr', 'fahr', 'Fahrplan', 'row', 'crop'],
  ...[
    'महिंद्रा',
    'महिन्द्रा',
    'डीआई',
    'डी',
    'आई',
    'एफई',
    'FE',
    'டிஐ',
    'டி',
    'ti',
    'மஹிந்திரா',
    'ட்ராக்டர்',
    '५७५',
    '௫௭௫',
    'ट्रैक्टर',
  ],
  ...['tractor', 'tractors', 'tractro', 'क़लम', 'कलम'],
]

const MAKERS = ['mahindra', 'john-deere', 'tafe', 'new-one', 'jcb']
const CLASSES = ['tractor', 'backhoe_loader', 'excavator', 'grader']
const KINDS = ['utility', 'row_crop', 'compact']
const DAYS = ['2026-01-01', '2026-03-15', '2026-06-30', '2026-11-15', '2026-11-16', '2027-01-01']

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 })
/** Of a dozen bounds a query has a few, so that something is left. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight, arbitrary })
const text = (most: number) => fc.array(oneOf(WORDS), { minLength: 1, maxLength: most }).map((words) => words.join(' '))

export const makerArbitrary: fc.Arbitrary<SearchMaker> = fc.record({
  slug: oneOf(MAKERS),
  name: text(2),
  aliases: fc.array(text(2), { maxLength: 2 }),
})

export const classArbitrary: fc.Arbitrary<SearchClass> = fc.record({
  key: oneOf(CLASSES),
  words: fc.array(text(2), { maxLength: 3 }),
  loads: fc.subarray([...LOADS]),
})

export const machineArbitrary: fc.Arbitrary<SearchDocument> = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  name: text(4),
  manufacturer: oneOf(MAKERS),
  machine_class: oneOf(CLASSES),
  aliases: fc.array(text(3), { maxLength: 2 }),
  kind: maybe(oneOf(KINDS)),
  family: maybe(text(2)),
  power_source: maybe(oneOf(['diesel', 'electric', 'dual_fuel'])),
  wheel_drive: maybe(oneOf(['2wd', '4wd', 'crawler'])),
  lifecycle: oneOf(['upcoming', 'current', 'discontinued']),
  section: oneOf(['farm', 'construction']),
  engine_hp: maybe(oneOf([15, 20, 20.5, 35, 47, 50, 50.5, 60, 75, 75.1, 110])),
  operating_weight_kg: maybe(oneOf([800, 1500, 1501, 2000, 9000])),
  lift_capacity_kg: maybe(oneOf([750, 1500, 2000])),
  lift_capacity_t: maybe(oneOf([1.5, 2.1, 12])),
  payload_kg: maybe(oneOf([1500, 10000])),
  rated_load_kg: maybe(oneOf([2000, 3000])),
  tipping_load_kg: maybe(oneOf([2000, 12000])),
  cylinders: maybe(oneOf([1, 3, 4])),
  price_from_inr: maybe(oneOf([350000, 500000, 500001, 9007199254740991])),
  price_kind: maybe(oneOf(['ex_showroom', 'on_road', 'estimate'])),
  launched_at: maybe(oneOf(DAYS)),
  published_at: maybe(oneOf(DAYS)),
})

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

/** What happens to a word between the head and the keyboard. */
function mistype(word: string, how: number, at: number): string {
  const letters = [...word]
  const place = letters.length === 0 ? 0 : at % letters.length
  if (how === 1) letters.splice(place, 1)
  if (how === 2) letters.splice(place, 0, 'e')
  if (how === 3) letters[place] = 'o'
  if (how === 4) letters.splice(place, 2, ...letters.slice(place, place + 2).reverse())
  if (how === 5) letters.length = Math.max(1, place)
  return letters.join('')
}

const typedWord = fc
  .tuple(oneOf(WORDS), oneOf([0, 0, 0, 1, 2, 3, 4, 5]), fc.nat(12), oneOf([0, 0, 1, 2, 3, 4]), fc.nat(12))
  .map(([word, how, at, then, there]) => mistype(mistype(word, how, at), then, there))

/** What figures, fillers and other names for things are made of. */
const SAID = [
  ...['50 hp', 'under 5 lakh', '40-60 hp', '1.5 ton', '3 cylinder', '4x4', 'price', 'ka', 'best', 'machine', 'hp', '2'],
  ...['lift above 1500 kg', '2 ton weight', 'cheapest', 'or', 'vs', 'after 2026', '2026', 'used', 'without 4wd', '4w'],
  ...['5 लाख तक', '50 एचपी से ज्यादा', 'कीमत', '2 டன்', 'விலை', '10 acre', 'bijli', 'चार पहिया', 'rs 500000'],
]

const typedText = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 5, arbitrary: typedWord }, { weight: 1, arbitrary: oneOf(SAID) }),
      oneOf([' ', ' ', ' ', '', '-', ' \u200d']),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.map(([word, after]) => word + after).join(''))

export const queryArbitrary: fc.Arbitrary<SearchQuery> = fc.record({
  q: fc.oneof(
    { weight: 4, arbitrary: typedText },
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: oneOf([' - ', '?!', '\u200b', '\u093f']) },
  ),
  machine_class: list(CLASSES),
  manufacturer: list(MAKERS),
  kind: list(KINDS),
  power_source: list(['diesel', 'electric']),
  wheel_drive: list(['2wd', '4wd']),
  lifecycle: list(['current', 'discontinued']),
  price_kind: list(['ex_showroom', 'on_road']),
  hp_min: seldom(oneOf([20, 20.5, 50, 75]), 2),
  hp_max: seldom(oneOf([20, 47, 50.5, 75]), 2),
  weight_min: seldom(oneOf([0, 1500, 1501, 3000])),
  weight_max: seldom(oneOf([0, 1500, 2000, 90000])),
  price_min: seldom(oneOf([0, 350001, 500000])),
  lift_min: seldom(oneOf([0, 751, 1500])),
  lift_max: seldom(oneOf([750, 1999])),
  mass_min: seldom(oneOf([0, 1501, 2000])),
  mass_max: seldom(oneOf([1500, 2100, 10000])),
  cylinders: seldom(oneOf([3, 4])),
  price_max: seldom(oneOf([0, 499999, 500000, 9007199254740991])),
  launched_since: seldom(oneOf(DAYS)),
  launched_until: seldom(oneOf(DAYS)),
  sort: fc.option(oneOf(SORTS), { nil: null, freq: 2 }),
  limit: oneOf([0, 1, 5, 20, 100]),
  offset: oneOf([0, 0, 0, 1, 7, 1000]),
  facets: oneOf(['', '', 'none', 'hp_band', 'manufacturer,price_kind', 'machine_class,kind,section']),
})

/** How large a share of queries must have each parameter, and find something. */
const ASKED = {
  ...{ q: 0.3, machine_class: 0.07, manufacturer: 0.07, kind: 0.07, power_source: 0.07, wheel_drive: 0.07 },
  ...{ lifecycle: 0.07, price_kind: 0.07, hp_min: 0.12, hp_max: 0.12, weight_min: 0.05, weight_max: 0.05 },
  ...{ price_min: 0.05, price_max: 0.05, lift_min: 0.05, lift_max: 0.05, mass_min: 0.05, mass_max: 0.05 },
  ...{ cylinders: 0.05, launched_since: 0.05, launched_until: 0.05, sort: 0.35, offset: 0.2, facets: 0.4, found: 0.1 },
} satisfies { [K in keyof Omit<SearchQuery, 'limit'> | 'found']: number }

export function createAskedQueries(share = 1) {
  const least = Object.entries(ASKED).map(([name, part]) => [name, part * share])
  const asked = createAsked(Object.fromEntries(least) as typeof ASKED)
  return {
    count: (query: SearchQuery, total: number) => asked.count({ ...query, offset: query.offset > 0, found: total > 0 }),
    prove: asked.prove,
  }
}

export type Step =
  | { do: 'makers'; makers: SearchMaker[] }
  | { do: 'classes'; classes: SearchClass[] }
  | { do: 'upsert'; machines: SearchDocument[] }
  | { do: 'today'; today: string }

export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .array(makerArbitrary, { minLength: 1, maxLength: 3 })
      .map((makers) => ({ do: 'makers' as const, makers })),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(classArbitrary, { minLength: 1, maxLength: 3 })
      .map((classes) => ({ do: 'classes' as const, classes })),
  },
  {
    weight: 6,
    arbitrary: fc
      .array(machineArbitrary, { minLength: 1, maxLength: 12 })
      .map((machines) => ({ do: 'upsert' as const, machines })),
  },
  { weight: 1, arbitrary: oneOf(DAYS).map((today) => ({ do: 'today' as const, today })) },
)
