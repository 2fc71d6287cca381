import { lookUp, numberWords, wordSet } from '../words/lexicon.ts'
import { bonesOf, remembered, soundOf, spellingsOf } from '../words/spelling.ts'

// Number words that are not plainly there: written together, with digits for letters, or in a spelling of their own.

const LONGEST_GLUED = 120
/** Common words are digits only where many others are. */
const MANY_GLUED = 8
const TWICE = wordSet('double डबल')

const plain = numberWords().filter(([, { kind }]) => kind !== 'homophone')
const romanised = plain.filter(([word]) => /^[a-z]{4,}$/.test(word))
const sounds = new Map(romanised.map(([word, { digits }]) => [soundOf(word), digits]))
/** Of the words for two digits only the consonants: their vowels are written in every way. */
const bones = new Map(romanised.map(([word, { digits }]) => [bonesOf(soundOf(word)), digits]))
const oneDigit = spellingsOf(
  plain.flatMap(([word, { digits }]) => (digits.length === 1 ? [[word, digits] as const] : [])),
  3,
)

/** Places for the first two letters of number words, which others may share. */
const beginnings = new Uint8Array(4096)
const placeOf = (word: string): number => (word.charCodeAt(0) * 37 + word.charCodeAt(1)) & (beginnings.length - 1)
/** First two letters of number words that may be glued together, with their lengths. */
const lengths = new Map<string, Set<number>>()
for (const [word, digits] of [
  ...numberWords().map(([word, { digits }]) => [word, digits] as const),
  ...Array.from(TWICE, (word) => [word, '2'] as const),
]) {
  beginnings[placeOf(word)] = 1
  if ((digits.length === 1 || lookUp(word).kind === 'tens') && word.length > 1)
    lengths.set(word.slice(0, 2), (lengths.get(word.slice(0, 2)) ?? new Set()).add(word.length))
}

/** Whether a word may be glued from number words, by its beginning; most are spared a closer look. */
export function beginsLikeNumber(word: string): boolean {
  return word.length >= 5 && beginnings[placeOf(word)] === 1
}

/** `nineeightseven`: the digits of a word that is number words from end to end, or the empty string. */
export const gluedDigits = remembered((word): string => {
  if (word.length > LONGEST_GLUED) return ''
  /** For each place, where the last of the words begins that reach it. */
  const steps = new Map([[0, 0]])
  for (let at = 0; at < word.length; at++) {
    if (!steps.has(at)) continue
    for (const size of lengths.get(word.slice(at, at + 2)) ?? []) {
      const part = word.slice(at, at + size)
      const fits =
        part.length === size && (lookUp(part).digits.length === 1 || lookUp(part).kind === 'tens' || TWICE.has(part))
      // Of two ways to take a stretch apart the longer words are meant.
      if (fits && !steps.has(at + size)) steps.set(at + size, at)
    }
  }
  const parts: string[] = []
  for (let end = word.length; end > 0; ) {
    const begin = steps.get(end)
    if (begin === undefined) return ''
    parts.unshift(word.slice(begin, end))
    end = begin
  }
  if (parts.length < 2 || (parts.length < MANY_GLUED && parts.some((part) => lookUp(part).kind === 'homophone')))
    return ''
  let digits = ''
  for (const [k, part] of parts.entries()) {
    const before = parts[k - 1] ?? ''
    const own = TWICE.has(part) ? '' : lookUp(part).digits.repeat(TWICE.has(before) ? 2 : 1)
    // `ninetynine`: tens leave room for a digit.
    const completes = own.length === 1 && own !== '0' && lookUp(before).kind === 'tens'
    digits = (completes ? digits.slice(0, -1) : digits) + own
  }
  return digits
})

/** The digits of a romanised number word in an unusual spelling, or the empty string. */
export const soundedDigits = remembered((word) => {
  if (!/^[a-z].{3,13}$/.test(word)) return ''
  const bone = bonesOf(soundOf(word))
  return sounds.get(soundOf(word)) ?? (word.length > 4 && bone.length > 3 ? bones.get(bone) : undefined) ?? ''
})

/** `nin`, `eigt`, `sixx`, `tow`: the digit of a word with a letter too many, too few, another or exchanged, or ''. */
export const misspelledDigit = remembered((word) => (/^[a-z].{2,8}$/.test(word) ? (oneDigit.oneOff(word) ?? '') : ''))

/** Digits that are drawn like letters, by the letter. */
const DRAWN: Readonly<Record<string, string>> = { o: '0', i: '1', z: '2', e: '3', s: '5', t: '7' }
const disguised = new Map<string, string>()
for (const [digit, word] of 'zero one two three four five six seven eight nine'.split(' ').entries()) {
  const shapes = Array.from(word).reduce(
    (begun, letter) => begun.flatMap((shape) => [shape + letter, shape + (DRAWN[letter] ?? letter)]),
    [''],
  )
  for (const shape of [`${digit}${word.slice(1)}`, ...shapes])
    if (/[0-9]/.test(shape) && /[a-z]{2}/.test(shape)) disguised.set(shape, String(digit))
}

/** The digit of a number word that has digits for some of its letters (`9ine`, `f0ur`), or ''. */
export function disguisedDigit(text: string): string {
  return disguised.get(text) ?? ''
}
