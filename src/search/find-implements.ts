import type { Fitting } from '../catalog/implements.ts'
import { tokenize } from '../lib/text/normalize.ts'
import { spokenWords } from '../lib/text/phonetic-key.ts'
import type { ImplementSummary } from '../schema/api/machine.ts'
import { takeValue } from './parser/clauses.ts'
import { annotate, cropNames, implementNames, phraseAt } from './parser/lexicon.ts'
import { normalizeSpellings } from './parser/spellings.ts'
import { tokenizeQuery } from './parser/tokens.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchQuery } from './types.ts'
import { isStopWord } from './words/word-lists.ts'

/** An implement with the words for its kind, the words of its name and manufacturer, and both with all names of its kind. */
export type ImplementText = ReturnType<typeof implementText>

export function implementText(implement: ImplementSummary, fit: Fitting | undefined) {
  const kinds = [implement.kind.replaceAll('_', ' '), ...implementNames(implement.kind)]
  const crops = tokenize(implement.name).flatMap(cropNames)
  const self = [implement.name, implement.manufacturer.name, ...crops]
  const kind = spokenWords(kinds.filter((name, i) => i === 0 || !name.includes(' ')))
  return { implement, fit, kind, own: spokenWords(self), all: spokenWords([...self, ...kinds]) }
}

/**
 * Implements of the kinds that the text names; without such a kind, those that have all its words, or a word that no
 * machine has. Of these the ones with the most of its words that tell more than the kind, those that fit the class and
 * have more of its words before the others. A power that is asked for must lie within what the implement needs; those
 * that tell it come first.
 */
export function findImplements(
  index: SearchIndex,
  texts: readonly ImplementText[],
  q: string,
  { hp_min, hp_max }: Partial<Pick<SearchQuery, 'hp_min' | 'hp_max'>>,
): ImplementSummary[] {
  const { intents, clauses, ignored } = index.parse(q)
  const isBounded = (hp_min ?? hp_max ?? null) !== null
  const isMet = (fit: Fitting | undefined) =>
    (hp_max ?? Infinity) >= (fit?.hp_min ?? 0) && (hp_min ?? 0) <= (fit?.hp_max ?? Infinity)
  const classNamed = (words: readonly string[]) => index.lookup.valueNamed('machine_class', words)
  const carriers = clauses.map((words) => takeValue([words], classNamed)?.value ?? '')
  const ofKinds = (kinds: readonly string[]) =>
    texts.filter(({ implement, fit }) => kinds.includes(implement.kind) && isMet(fit))
  let result = ofKinds(intents.implements)
  if (intents.implements.length === 0) {
    result = texts.filter(({ all }) => clauses.some((clause) => clause.length > 0 && clause.every(all.has)))
    if (result.length === 0) result = ofKinds(kindsIn([...ignored, ...clauses.flat()]))
    if (result.length === 0)
      result = texts.filter(({ own: self }) => ignored.some((word) => isOwn(word) && self.has(word)))
  }
  if (result.length === 0) return []
  const written = normalizeSpellings(annotate(tokenizeQuery(q)), index.lookup).map(({ text }) => text)
  const words = [...new Set([...tokenize(q), ...written, ...clauses.flat()])]
  const reported = result.map(({ kind, own: self }) => words.filter((word) => self.has(word) && !kind.has(word)).length)
  const max = Math.max(...reported)
  const worth = ({ fit, all: names }: ImplementText) =>
    Number(isBounded && (fit?.hp_min ?? fit?.hp_max ?? null) !== null) +
    Number(carriers.some((key) => fit?.fits_classes.includes(key))) +
    words.filter(names.has).length
  return result
    .flatMap((text, i) => (reported[i] === max ? [{ implement: text.implement, worth: worth(text) }] : []))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ implement }) => implement)
}

function kindsIn(words: readonly string[]): string[] {
  const tokens = annotate(tokenizeQuery(words.join(' ')))
  return tokens.flatMap((_, i) => phraseAt(tokens, i, 'fitted')?.senses.fitted ?? [])
}

const MIN_OWN = 5
const isOwn = (word: string) => word.length >= MIN_OWN && !isStopWord(word)
