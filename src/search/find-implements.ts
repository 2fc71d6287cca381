import type { Fitting } from '../catalog/implements.ts'
import { tokenize } from '../lib/text/normalize.ts'
import { spokenWords } from '../lib/text/phonetic-key.ts'
import type { ImplementSummary } from '../schema/api/machine.ts'
import { IS } from './parser/meaning.ts'
import { respell } from './parser/respell.ts'
import { takeNamed } from './parser/sides.ts'
import { cropNames, implementNames, phraseAt, toLexemes } from './parser/vocabulary.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchQuery } from './types.ts'
import { isFillerWord } from './words/word-lists.ts'

/** An implement with words that tell its kind, those of its own and its maker's name, and these with all names of its kind. */
export type ImplementText = ReturnType<typeof implementText>

export function implementText(implement: ImplementSummary, fit: Fitting | undefined) {
  const kinds = [implement.kind.replaceAll('_', ' '), ...(implementNames.get(implement.kind) ?? [])]
  const crops = tokenize(implement.name).flatMap((word) => cropNames.get(word) ?? [])
  const own = [implement.name, implement.manufacturer.name, ...crops]
  const kind = spokenWords(kinds.filter((name, at) => at === 0 || !name.includes(' ')))
  return { implement, fit, kind, own: spokenWords(own), all: spokenWords([...own, ...kinds]) }
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
  const { beside, sides, leftOut } = index.read(q)
  const isBounded = (hp_min ?? hp_max ?? null) !== null
  const isMet = (fit: Fitting | undefined) =>
    (hp_max ?? Infinity) >= (fit?.hp_min ?? 0) && (hp_min ?? 0) <= (fit?.hp_max ?? Infinity)
  const classNamed = (words: readonly string[]) => index.known.valueNamed('machine_class', words)
  const carriers = sides.map((side) => takeNamed([[...side]], classNamed)?.value ?? '')
  const ofKinds = (kinds: readonly string[]) =>
    texts.filter(({ implement, fit }) => kinds.includes(implement.kind) && isMet(fit))
  let found = ofKinds(beside.implements)
  if (beside.implements.length === 0) {
    found = texts.filter(({ all }) => sides.some((side) => side.length > 0 && side.every(all.has)))
    if (found.length === 0) found = ofKinds(kindsIn([...leftOut, ...sides.flat()]))
    if (found.length === 0) found = texts.filter(({ own }) => leftOut.some((word) => isOwn(word) && own.has(word)))
  }
  if (found.length === 0) return []
  const written = respell(toLexemes(q), index.known).map(({ text }) => text)
  const words = [...new Set([...tokenize(q), ...written, ...sides.flat()])]
  const told = found.map(({ kind, own }) => words.filter((word) => own.has(word) && !kind.has(word)).length)
  const most = Math.max(...told)
  const worth = ({ fit, all: names }: ImplementText) =>
    Number(isBounded && (fit?.hp_min ?? fit?.hp_max ?? null) !== null) +
    Number(carriers.some((key) => fit?.fits_classes.includes(key))) +
    words.filter(names.has).length
  return found
    .flatMap((text, at) => (told[at] === most ? [{ implement: text.implement, worth: worth(text) }] : []))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ implement }) => implement)
}

/** Kinds of implements by names that a machine may have too. */
function kindsIn(words: readonly string[]): string[] {
  const lexemes = toLexemes(words.join(' '))
  return lexemes.flatMap((_, at) => phraseAt(lexemes, at, IS.fitted)?.meaning.fitted ?? [])
}

/** Shorter words may stand in the name of anything. */
const LEAST_OWN = 5
const isOwn = (word: string) => word.length >= LEAST_OWN && !isFillerWord(word)
