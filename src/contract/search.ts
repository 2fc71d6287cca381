import type { Static } from 'typebox'
import { MachineSummary } from './machine.ts'
import { closed, DateOnly, nullable, oneOf, resource, Type, wholeNumbers } from './type.ts'
import {
  ENGINES,
  LIFECYCLES,
  MAX_LIMIT,
  MAX_QUERY_CODE_POINTS,
  POWER_SOURCES,
  PRICE_KINDS,
  RESPONSE_SORTS,
  SORTS,
  WHEEL_DRIVES,
} from './values.ts'

export const filter = (description: string, example: string) =>
  Type.String({
    default: '',
    description: `${description} One value, or several joined by commas.`,
    examples: [example],
  })
const bound = (description: string, example: number) =>
  nullable(Type.Number({ minimum: 0 }), { default: null, description, examples: [example] })
export const wholeBound = (description: string, example: number) =>
  nullable(Type.Integer({ minimum: 0 }), { default: null, description, examples: [example] })

export const paging = (page: string, skipped: string) => ({
  limit: Type.Integer({
    default: 20,
    minimum: 0,
    'x-clamp': MAX_LIMIT,
    description: `${page}; above ${MAX_LIMIT} it is ${MAX_LIMIT}.`,
    examples: [20],
  }),
  offset: Type.Integer({ default: 0, minimum: 0, description: skipped, examples: [0] }),
})
export const searchPaging = paging(
  'Hits on a page',
  'Matches to leave out before the page begins; past the end the page is empty.',
)

/** The examples agree: alone and all together they find something in the sample. */
export const SearchParameters = closed({
  q: Type.String({
    default: '',
    maxLength: MAX_QUERY_CODE_POINTS,
    description:
      'What a person would type, in English, Hindi or Tamil: names, figures (`50 hp under 8 lakh`, `५० एचपी`, `40 hp se kam`), wishes (`cheapest 4x4`) and either-or (`575 vs 744`), in Latin letters too. A number with a unit is a bound beside the parameters, a wish is a sort; words that name nothing (`price`, `ki kimat`) are left out. All others must match, the last one as a prefix; small typos are forgiven. The header `X-Query-Read` tells how it was read.',
    examples: ['mahindra 575'],
  }),
  machine_class: filter('Key of a machine class; `GET /v1/machines/classes` lists them.', 'tractor'),
  manufacturer: filter('Slug of a manufacturer.', 'mahindra'),
  kind: filter('Kind within the class; the class lists its kinds.', 'utility'),
  power_source: filter(`Where the power comes from: ${POWER_SOURCES.join(', ')}.`, 'diesel'),
  hp_min: bound('Lowest engine power in HP. A machine without the figure does not match.', 40),
  hp_max: bound('Highest engine power in HP. A machine without the figure does not match.', 50),
  wheel_drive: filter(`Driven wheels: ${WHEEL_DRIVES.join(', ')}; \`4x4\` means \`4wd\`.`, '2wd'),
  weight_min: wholeBound('Lowest operating weight in kg. A machine without the figure does not match.', 1500),
  weight_max: wholeBound('Highest operating weight in kg. A machine without the figure does not match.', 2500),
  lift_min: wholeBound('Lowest `lift_capacity_kg`. A machine without the figure does not match.', 1000),
  lift_max: wholeBound('Highest `lift_capacity_kg`. A machine without the figure does not match.', 2500),
  mass_min: wholeBound('In kg. With `mass_max`: some figure of the plate in kg or t must lie within.', 1000),
  mass_max: wholeBound('In kg. With `mass_min`: some figure of the plate in kg or t must lie within.', 3000),
  cylinders: wholeBound('Number of cylinders. A machine without the figure does not match.', 4),
  price_min: wholeBound('Lowest `price_from_inr` in rupees. A machine without a price does not match.', 500_000),
  price_max: wholeBound('Highest `price_from_inr` in rupees. A machine without a price does not match.', 800_000),
  price_kind: filter(`Kind of the price in \`price_from_inr\`: ${PRICE_KINDS.join(', ')}.`, 'ex_showroom'),
  lifecycle: filter(`Where it stands in its life: ${LIFECYCLES.join(', ')}.`, 'current'),
  launched_since: nullable(DateOnly(), {
    default: null,
    description: 'Launched on this day or later. A machine whose launch is unknown does not match.',
    examples: ['2015-01-01'],
  }),
  launched_until: nullable(DateOnly(), {
    default: null,
    description: 'Launched on this day or earlier. A machine whose launch is unknown does not match.',
    examples: ['2024-12-31'],
  }),
  sort: oneOf(['', ...SORTS] as const, {
    default: '',
    description: 'Without it: by relevance with `q`, else newest first. Missing values come last, ties by `id`.',
    examples: ['price_asc'],
  }),
  ...searchPaging,
})
export type SearchParameters = Static<typeof SearchParameters>

export const MachineSearchOut = resource('MachineSearchOut', 'A page of machines, with counts for narrowing.', {
  query: Type.String(),
  hits: Type.Array(MachineSummary),
  ...wholeNumbers('total', 'offset', 'limit'),
  facets: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer())),
  engine: oneOf(ENGINES),
  sort: Type.Optional(nullable(oneOf(RESPONSE_SORTS))),
})
export type MachineSearchOut = Static<typeof MachineSearchOut>
