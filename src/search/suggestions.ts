import { normalizeText } from '../lib/text/normalize.ts'
import type { ImplementSummary, MachineClass, MachineSummary, Ref } from '../schema/api/machine.ts'
import { implementNames } from './parser/lexicon.ts'

/** What a half-typed text may become: where it leads, and how it is called. */
export interface Suggestion {
  kind: 'maker' | 'class' | 'model' | 'implement' | 'comparison'
  /** Slug of a maker or machine, slugs of machines to compare with commas between, key of a class or kind of implement. */
  key: string
  label: string
  /** The machine itself, with its class and price, where one is suggested. */
  machine?: MachineSummary
}

/** Something that can be suggested, with all its names. */
export interface Suggestible extends Suggestion {
  names: readonly string[]
}

export const MAX_SUGGESTIONS = 8
/** Of so many that match best those are suggested that are most useful. */
export const MAX_CANDIDATES = 200
/** So many of them are models, as far as there are others. */
const MAX_OTHERS = 4

/**
 * Suggests while someone types: makers, classes and kinds of implement whose names, or a word of them, begin with the
 * text, then models. `known` is in the order of preference; `models` searches the index, best match first. Two models or
 * more with "vs" between are compared.
 */
export function suggest(
  text: string,
  existing: readonly Suggestible[],
  models: (text: string, max: number) => readonly Suggestion[],
  clauses: readonly string[] = [],
): Suggestion[] {
  const typed = normalizeText(text).trim()
  if (typed === '') return []
  const begins = (name: string) => {
    const folded = normalizeText(name)
    return folded.startsWith(typed) || folded.includes(` ${typed}`)
  }
  const compared = clauses.map((clause) => models(clause, 1)[0])
  if (compared.length > 1 && compared.every((model) => model !== undefined)) {
    const [key, label] = [compared.map((model) => model.key).join(), compared.map((model) => model.label).join(' – ')]
    return [{ kind: 'comparison', key, label }, ...compared]
  }
  const isCalled = ({ names }: Suggestible) => names.some((name) => normalizeText(name).trim() === typed)
  const begun = existing.filter(({ names }) => names.some(begins))
  const others = [...begun.filter(isCalled), ...begun.filter((item) => !isCalled(item))]
  const result = models(text, MAX_SUGGESTIONS)
  const otherCount = Math.max(MAX_OTHERS, MAX_SUGGESTIONS - result.length)
  return [
    ...others.slice(0, otherCount).map(({ kind, key, label }) => ({ kind, key, label })),
    ...result.slice(0, MAX_SUGGESTIONS - Math.min(others.length, otherCount)),
  ]
}

/** What can be suggested beside models, the most frequent first. */
export function suggestibles(
  classes: readonly MachineClass[],
  manufacturers: readonly (Ref & { count: number })[],
  aliasesOf: (slug: string) => readonly string[] | undefined,
  held: readonly ImplementSummary[],
): Suggestible[] {
  const kinds = Map.groupBy(held, ({ kind }) => kind)
  const list: (Suggestible & { count: number })[] = [
    ...classes.flatMap(({ key, label, label_hi, label_ta, plural, plural_hi, plural_ta, synonyms, count = 0 }) => {
      const names = [key, label, label_hi, label_ta, plural, plural_hi, plural_ta, ...synonyms]
      return count > 0 ? [{ kind: 'class' as const, key, label, names, count }] : []
    }),
    ...manufacturers.map(({ slug, name, count }) => {
      const names = [name, slug, ...(aliasesOf(slug) ?? [])]
      return { kind: 'maker' as const, key: slug, label: name, names, count }
    }),
    ...Array.from(kinds, ([key, of]) => {
      const names = [key.replaceAll('_', ' '), ...implementNames(key)]
      return { kind: 'implement' as const, key, label: key, names, count: of.length }
    }),
  ]
  return list.sort((a, b) => b.count - a.count)
}
