/**
 * Words used in this room:
 * - fold: give all spellings of a text one form. token: one folded word of letters or of digits.
 * - letter name: how Devanagari or Tamil writes the name of a Latin letter; डीआई spells DI.
 * - sound: roughly how a word is spoken. fine: with most vowels. coarse: only classes of consonants.
 */

const ASCII = /^[\x00-\x7f]*$/
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
const LATIN_MARKS = /(\p{Script=Latin})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]+/gu
/** The nukta of each Indic script that has one. */
const NUKTA = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0c3c]/g
const DIGIT = /\p{Nd}/u
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu
const ASCII_WORDS = /[a-z]+|[0-9]+/g
const WORDS = /\p{L}[\p{L}\p{M}]*|[0-9]+/gu
const BEYOND_BMP = /[\u{10000}-\u{10ffff}]/gu

/** Letters that normalization does not take apart. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h', ς: 'σ' }
const PLAINED = /[øłđðæœþħς]/g

/** A script's digits are ten code points in a row, from its zero. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0)!
  let start = code
  while (DIGIT.test(String.fromCodePoint(start - 1))) start--
  return String((code - start) % 10)
}

/** Gives all spellings of a text one form; docs/search.md has the rules. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .replace(IGNORED, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_MARKS, '$1')
    .replace(NUKTA, '')
    .normalize('NFC')
    .replace(PLAINED, (letter) => PLAIN[letter]!)
    .replace(OTHER_DIGITS, asciiDigit)
}

/** Makes every code point one code unit, so that lengths and distances count code points. */
export function narrow(word: string): string {
  return word.replace(BEYOND_BMP, (character) => String.fromCharCode(0xe000 + (character.codePointAt(0)! % 6400)))
}

/** The folded words in order, split at other characters and between letters and digits. */
export function tokenize(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORDS) ?? []
  return (foldText(text).match(WORDS) ?? []).map(narrow)
}

export function isDigits(token: string): boolean {
  const code = token.charCodeAt(0)
  return code >= 48 && code <= 57
}
