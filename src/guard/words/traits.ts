// Meanings that matter only next to something else; a word may have several.

/** "first", "last", "next": a number after it may count digits instead of being some. */
export const ORDER = 1
export const DIGIT_NOUN = 2
/** "ends", "ending": the last digits of a further number follow. */
export const ENDING = 4
export const MAIL_NOUN = 8
export const PERSON = 16
export const ID_NOUN = 32
export const PLURAL_NOUN = 64
/** Words that may stand between a number and the last digits of another. */
export const ANOTHER = 128
/** "to": from one number to another. */
export const RANGE = 256
/** "at the rate", as it is said for the sign. */
export const RATE = 512
export const ARTICLE = 1024
/** Words before "at" that are nobody's name. */
export const NOT_LOCAL = 2048
/** Hosts that are known by their whole name, however short. */
export const SHORT_HOST = 4096
/** Endings that are nothing but endings. */
export const OPEN_TLD = 8192

/** Words that merely begin like others. */
const NEUTRAL = 16384

export const DENIAL = 32768

/** Words with which nothing is named any more: what follows them is another matter. */
export const CLOSING = 65536

/** "no calls", "without calling" */
export const FORBIDDING = 131072

/** "mobile holder", "ring gear", "dial gauge": what is spoken of is a thing. */
export const THING = 262144

/** "do baar nau": so many times what follows. */
export const REPEAT = 524288

/** Words that a point cuts short; after any other it ends a sentence. */
export const CUT_SHORT = 1048576

/** The traits by the names they have in the list of words. */
export const TRAITS: Readonly<Record<string, number>> = {
  order: ORDER,
  'digit-noun': DIGIT_NOUN,
  ending: ENDING,
  'mail-noun': MAIL_NOUN,
  person: PERSON,
  'id-noun': ID_NOUN,
  'plural-noun': PLURAL_NOUN,
  another: ANOTHER,
  range: RANGE,
  rate: RATE,
  article: ARTICLE,
  'not-local': NOT_LOCAL,
  'short-host': SHORT_HOST,
  'open-tld': OPEN_TLD,
  neutral: NEUTRAL,
  denial: DENIAL,
  closing: CLOSING,
  forbidding: FORBIDDING,
  thing: THING,
  repeat: REPEAT,
  'cut-short': CUT_SHORT,
}
