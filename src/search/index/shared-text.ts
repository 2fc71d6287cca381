import { createCache } from '../../lib/cache.ts'
import { tokenize } from '../../lib/text/normalize.ts'
import { isAliasWord } from '../words/word-lists.ts'
import { ATTRIBUTES, CLASS } from './attributes.ts'
import { JOINED, PART, TIER, TIER_COST } from './costs.ts'
import { emitAliasTokens, emitFieldTokens } from './field-tokens.ts'
import { entryOf } from './machine-text.ts'
import type { TokenDictionary } from './token-dictionary.ts'

/** The fields that have shared text: the maker, then the attributes, whose shared ones come first in their table. */
export const SHARED = ['maker', ...ATTRIBUTES.filter(({ shared }) => shared).map(({ name }) => name)]
export const MANUFACTURER = 0
export const fieldOf = (attribute: number) => attribute + 1
export const attributeOf = (field: number) => field - 1
const OF_CLASS = fieldOf(CLASS)

/** A token in the text of one value of one shared field. */
interface SharedPlace {
  /** Position in SHARED. */
  field: number
  value: number
  tier: number
  joined: boolean
  /** The cost of a word that matches here. */
  cost: number
}

/** Whether the place is a word of a maker's name. */
export const isMain = (place: SharedPlace) => place.field === MANUFACTURER && place.tier === TIER.maker && !place.joined

const MAX_TEXTS = 4_096

/** Reads each text once: the indexes of the catalogue and of the listings have the same makers and classes. */
function once<T>(read: (text: string) => T): (text: string) => T {
  const existing = createCache<string, T>(MAX_TEXTS)
  return (text) => existing.getOrCompute(text, read)
}

const emittedBy = (emitTokens: typeof emitFieldTokens) =>
  once((text) => {
    const tokens: [word: string, joined: boolean][] = []
    emitTokens(text, (word, joined) => tokens.push([word, joined]))
    return tokens as readonly (readonly [word: string, joined: boolean])[]
  })
const fieldTokens = emittedBy(emitFieldTokens)
const aliasTokens = emittedBy(emitAliasTokens)
const wordsIn = once<readonly string[]>(tokenize)

/** Whether an alias is another name of the maker and has no class words. */
const isName = (alias: string) => wordsIn(alias).length === 1 || wordsIn(alias).every(isAliasWord)

/** The words of a text, to compare it with a whole query. */
const wholeOf = (text: string) => wordsIn(text).join(' ')

const NOWHERE: readonly SharedPlace[] = []
const NONE: ReadonlySet<number> = new Set()

/** What one value is called. */
interface SharedValue {
  /** The texts as they were given. */
  given: string
  places: readonly (SharedPlace & { token: number })[]
  /** The tokens of a maker's name. */
  main: ReadonlySet<number>
  wholes: ReadonlySet<string>
}

const NO_VALUE: SharedValue = { given: '', places: [], main: NONE, wholes: new Set() }

/** The text of makers, classes, kinds, power sources and drives: kept once for each value, never copied to machines. */
export function createSharedText(dictionary: TokenDictionary) {
  const byToken = new Map<number, SharedPlace[]>()
  const held = SHARED.map(() => new Map<number, SharedValue>())
  const called = SHARED.map(() => new Map<string, Set<number>>())

  function clear(field: number, value: number): void {
    const { places, wholes } = held[field]!.get(value) ?? NO_VALUE
    for (const whole of wholes) called[field]!.get(whole)?.delete(value)
    for (const { token } of places) {
      const left = byToken.get(token)?.filter((place) => place.field !== field || place.value !== value) ?? []
      if (left.length > 0) byToken.set(token, left)
      else byToken.delete(token)
      dictionary.release(token)
    }
  }

  return {
    /** Replaces the text of a value. `mainTexts` is a maker's name, which counts as part of its machines' names. */
    set(field: number, value: number, mainTexts: readonly string[], others: readonly string[]): void {
      const input = JSON.stringify([mainTexts, others])
      if (held[field]!.get(value)?.given === input) return
      const places = new Map<number, SharedPlace & { token: number }>()
      const main = new Set<number>()
      const read = (text: string, tier: number, tokensOf = fieldTokens) => {
        const isPart = tier === TIER.attribute && wordsIn(text).length > 1
        for (const [word, joined] of tokensOf(text)) {
          const token = dictionary.hold(word)
          const key = entryOf(token, 0, joined)
          const cost = tier * TIER_COST + (isPart ? PART : 0) + (joined ? JOINED : 0)
          const existing = places.get(key)
          if (existing) {
            dictionary.release(token)
            existing.cost = Math.min(existing.cost, cost)
          } else places.set(key, { token, field, value, tier, joined, cost })
          if (tier === TIER.maker && !joined) main.add(token)
        }
      }
      for (const text of mainTexts) read(text, TIER.maker)
      for (const text of others) {
        if (field === MANUFACTURER) read(text, TIER.alias, aliasTokens)
        else read(text, TIER.attribute)
      }
      const names = field === MANUFACTURER ? [...mainTexts, ...others.filter(isName)] : others
      const wholes = new Set(names.map(wholeOf))
      clear(field, value)
      held[field]!.set(value, { given: input, places: [...places.values()], main, wholes })
      for (const whole of wholes) called[field]!.getOrInsertComputed(whole, () => new Set()).add(value)
      for (const { token, ...place } of places.values()) byToken.getOrInsertComputed(token, () => []).push(place)
    },
    places: (token: number): readonly SharedPlace[] => byToken.get(token) ?? NOWHERE,
    /** Whether it is a word for a class. */
    isOfClass: (word: string): boolean =>
      byToken.get(dictionary.find(word))?.some(({ field }) => field === OF_CLASS) === true,
    /** The values whose whole name is these words: makers by name or alias, classes by any text. */
    valuesOf: (field: number, whole: string): ReadonlySet<number> => called[field]!.get(whole) ?? NONE,
    /** Whether this is a maker's own name, not another one: that comes first among what it is called. */
    isOwnName: (manufacturer: number, whole: string): boolean =>
      held[MANUFACTURER]!.get(manufacturer)?.wholes.values().next().value === whole,
    /** The tokens of the value's main text, without joined ones. */
    mainTokens: (field: number, value: number): ReadonlySet<number> => held[field]!.get(value)?.main ?? NONE,
  }
}
