import { type Static, Type } from 'typebox'
import { MachineSummary } from './machine.ts'
import { DateOnly, named, nullable, oneOf } from './shapes.ts'
import { ENGINES, FACETS, MAX_LIMIT, MAX_QUERY_CODE_POINTS, RESPONSE_SORTS, SORTS } from './values.ts'

const filter = (description: string) =>
  Type.String({ default: '', description: `${description} One value, or several joined by commas.` })
const bound = (description: string) => nullable(Type.Number({ minimum: 0 }), { default: null, description })
const wholeBound = (description: string) => nullable(Type.Integer({ minimum: 0 }), { default: null, description })

export const SearchParameters = Type.Object(
  {
    q: Type.String({
      default: '',
      maxLength: MAX_QUERY_CODE_POINTS,
      description:
        'Words in English, Hindi or Tamil. All must match, the last one as a prefix; small typos are forgiven.',
    }),
    machine_class: filter('Key of a machine class.'),
    manufacturer: filter('Slug of a manufacturer.'),
    kind: filter('Kind within the class.'),
    power_source: filter('Where the power comes from.'),
    hp_min: bound('Lowest engine power in HP.'),
    hp_max: bound('Highest engine power in HP.'),
    wheel_drive: filter('Driven wheels.'),
    weight_min: wholeBound('Lowest operating weight in kg.'),
    weight_max: wholeBound('Highest operating weight in kg.'),
    price_max: wholeBound('Highest `price_from_inr`.'),
    lifecycle: filter('Where it stands in its life.'),
    launched_since: nullable(DateOnly(), { default: null, description: 'Launched on this day or later.' }),
    sort: oneOf(['', ...SORTS] as const, {
      default: '',
      description: 'Without it: by relevance with `q`, else newest first. Missing values come last, ties by `id`.',
    }),
    limit: Type.Integer({
      default: 20,
      minimum: 0,
      'x-clamp': MAX_LIMIT,
      description: `Hits on a page; above ${MAX_LIMIT} it is ${MAX_LIMIT}.`,
    }),
    offset: Type.Integer({ default: 0, minimum: 0 }),
  },
  { additionalProperties: false },
)
export type SearchParameters = Static<typeof SearchParameters>

export const MachineSearchOut = named(
  'MachineSearchOut',
  Type.Object(
    {
      query: Type.String({ description: 'The text query as it was sent.' }),
      hits: Type.Array(MachineSummary),
      total: Type.Integer(),
      offset: Type.Integer(),
      limit: Type.Integer(),
      facets: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
        description: `Counts for ${FACETS.join(', ')}; each ignores its own filter.`,
      }),
      engine: oneOf(ENGINES, { description: 'Which backend answered.' }),
      sort: Type.Optional(nullable(oneOf(RESPONSE_SORTS))),
    },
    { additionalProperties: false },
  ),
)
export type MachineSearchOut = Static<typeof MachineSearchOut>
