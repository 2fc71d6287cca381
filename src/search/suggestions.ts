import { foldText } from '../text/fold.ts'

/** What a half-typed text may become: where it leads, and how it is called. */
export interface Suggestion {
  kind: 'maker' | 'class' | 'model' | 'implement'
  /** Slug of a maker or machine, key of a class or kind of implement. */
  key: string
  label: string
}

/** Something that can be suggested, with all its names. */
export interface Suggestible extends Suggestion {
  names: readonly string[]
}

export const MAX_SUGGESTIONS = 8
/** So many of them are models, as far as there are others. */
const MAX_OTHERS = 4

/**
 * Suggests while someone types: makers, classes and kinds of implement whose names, or a word of them, begin with the
 * text, then models. `known` is in the order of preference; `models` searches the index.
 */
export function suggest(
  text: string,
  known: readonly Suggestible[],
  models: (text: string, most: number) => readonly Suggestion[],
): Suggestion[] {
  const typed = foldText(text).trim()
  if (typed === '') return []
  const begins = (name: string) => {
    const folded = foldText(name)
    return folded.startsWith(typed) || folded.includes(` ${typed}`)
  }
  const others = known.filter(({ names }) => names.some(begins))
  const found = models(text, MAX_SUGGESTIONS)
  const room = Math.max(MAX_OTHERS, MAX_SUGGESTIONS - found.length)
  return [
    ...others.slice(0, room).map(({ kind, key, label }) => ({ kind, key, label })),
    ...found.slice(0, MAX_SUGGESTIONS - Math.min(others.length, room)),
  ]
}
