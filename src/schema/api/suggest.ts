import type { Static } from 'typebox'
import { closed, oneOf, resource, Type } from './type.ts'
import { MAX_QUERY_CODE_POINTS } from './values.ts'

const MAX_SUGGESTIONS = 20

export const SuggestParameters = closed({
  q: Type.String({
    default: '',
    maxLength: MAX_QUERY_CODE_POINTS,
    description: 'Text typed so far, in any script.',
    examples: ['mahi'],
  }),
  limit: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: MAX_SUGGESTIONS,
    description: `Maximum number of suggestions, from 1 to ${MAX_SUGGESTIONS}.`,
    examples: [8],
  }),
})
export type SuggestParameters = Static<typeof SuggestParameters>

const Suggestion = resource('Suggestion', 'A query that finds a record first.', {
  text: Type.String({ description: 'Query text in the script of the query.', examples: ['Mahindra'] }),
  type: oneOf(['machine', 'manufacturer', 'class'], {
    description: 'Type of the record.',
    examples: ['manufacturer'],
  }),
  slug: Type.String({
    description: 'Slug of the machine or manufacturer, or key of the class.',
    examples: ['mahindra'],
  }),
})

export const SuggestOut = resource('SuggestOut', 'Suggestions for a query.', {
  query: Type.String({ description: 'The query as sent.', examples: ['mahi'] }),
  suggestions: Type.Array(Suggestion, {
    description: 'Suggestions, best first, without repeated records.',
    examples: [[{ text: 'Mahindra', type: 'manufacturer', slug: 'mahindra' }]],
  }),
})
export type SuggestOut = Static<typeof SuggestOut>
export type SuggestedRecord = SuggestOut['suggestions'][number]
