import { lazily } from '../running/kept.ts'
import { foldText, withAsciiDigits } from '../text/fold.ts'
import { editDistance } from '../text/nearest-name.ts'
import { phrasesOf, readList } from '../text/word-lists.ts'

// What people write into tables, in English, Hindi, Marathi and Tamil: the lists are in words/.

/** The columns of each line of a list in words/. */
export const linesOf = (list: string) => readList(new URL(`./words/${list}.tsv`, import.meta.url))

/** What Devanagari writes in two ways: long and short, मॉडल and माडल, ट्रैक्टर and ट्रॅक्टर. */
const ONE_VOWEL = new Map(['ईइ', 'ऊउ', 'ऐए', 'ऍए', 'ऑआ', 'ीि', 'ूु', 'ैे', 'ॅे', 'ॉा'].map((two) => [two[0], two[1]]))

/** Most texts, which need none of the folding of scripts. */
const ASCII = /^[\x00-\x7f]*$/

const groups = lazily(() => {
  const groups = new Map<string, Set<string>>()
  for (const [group, phrases] of linesOf('phrases')) {
    const known = groups.get(group!) ?? new Set()
    groups.set(group!, known)
    for (const phrase of phrasesOf(phrases!)) known.add(phrase)
  }
  return groups
})
const folded = lazily(
  () => new Map([...groups()].map(([group, phrases]) => [group, new Set([...phrases].map(foldWords))])),
)

/** The phrases that say something, as they are written. */
export const phrasesThat = (group: string) => [...groups().get(group)!]

/** Whether a whole text says something, however it is written. */
export const says = (group: string, text: string) => folded().get(group)!.has(foldWords(text))

/** Whether a text begins with what says something. */
export function beginsWith(group: string, text: string): boolean {
  const words = foldWords(text).split(' ')
  return words.some((_, at) =>
    folded()
      .get(group)!
      .has(words.slice(0, at + 1).join(' ')),
  )
}

/** Whether what says something stands among the words of a text, unless it is denied. */
export function holds(group: string, text: string): boolean {
  const words = foldWords(text).split(' ')
  return !words.some((word) => NOT.has(word)) && words.some((_, at) => beginsWith(group, words.slice(at).join(' ')))
}

/** The name with ever less of what may stand around it: itself first. */
export function shorterNames(name: string, before: readonly string[], after: readonly string[]): string[] {
  const names = [foldWords(name)]
  for (;;) {
    const last = names.at(-1)!
    const lead = before.flatMap((group) => [...folded().get(group)!]).find((word) => last.startsWith(`${word} `))
    const end = after.flatMap((group) => [...folded().get(group)!]).find((word) => last.endsWith(` ${word}`))
    if (lead === undefined && end === undefined) return names
    names.push(end === undefined ? last.slice(lead!.length + 1) : last.slice(0, -end.length - 1))
  }
}

const values = lazily(() => {
  const values = new Map<string, Map<string, string>>()
  for (const [fields, value, words] of linesOf('values')) {
    const keys = [value!, ...phrasesOf(words!)].flatMap(keysOf)
    for (const field of phrasesOf(fields!)) {
      const known = values.get(field) ?? new Map()
      values.set(field, known)
      for (const key of keys) known.set(key, value!)
    }
  }
  return values
})

/** `बंद (2022)`, `B - 2020`: a code or a word and since when. */
export const withoutYear = (text: string) => text.replace(/[\s(–—,:-]+(?:19|20)\d\d\)?$/u, '')

/** A text in one form, and without blanks: `C.N.G.` is CNG. */
export function keysOf(text: string): string[] {
  const words = foldWords(text)
  return [...new Set([words, words.replaceAll(' ', '')])]
}

/** The value of a closed list that is written in other words, with a year or not: the whole text, its parts, or words of it. */
export function meantValue(field: string, given: string): string | undefined {
  const known = values().get(field)
  if (!known) return undefined
  const text = withoutYear(given)
  const own = known.get(foldWords(text))
  if (own !== undefined) return own
  const found = new Set([text, ...partsOf(text)].flatMap((part) => keysOf(part).flatMap((key) => known.get(key) ?? [])))
  if (found.size > 0) return found.size === 1 ? [...found][0] : undefined
  const words = foldWords(text).split(' ')
  if (words.some((word) => NOT.has(word))) return undefined
  // The longest phrases of at least four letters that stand among the words.
  for (let length = words.length - 1; length > 0; length--) {
    const phrases = words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '))
    const among = new Set(phrases.flatMap((phrase) => (phrase.length > 3 ? (known.get(phrase) ?? []) : [])))
    if (among.size > 0) return among.size === 1 ? [...among][0] : undefined
  }
  // `Pet.`, cut off with a point.
  const isCut = /^[\p{L}\p{M}]{3,}\.$/u.test(text.trim())
  const whole = new Set(isCut ? [...known].flatMap(([word, value]) => (word.startsWith(words[0]!) ? value : [])) : [])
  return whole.size === 1 ? [...whole][0] : undefined
}

