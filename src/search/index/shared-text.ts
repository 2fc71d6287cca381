import { ATTRIBUTES } from './attributes.ts'
import { TIER } from './costs.ts'
import { emitFieldTokens } from './field-tokens.ts'
import { entryOf } from './row-tokens.ts'
import type { TokenDictionary } from './token-dictionary.ts'

/** What many machines share and are found by. */
export const SHARED = ['maker', ...ATTRIBUTES.filter(({ shared }) => shared).map(({ name }) => name)]

/** One place where a token stands: in the text of one value of one shared field. */
export interface SharedPlace {
  /** Position in SHARED. */
  field: number
  value: number
  tier: number
  joined: boolean
}

/** Text of makers, classes, kinds, power sources and drives: kept once a value, never copied to its machines. */
export interface SharedText {
  /** Replaces the text of a value; `main` is the maker's own name, which ranks as part of the machine's name. */
  set(field: number, value: number, main: readonly string[], others: readonly string[]): void
  places(token: number): readonly SharedPlace[]
  /** Tokens of the value's main text, without joined ones. */
  mainTokens(field: number, value: number): ReadonlySet<number>
}

/** Whether the place is in a maker's own name, word by word. */
export const isMain = (place: SharedPlace) => place.field === 0 && place.tier === TIER.maker && !place.joined

const NOWHERE: readonly SharedPlace[] = []
const NONE: ReadonlySet<number> = new Set()

export function createSharedText(dictionary: TokenDictionary): SharedText {
  const byToken = new Map<number, SharedPlace[]>()
  const held = SHARED.map(() => new Map<number, Map<number, SharedPlace & { token: number }>>())
  const main = SHARED.map(() => new Map<number, Set<number>>())

  function clear(field: number, value: number): void {
    for (const { token } of held[field]!.get(value)?.values() ?? []) {
      const left = byToken.get(token)?.filter((place) => place.field !== field || place.value !== value) ?? []
      if (left.length > 0) byToken.set(token, left)
      else byToken.delete(token)
      dictionary.release(token)
    }
  }

  return {
    set(field, value, mainTexts, others) {
      const places = new Map<number, SharedPlace & { token: number }>()
      const mainTokens = new Set<number>()
      const read = (text: string, tier: number) =>
        emitFieldTokens(text, (word, joined) => {
          const token = dictionary.hold(word)
          const key = entryOf(token, 0, joined)
          if (places.has(key)) dictionary.release(token)
          else places.set(key, { token, field, value, tier, joined })
          if (tier === TIER.maker && !joined) mainTokens.add(token)
        })
      for (const text of mainTexts) read(text, TIER.maker)
      for (const text of others) read(text, field === 0 ? TIER.alias : TIER.attribute)
      clear(field, value)
      held[field]!.set(value, places)
      main[field]!.set(value, mainTokens)
      for (const { token, ...place } of places.values()) {
        const same = byToken.get(token)
        if (same === undefined) byToken.set(token, [place])
        else same.push(place)
      }
    },
    places: (token) => byToken.get(token) ?? NOWHERE,
    mainTokens: (field, value) => main[field]!.get(value) ?? NONE,
  }
}
