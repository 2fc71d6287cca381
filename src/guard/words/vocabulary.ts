// What words mean to the guard, as `meanings.tsv` says it. A word may mean several things; each meaning is one bit.

export const CALL = 1
export const NUMBER_NOUN = 2
/** Labels that speak for the number after them without any further sign. */
export const LABEL = 4
/** Labels that also occur in ordinary sentences: they need a word for number, a colon or the like. */
export const SOFT_LABEL = 8
export const UNIT = 16
export const CURRENCY = 32
export const JOIN = 64
export const THEN = 128
export const SEPARATOR_WORD = 256
export const AT = 512
export const DOT = 1024
export const MAIL_HOST = 2048
export const TLD = 4096
export const SOCIAL = 8192
export const ON = 16384
export const THIS = 32768
export const PAYMENT = 65536
export const HANDLE_NOUN = 131072
export const TLD_WORD = 262144
export const TWICE_WORD = 524288
export const THRICE_WORD = 1048576
export const HUNDRED_WORD = 2097152
export const STATE = 4194304
export const VISIT = 8388608
export const OPENER = 16777216
export const PLACE_CODE = 33554432
/** Words that may stand between a label and its number. */
export const FILLER = 268435456
/** "is" and its like, between a label and its number. */
export const COPULA = 1073741824
/** The word number itself: what follows is one, of some kind. */
export const NUMBER_NAME = 536870912
export const MONEY_WORD = 67108864
/** Labels that also stand alone before a number, at the start of a clause. */
export const PLAIN_LABEL = 134217728
/** Things that have numbers but are talked about far more often: only with a word for number. */
export const WEAK_LABEL = 1 << 31

export const ANY_LABEL = LABEL | SOFT_LABEL | WEAK_LABEL

/** The meanings by the names they have in the list of words. */
export const MEANINGS: Readonly<Record<string, number>> = {
  call: CALL,
  'number-noun': NUMBER_NOUN,
  label: LABEL,
  'soft-label': SOFT_LABEL,
  unit: UNIT,
  currency: CURRENCY,
  join: JOIN,
  'carry-on': THEN,
  'separator-word': SEPARATOR_WORD,
  at: AT,
  dot: DOT,
  'mail-host': MAIL_HOST,
  tld: TLD,
  social: SOCIAL,
  on: ON,
  this: THIS,
  payment: PAYMENT,
  'handle-noun': HANDLE_NOUN,
  'tld-word': TLD_WORD,
  'twice-word': TWICE_WORD,
  'thrice-word': THRICE_WORD,
  'hundred-word': HUNDRED_WORD,
  state: STATE,
  visit: VISIT,
  opener: OPENER,
  'place-code': PLACE_CODE,
  filler: FILLER,
  copula: COPULA,
  'number-name': NUMBER_NAME,
  'money-word': MONEY_WORD,
  'plain-label': PLAIN_LABEL,
  'weak-label': WEAK_LABEL,
}