/** The value of a closed list that a text is with a slip of the pen, if no other is as near. */
export function meantSlip(field: string, text: string): string | undefined {
  const word = foldWords(text)
  const most = word.length >= 9 ? 2 : word.length >= 4 ? 1 : 0
  const isNear = (known: string) => known.length > 4 && editDistance(word, known, most) <= most
  const found = new Set([...(values().get(field) ?? [])].flatMap(([known, value]) => (isNear(known) ? value : [])))
  return most > 0 && found.size === 1 ? [...found][0] : undefined
}

const NOT = new Set(['not', 'no', 'non', 'never', 'नहीं', 'नाही', 'இல்லை', 'or', 'या'].map(foldWords))

export function flagOf(text: string): boolean | undefined {
  return says('yes', text) ? true : says('no', text) ? false : undefined
}

/** What a text that is short for another says, or undefined: the whole text alone. */
export function meantShort(field: string, text: string): string | undefined {
  const [meant] = keysOf(text).flatMap((key) => values().get(field)?.get(key) ?? [])
  return meant !== undefined && foldWords(meant) === foldWords(text) ? text : meant
}

/** Whether a cell says that nothing is known, with a remark or without. */
export function saysUnknown(text: string): boolean {
  const said = text.replace(/\([^()]*\)\s*$/, '').trim() || text
  return /^(?:[-–—.?_*#]{2,}|[–—?]|<-*|←|x{3,}|[0.]+[/.-]0+[/.-]0+)$/i.test(said) || says('unknown', said)
}

/** Whether a cell says something. */
export function isTold(cell: string | undefined): cell is string {
  const text = cell?.trim() ?? ''
  return text !== '' && text !== '-' && !saysUnknown(text)
}

/** The parts of a text that says the same twice: `எடை / Weight`, `जेसीबी (JCB)`; none when there is but one, as in `T/planter`. */
export function partsOf(text: string, between = /(?<!(?:^|\s)\p{L})\/|[|()]/u): string[] {
  const parts = text.split(between).flatMap((part) => {
    const latin = part.replace(/[^\u0000-\u024f₹]+/g, ' ').trim()
    const other = part.replace(/\p{Script=Latin}+/gu, ' ').trim()
    // Some letters are of no script: µ.
    const isMixed = latin !== part.trim() && other !== part.trim() && /\p{L}/u.test(latin) && /\p{L}/u.test(other)
    return isMixed ? [latin, other] : [part.trim()]
  })
  const said = parts.filter((part) => part !== '')
  return said.length > 1 ? said : []
}

/** Whether a cell stands for the one above it. */
export function isDitto(cell: string): boolean {
  const text = cell.trim()
  return /^-*\s*(?:["”″〃]|''|,,)\s*-*\.?$/u.test(text) || says('ditto', text)
}

/** Whether a cell says that its line is a sum, or a note under the table. */
export function isSum(cell: string): boolean {
  return [cell, ...partsOf(cell)].some((part) => beginsWith('sum', part))
}

export function isNote(cell: string): boolean {
  return /^[*#†]/.test(cell) || beginsWith('note', cell)
}

/** Whether a heading or a remark says that a machine is no longer made. */
export const isEnded = (text: string) =>
  holds('ended', text) || text.split(/[-–—,;.()]/).some((part) => holds('ended', part) || says('ended alone', part))

/** The drive that stands in a text, if it is one alone: `744 FE 4WD`, `wheel 4x4`; else what is said otherwise. */
export function driveIn(text: string, otherwise?: string): string | undefined {
  const found = text.match(/(?<![\p{L}\d])[24]\s?(?:wd|x4|x2)(?![\p{L}\d])/giu) ?? []
  const drives = new Set(found.flatMap((drive) => meantValue('wheel_drive', drive) ?? []))
  return drives.size > 1 ? undefined : ([...drives][0] ?? otherwise)
}

/** Digits of any script as European ones. Offices shorten words of Hindi with a nought: रु0, कि0ग्रा0, डी0. */
export function withWesternDigits(text: string): string {
  if (ASCII.test(text)) return text
  return withAsciiDigits(text.normalize('NFKC').replace(/(?<=[\u0904-\u0963])[0०](?![\d०-९])/gu, '.'))
}

/** Letters and figures in small letters, with one blank between words; scripts that have the order of Devanagari in it. */
export function foldWords(text: string): string {
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replaceAll('&', ' and ')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  const plain = foldText(withWesternDigits(text)).replaceAll('×', 'x').replaceAll('&', ' and ')
  return (
    plain
      // ईन्धन and ईंधन.
      .replace(/[ङञणनम]\u094d(?=[क-ह])|ँ/g, 'ं')
      .replace(/[ईऊऐऍऑीूैॅॉ]/g, (vowel) => ONE_VOWEL.get(vowel)!)
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
  )
}
