import { createCache, lazy } from '../../lib/cache.ts'
import { normalizeText, toAsciiDigits } from '../../lib/text/normalize.ts'
import { phrasesOf, readTsv } from '../../lib/text/word-lists.ts'

export const linesOf = (list: string) => readTsv(new URL(`../words/${list}.tsv`, import.meta.url))

/** What Devanagari writes in two ways: long and short, मॉडल and माडल, ट्रैक्टर and ट्रॅक्टर. */
const ONE_VOWEL = new Map(['ईइ', 'ऊउ', 'ऐए', 'ऍए', 'ऑआ', 'ीि', 'ूु', 'ैे', 'ॅे', 'ॉा'].map((two) => [two[0], two[1]]))
const ASCII = /^[\x00-\x7f]*$/

/** Digits of any script as European ones. Offices shorten words of Hindi with a nought: रु0, कि0ग्रा0. */
export function withWesternDigits(text: string): string {
  if (ASCII.test(text)) return text
  return toAsciiDigits(text.normalize('NFKC').replace(/(?<=[\u0904-\u0963])[0०](?![\d०-९])/gu, '.'))
}

export function foldWords(text: string): string {
  const marked = text.replaceAll('&', ' and ')
  if (ASCII.test(text))
    return marked
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return normalizeText(withWesternDigits(marked))
    .replaceAll('×', 'x')
    .replace(/[ङञणनम]\u094d(?=[क-ह])|ँ/g, 'ं')
    .replace(/[ईऊऐऍऑीूैॅॉ]/g, (vowel) => ONE_VOWEL.get(vowel)!)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Without blanks: `C.N.G.` is CNG. */
export const lettersOf = (text: string) => foldWords(text).replaceAll(' ', '')
/** The key of a header or a word: `₹` and `%` have no letters. */
export const keyOf = (text: string) => lettersOf(text) || text.trim()

type WordGroup = 'unknown' | 'yes' | 'no' | 'ditto' | 'sum' | 'serial' | 'remark' | 'legal' | 'model'

const wordGroups = lazy(
  () =>
    new Map(
      [...Map.groupBy(linesOf('groups'), ([group]) => group)].map(([group, lines]) => [
        group,
        new Set(lines.flatMap(([, words]) => phrasesOf(words!).map(lettersOf))),
      ]),
    ),
)

export const isSynonymOf = (group: WordGroup, text: string) => wordGroups().get(group)!.has(lettersOf(text))

const NUMBERS = /^[\d.,/-]*\d[\d.,/-]*$/
const NO_DATE = /^0{1,2}[/.-]0{1,2}[/.-]0+$/
const DITTO = /^-*\s*(?:(?:["“”″〃]\s*){1,2}|''|,,)\s*-*\.?$/u
/** `#REF!` is what is left of a formula. */
const BLANK = /^(?:[-–—.?_*#]+|x{3,}|n\.?\s*[./]?\s*a\.?|nil|null|#[A-Z][A-Z/0]*[!?])$/i
const LONGEST_WORDS = 40

const cellClasses = createCache<string, 'value' | 'ditto' | 'unknown' | 'blank'>(50_000)

function classifyCell(cell: string): 'value' | 'ditto' | 'unknown' | 'blank' {
  if (cell === '') return 'blank'
  if (NUMBERS.test(cell)) return NO_DATE.test(cell) ? 'unknown' : 'value'
  if (cell.length > LONGEST_WORDS) return 'value'
  return cellClasses.getOrCompute(cell, () => {
    if (DITTO.test(cell) || isSynonymOf('ditto', cell)) return 'ditto'
    return BLANK.test(cell) ? 'blank' : isSynonymOf('unknown', cell) ? 'unknown' : 'value'
  })
}

export const hasValue = (cell: string) => classifyCell(cell) !== 'unknown' && classifyCell(cell) !== 'blank'
export const isBlank = (cell: string) => classifyCell(cell) === 'blank'
export const isDitto = (cell: string) => classifyCell(cell) === 'ditto'

const values = lazy(() => {
  const all = new Map<string, Map<string, string>>()
  for (const [fields, value, words] of linesOf('values'))
    for (const field of phrasesOf(fields!)) {
      const byLetters = all.getOrInsertComputed(field, () => new Map())
      for (const word of [value!, ...phrasesOf(words!)]) byLetters.set(lettersOf(word), value!)
    }
  return all
})

export const valueNamed = (field: string, text: string) => values().get(field)?.get(lettersOf(text))
export const namesOfValues = (field: string): Iterable<[string, string]> => values().get(field) ?? []
