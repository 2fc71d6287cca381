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
    description: `${description} Separate several values by commas.`,
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
    description: `${page}, lowered to ${MAX_LIMIT}.`,
    examples: [20],
  }),
  offset: Type.Integer({ default: 0, minimum: 0, description: skipped, examples: [0] }),
})
export const searchPaging = paging('Maximum number of hits on the page', 'Number of matches to skip.')

export const facetsParameter = (facets: readonly string[], example: string, more = '') =>
  joined([NO_FACETS, ...facets], {
    description: `Facets to count, separated by commas; all by default, \`${NO_FACETS}\` for none.${more}`,
    examples: [example],
  })

type MachineFieldParameters = Record<ListName, TUnsafe<string>> &
  Record<FigureBound | EqualName, TUnsafe<number | null>> &
  Record<DayBound, TUnsafe<string | null>>

const fieldParameters = Object.fromEntries(
  Object.entries(MACHINE_SEARCH_FIELDS).flatMap(parametersOf),
) as unknown as MachineFieldParameters

function parametersOf([name, question]: [string, MachineSearchField]): [string, TSchema][] {
  const { type, unit, values = [] }: Field = (MACHINE as Record<string, Field>)[name]!
  const { note, more = '', examples = [], list, equal, bounds = [] } = question
  const text = values.length > 0 ? `${note}: ${values.join(', ')}${more}.` : `${note}.`
  const unmatched = `Excludes machines without ${unit === 'INR' ? 'a price' : 'the figure'}.`
  if (list) return [[name, filter(text, String(examples[0]))]]
  if (equal) return [[name, wholeBound(`${note}. ${unmatched}`, Number(examples[0]))]]
  return bounds.map((parameter, i): [string, TSchema] => {
    const example = examples[i]!
    if (type === 'date') {
      const description = `${note} or ${i === 0 ? 'later' : 'earlier'}. Excludes machines with an unknown launch date.`
      return [parameter, nullable(DateOnly(), { default: null, description, examples: [example] })]
    }
    const figure = type === 'number' ? Type.Number({ minimum: 0 }) : Type.Integer({ minimum: 0 })
    const description =
      name === 'plate'
        ? `${i === 0 ? 'Minimum' : 'Maximum'} in kg of ${note}.`
        : `${i === 0 ? 'Minimum' : 'Maximum'} ${note}. ${unmatched}`
    return [parameter, nullable(figure, { default: null, description, examples: [example] })]
  })
}

/** Each example, and all together, find something in the sample. */
export const SearchParameters = closed({
  q: Type.String({
    default: '',
    maxLength: MAX_QUERY_CODE_POINTS,
    description:
      'Text query in English, Hindi or Tamil, such as `50 hp under 8 lakh`, `५० एचपी`, `40 hp se kam`, `cheapest 4x4` or `575 vs 744`. Words that state a filter or sort act as that parameter, as `X-Query-Read` reports; all others must match, the last one as a prefix and with small typos.',
    examples: ['mahindra 575'],
  }),
  ...fieldParameters,
  sort: oneOf(['', ...SORTS] as const, {
    default: '',
    description:
      'Sort order, by default relevance for a text query and newest first without one; missing values come last, equal ones are ordered by `id`.',
    examples: ['price_asc'],
  }),
  ...searchPaging,
  facets: facetsParameter(FACETS, 'machine_class,manufacturer'),
})
export type SearchParameters = Static<typeof SearchParameters>

export const MachineSearchOut = resource('MachineSearchOut', 'A page of machines with facet counts.', {
  query: Type.String(),
  hits: Type.Array(MachineSummary),
  ...wholeNumbers('total', 'offset', 'limit'),
  facets: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer())),
  engine: oneOf(ENGINES),
  sort: Type.Optional(nullable(oneOf(RESPONSE_SORTS))),
})
export type MachineSearchOut = Static<typeof MachineSearchOut>
