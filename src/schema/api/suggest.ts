import type { Static } from 'typebox'
import { closed, oneOf, resource, Type } from './type.ts'
import { MAX_QUERY_CODE_POINTS } from './values.ts'

const MAX_SUGGESTIONS = 20

export const SuggestParameters = closed({
  q: Type.String({
    default: '',
    maxLength: MAX_QUERY_CODE_POINTS,
    description: 'What has been typed so far, in any script.',
    examples: ['mahi'],
  }),
  limit: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: MAX_SUGGESTIONS,
    description: `The most suggestions, 1 to ${MAX_SUGGESTIONS}.`,
    examples: [8],
  }),
})
export type SuggestParameters = Static<typeof SuggestParameters>

const Suggestion = resource('Suggestion', 'A query that finds this record first.', {
  text: Type.String({ description: 'A name in the script of the query.', examples: ['Mahindra'] }),
  type: oneOf(['machine', 'manufacturer', 'class'], {
    description: 'What the text names.',
    examples: ['manufacturer'],
  }),
  slug: Type.String({
    description: 'Slug of the machine or manufacturer, key of the class.',
    examples: ['mahindra'],
  }),
})

export const SuggestOut = resource('SuggestOut', 'Suggestions for a query, best first.', {
  query: Type.String({ description: 'The query as sent.', examples: ['mahi'] }),
  suggestions: Type.Array(Suggestion, {
    description: 'At most `limit`, each record once.',
    examples: [[{ text: 'Mahindra', type: 'manufacturer', slug: 'mahindra' }]],
  }),
})
export type SuggestOut = Static<typeof SuggestOut>
export type SuggestedRecord = SuggestOut['suggestions'][number]
