import { type ScoreFeatures, scoreOf } from './index/score.ts'
import type { SearchIndex } from './search-index.ts'
import { EMPTY_QUERY, type SearchQuery } from './types.ts'

interface ExplainedHit {
  id: number
  score: number | undefined
  /** Undefined if the query has no words: the sort order decides. */
  features: ScoreFeatures | undefined
  tie: object
}

const SHOWN_HITS = 5

/** Explains how a query is parsed, and the scores of the first hits, or of one machine. */
export function explainQuery(index: SearchIndex, q: string, id?: number) {
  const { parsed, trace } = index.trace(q)
  const query: SearchQuery = { ...EMPTY_QUERY, q, limit: SHOWN_HITS }
  const { ids, total } = index.search(query)
  const { clauses, filters, sort, ignored, text } = parsed
  return {
    tokens: trace.tokens.map(({ text, isLiteral, phrases }, i) => ({
      text,
      literal: isLiteral,
      phrases: phrases.map(({ end, senses }) => ({
        text: textOf(trace.tokens.slice(i, end)),
        senses: Object.fromEntries(Object.entries(senses).filter(([, value]) => value !== undefined)),
      })),
    })),
    constraints: trace.items.flatMap(({ start, end, filters }) =>
      Object.keys(filters).length === 0 ? [] : [{ text: textOf(trace.tokens.slice(start, end)), filters }],
    ),
    terms: trace.terms.map(({ word, kind, isKept: isRetained }) => ({ word, kind, kept: isRetained })),
    clauses,
    query: text,
    filters,
    sort: sort ?? (clauses.length > 0 ? 'relevance' : 'newest'),
    ignored,
    total,
    hits: (id === undefined ? ids : [id]).map((hit): ExplainedHit => {
      const match = index.explain(clauses, index.rowOf(hit))
      const features = match?.features
      return { id: hit, score: features && scoreOf(features), features, tie: match?.tie ?? {} }
    }),
  }
}

const textOf = (tokens: readonly { text: string }[]) => tokens.map(({ text }) => text).join(' ')
