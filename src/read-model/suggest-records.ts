import { normalizeText } from '../lib/text/normalize.ts'
import type { SuggestedRecord } from '../schema/api/suggest.ts'
import { NO_FACETS } from '../schema/api/values.ts'
import { EMPTY_QUERY } from '../search/types.ts'
import type { ReadModel } from './read-model.ts'

/** The most manufacturers and classes, if there are machines as well. */
const MAX_NAMES = 4
/** Max. matches that are searched for machines, best first. */
const MAX_CANDIDATES = 40

/**
 * Suggests manufacturers and classes with a name, or a word of one, that begins with the query, then machines that match
 * it. Each text finds its record first.
 */
export function suggestRecords(model: ReadModel, query: string, limit: number): SuggestedRecord[] {
  const typed = normalizeText(query).trim()
  if (typed === '') return []
  const { index } = model
  const find = (q: string, limit: number) => index.find({ ...EMPTY_QUERY, q, limit, facets: NO_FACETS }).rows

  /** Whether a text, sent as a query, finds a record first. */
  function findsFirst({ text, type, slug }: SuggestedRecord): boolean {
    const [row] = find(text, 1)
    if (row === undefined) return false
    if (type === 'machine') return row === model.rowOf(slug)
    return type === 'manufacturer'
      ? index.makerOf(row) === index.makerNumber(slug)
      : index.classKey(index.classOf(row)) === slug
  }

  const names = namedRecords(model, typed).filter(findsFirst)
  const machines: SuggestedRecord[] = []
  for (const row of find(query, MAX_CANDIDATES)) {
    if (machines.length === limit) break
    const { name, slug } = model.summaryOf(row)
    const machine: SuggestedRecord = { text: name, type: 'machine', slug }
    if (findsFirst(machine)) machines.push(machine)
  }
  const nameCount = Math.max(Math.min(MAX_NAMES, limit), limit - machines.length)
  return [...names.slice(0, nameCount), ...machines].slice(0, limit)
}

/** The manufacturers and classes that are called so, with the name that is: whole names first, then beginnings. */
function namedRecords(model: ReadModel, typed: string): SuggestedRecord[] {
  const records = [
    ...model.countedClasses().map(({ key, label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms }) => ({
      type: 'class' as const,
      slug: key,
      names: [label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms],
    })),
    ...model.manufacturers().map(({ slug, name, aliases }) => ({
      type: 'manufacturer' as const,
      slug,
      names: [name, ...aliases],
    })),
  ]
  const named = records.flatMap(({ names, type, slug }) => {
    const ranked = names
      .map((text) => ({ text, rank: rankOf(normalizeText(text), typed) }))
      .sort((a, b) => a.rank - b.rank)
    const [best] = ranked
    return best && best.rank < NO_RANK ? [{ text: best.text, type, slug, rank: best.rank }] : []
  })
  return named.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...record }) => record)
}

const NO_RANK = 3

/** 0 for the whole name, 1 for its beginning, 2 for the beginning of a word of it. */
function rankOf(name: string, typed: string): number {
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  return name.includes(` ${typed}`) ? 2 : NO_RANK
}
