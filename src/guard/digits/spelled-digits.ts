import { lookUp, numberWords } from '../words/lexicon.ts'
import { consonantsOf, remembered, soundOf, spellingsOf } from '../words/spelling.ts'

// Number words that are not plainly there: written together, with digits for letters, or in a spelling of their own.

const LONGEST_GLUED = 120
/** Common words are digits only where many others are. */
const MANY_GLUED = 8

const plain = numberWords().filter(([, { kind }]) => kind !== 'homophone')
const romanised = plain.filter(([word]) => /^[a-z]{4,}$/.test(word))
const sounds = new Map(romanised.map(([word, { digits }]) => [soundOf(word), digits]))
/** Of the words for two digits only the consonants: their vowels are written in every way. */
const byConsonants = new Map(romanised.map(([word, { digits }]) => [consonantsOf(soundOf(word)), digits]))
const oneDigit = spellingsOf(
  plain.flatMap(([word, { digits }]) => (digits.length === 1 ? [word] : [])),
  3,
)

/** First two letters of number words that may be glued together, with their lengths. */
const lengths = new Map<string, Set<number>>()
for (const [word] of numberWords())
  if (word.length > 1 && isPart(word))
    lengths.set(word.slice(0, 2), (lengths.get(word.slice(0, 2)) ?? new Set()).add(word.length))

function isPart(word: string): boolean {
  const { digits, kind } = lookUp(word)
  return digits.length === 1 || kind === 'tens'
}

/** `nineeightseven`: the digits of a word that is number words from end to end, or the empty string. */
export const gluedDigits = remembered((word): string => {
  if (word.length > LONGEST_GLUED || !lengths.has(word.slice(0, 2))) return ''
  /** For each place, where the last of the words begins that reach it. */
  const steps = new Map([[0, 0]])
  for (let at = 0; at < word.length; at++) {
    if (!steps.has(at)) continue
    // Of two ways to take a stretch apart the longer words are meant.
    for (const size of lengths.get(word.slice(at, at + 2)) ?? [])
      if (isPart(word.slice(at, at + size)) && !steps.has(at + size)) steps.set(at + size, at)
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
    // `ninetynine`: tens leave room for a digit.
    const { digits: own } = lookUp(part)
    const completes = own.length === 1 && lookUp(parts[k - 1] ?? '').kind === 'tens'
    digits = (completes ? digits.slice(0, -1) : digits) + own
  }
  return digits
})

/** The digits of a romanised number word in an unusual spelling, or the empty string. */
export const soundedDigits = remembered((word) => {
  if (!/^[a-z].{3,13}$/.test(word)) return ''
  const consonants = consonantsOf(soundOf(word))
  return (
    sounds.get(soundOf(word)) ??
    (word.length > 4 && consonants.length > 3 ? byConsonants.get(consonants) : undefined) ??
    ''
  )
})

/** `nin`, `eigt`, `sixx`, `tow`: the digit of a word with a letter too many, too few, another or exchanged, or ''. */
export const misspelledDigit = remembered((word) => {
  return /^[a-z].{2,8}$/.test(word) ? lookUp(oneDigit.oneOff(word) ?? '').digits : ''
})

const NAMES = 'zero one two three four five six seven eight nine'.split(' ')
/** The letter that each digit is drawn like. */
const LETTERS = 'oize.s.t..'

/** The digit of a number word that has digits for some of its letters (`9ine`, `f0ur`), or ''. */
export const disguisedDigit = remembered((text) => {
  if (!/[0-9]/.test(text) || !/[a-z]{2}/.test(text)) return ''
  const word = text.replace(/[0-9]/g, (digit) => LETTERS.charAt(Number(digit)))
  const digit = NAMES.findIndex((name, own) => name === word || `${own}${name.slice(1)}` === text)
  return digit < 0 ? '' : String(digit)
})
