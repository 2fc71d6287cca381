/**
 * Devanagari and Tamil that folding leaves as they are, between ASCII without capitals: most of the words that are known.
 * Not short e and o, nuktas, digits, what is composed of two, nor a virama that joins nothing.
 */
const NORMALIZED = new RegExp(
  '^(?:[ -@[-~\\u0901-\\u0903\\u0905-\\u090d\\u090f-\\u0911\\u0913-\\u0928\\u092a-\\u0930\\u0932\\u0933\\u0935-\\u0939]|' +
    '[\\u093e-\\u0945\\u0947-\\u0949\\u094b\\u094c\\u0b82\\u0b83\\u0b85-\\u0bb9\\u0bbe-\\u0bc2\\u0bc8\\u0bca-\\u0bcd]|' +
    '\\u094d(?=[\\u0915-\\u0939])|[\\u0bc6\\u0bc7](?![\\u0bbe\\u0bd7]))*$',
)
const ASCII = /^[\x00-\x7f]*$/
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
const LATIN_MARKS = /(\p{Script=Latin})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]+/gu
const NUKTA = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0c3c]/g
const DIGIT = /\p{Nd}/u
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu
const ASCII_WORDS = /[24]wd\b|[a-z]+|[0-9]+/g
const WORDS = /[24]wd(?![\p{L}0-9])|\p{L}[\p{L}\p{M}]*|[0-9]+/gu
/** How names write a drive: 4WD, 4-WD, 4x4, 4*4; the second wheel of 4x2 is the driven one. 4W may be four rows. */
const DRIVE = /(?<![0-9])([24])[ -]?wd(?![a-z0-9])|(?<![a-z0-9])[24] ?[x*×] ?([24])(?![a-z0-9])/g
const MAY_DRIVE = /[24][ -]?[wx*×]/
/** Other scripts that have the order of Devanagari: Bengali to Odia, Telugu to Malayalam. Tamil tells fewer sounds. */
const BRAHMIC = /[\u0980-\u0b7f\u0c00-\u0d7f]/g
/** Malayalam's last consonants, which have no vowel: ണ് ന് ര് ല് ള് ക്. */
const CHILLU = 'णनरलळक'
const FIRST_CHILLU = 0xd7a
const TIPPI = 0x970
const ADDAK = 0x971
const SHORT = /[\u0946\u094a\u090e\u0912]/g
const DOUBLE_RRA = /\u0931\u094d\u0931/g
const LAST_VIRAMA = /\u094d(?![\u0915-\u0939])/g
const SURROGATE = /[\ud800-\udfff]/
const BEYOND_BMP = /[\u{10000}-\u{10ffff}]/gu

const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h', ς: 'σ' }
const PLAINED = /[øłđðæœþħς]/g

/** A script's digits are ten code points in a row, from its zero. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0)!
  let start = code
  while (DIGIT.test(String.fromCodePoint(start - 1))) start--
  return String((code - start) % 10)
}

export const toAsciiDigits = (text: string) => text.replace(OTHER_DIGITS, asciiDigit)

function inDevanagari(letter: string): string {
  const chillu = CHILLU[letter.charCodeAt(0) - FIRST_CHILLU]
  if (chillu !== undefined) return chillu
  const code = 0x900 | (letter.charCodeAt(0) & 0x7f)
  return code === ADDAK ? '' : code === TIPPI ? 'ं' : String.fromCharCode(code)
}

/** Whether folding writes letters of a text in Devanagari, which is another script than theirs. */
export const changesScript = (text: string) => text.search(BRAHMIC) !== -1

export function originalWords(words: readonly string[], text: string): string[] {
  const typed = new Map((text.match(WORDS) ?? []).map((word) => [normalizeText(word), word]))
  return words.map((word) => typed.get(word) ?? word)
}

/** Gives all spellings of a text one form; docs/architecture/search.md has the rules. */
export function normalizeText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  if (NORMALIZED.test(text)) return text
  return text
    .replace(IGNORED, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replace(OTHER_DIGITS, asciiDigit)
    .replace(BRAHMIC, inDevanagari)
    .replace(DOUBLE_RRA, 'ट्ट')
    .replace(SHORT, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
    .replace(LAST_VIRAMA, '')
    .normalize('NFD')
    .replace(LATIN_MARKS, '$1')
    .replace(NUKTA, '')
    .normalize('NFC')
    .replace(PLAINED, (letter) => PLAIN[letter]!)
}

/** Makes every code point one code unit, so that lengths and distances count code points. */
export function toBmpCodeUnits(word: string): string {
  if (!SURROGATE.test(word)) return word
  return word.replace(BEYOND_BMP, (character) => String.fromCharCode(0xe000 + (character.codePointAt(0)! % 6400)))
}

/** The folded words in order, split at other characters and between letters and digits; a drive is one word, 4wd. */
export function tokenize(text: string): string[] {
  if (ASCII.test(text)) return joinDriveWords(text.toLowerCase()).match(ASCII_WORDS) ?? []
  return (joinDriveWords(normalizeText(text)).match(WORDS) ?? []).map(toBmpCodeUnits)
}

function joinDriveWords(folded: string): string {
  if (!MAY_DRIVE.test(folded)) return folded
  return folded.replace(DRIVE, (_, wheels: string | undefined, driven: string | undefined) => ` ${wheels ?? driven}wd `)
}

const FIRST_INDIC = 0x900

export const isIndic = (word: string) => word.charCodeAt(0) >= FIRST_INDIC

const SMALL_D = 0x64

/** Whether a token is a number; a drive is none. */
export function isDigits(token: string): boolean {
  const code = token.charCodeAt(0)
  return code >= 48 && code <= 57 && token.charCodeAt(token.length - 1) !== SMALL_D
}
