import type { Static, TSchema, TUnsafe } from 'typebox'
import type { Field } from '../records/field.ts'
import { MACHINE } from '../records/machine.ts'
import {
  type DayBound,
  type EqualName,
  type FigureBound,
  type ListName,
  MACHINE_SEARCH_FIELDS,
  type MachineSearchField,
} from '../records/machine-search-fields.ts'
import { MachineSummary } from './machine.ts'
import { closed, DateOnly, joined, nullable, oneOf, resource, Type, wholeNumbers } from './type.ts'
import { ENGINES, FACETS, MAX_LIMIT, MAX_QUERY_CODE_POINTS, NO_FACETS, RESPONSE_SORTS, SORTS } from './values.ts'

export const filter = (description: string, example: string) =>
  joined(undefined, {
    description: `${description} One value, or several joined by commas.`,
    examples: [example],
  })
export const wholeBound = (description: string, example: number, bounds: object = {}) =>
  nullable(Type.Integer({ minimum: 0, ...bounds }), { default: null, description, examples: [example] })
export const decimalBound = (description: string, example: number) =>
  nullable(Type.Number({ minimum: 0 }), { default: null, description, examples: [example] })

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

export const facetsParameter = (facets: readonly string[], example: string, more = '') =>
  joined([NO_FACETS, ...facets], {
    description: `The facets to count, joined by commas; \`${NO_FACETS}\` for none, which is fastest. Without it all are counted.${more}`,
    examples: [example],
  })

type MachineFieldParameters = Record<ListName, TUnsafe<string>> &
  Record<FigureBound | EqualName, TUnsafe<number | null>> &
  Record<DayBound, TUnsafe<string | null>>

/** The parameters that the questions about machines make, in their order. */
const fieldParameters = Object.fromEntries(
  Object.entries(MACHINE_SEARCH_FIELDS).flatMap(parametersOf),
) as unknown as MachineFieldParameters

function parametersOf([name, question]: [string, MachineSearchField]): [string, TSchema][] {
  const { type, unit, values = [] }: Field = (MACHINE as Record<string, Field>)[name]!
  const { note, more = '', examples = [], list, equal, bounds = [] } = question
  const text = values.length > 0 ? `${note}: ${values.join(', ')}${more}.` : `${note}.`
  const unmatched = `A machine without ${unit === 'INR' ? 'a price' : 'the figure'} does not match.`
  if (list) return [[name, filter(text, String(examples[0]))]]
  if (equal) return [[name, wholeBound(`${note}. ${unmatched}`, Number(examples[0]))]]
  return bounds.map((parameter, i): [string, TSchema] => {
    const example = examples[i]!
    if (type === 'date') {
      const description = `${note} or ${i === 0 ? 'later' : 'earlier'}. A machine whose launch is unknown does not match.`
      return [parameter, nullable(DateOnly(), { default: null, description, examples: [example] })]
    }
    const figure = type === 'number' ? Type.Number({ minimum: 0 }) : Type.Integer({ minimum: 0 })
    const description =
      name === 'plate'
        ? `In kg. With \`${bounds[1 - i]}\`: ${note} must lie within.`
        : `${i === 0 ? 'Lowest' : 'Highest'} ${note}. ${unmatched}`
    return [parameter, nullable(figure, { default: null, description, examples: [example] })]
  })
}

/** The examples agree: alone and all together they find something in the sample. */
export const SearchParameters = closed({
  q: Type.String({
    default: '',
    maxLength: MAX_QUERY_CODE_POINTS,
    description:
      'What a person would type, in English, Hindi or Tamil: names, figures (`50 hp under 8 lakh`, `५० एचपी`, `40 hp se kam`), wishes (`cheapest 4x4`) and either-or (`575 vs 744`), in Latin letters too. A number with a unit is a bound beside the parameters, a wish is a sort; words that name nothing (`price`, `ki kimat`) are left out. All others must match, the last one as a prefix; small typos are forgiven. The header `X-Query-Read` tells how it was read.',
    examples: ['mahindra 575'],
  }),
  ...fieldParameters,
  sort: oneOf(['', ...SORTS] as const, {
    default: '',
    description: 'Without it: by relevance with `q`, else newest first. Missing values come last, ties by `id`.',
    examples: ['price_asc'],
  }),
  ...searchPaging,
  facets: facetsParameter(FACETS, 'machine_class,manufacturer'),
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
