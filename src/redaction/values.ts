import { REMOVED, visible } from '../lib/text/visible.ts'
import { removeContacts } from './find.ts'
import { memoize } from './lexicon/lexicon.ts'
import { normalizeWord } from './text/fold.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

export const guardShown = memoize((text) => removeContacts(visible(text)))

/** A text under a key, which is a label like any other ("engine_no"). */
function redactUnder(key: string | undefined, source: string): string {
  const text = visible(source)
  const guarded = removeContacts(text)
  if (guarded === text || key === undefined) return guarded
  const label = keyAsLabel(key)
  return isLabel(label) && removeContacts(label + text) === label + text ? text : guarded
}

function isLabel(key: string): boolean {
  const labelled = `${key}9876543210`
  return removeContacts(labelled) === labelled
}

function guardNumber(key: string | undefined, value: number): JsonValue {
  if (!Number.isInteger(value) || value < 6e9 || value > 1e13) return value
  return redactUnder(key, String(value)) === String(value) ? value : REMOVED
}

function guardDeep(value: JsonValue, dropsSources: boolean): JsonValue {
  type Holder = JsonValue[] | { [key: string]: JsonValue }
  /** A list instead of recursion: no depth of nesting can exhaust the stack. */
  const open: { from: Holder; into: Holder }[] = []
  function guardOne(key: string | undefined, item: JsonValue): JsonValue {
    if (typeof item === 'string') return redactUnder(key, item)
    if (typeof item === 'number') return guardNumber(key, item)
    if (item === null || typeof item !== 'object') return item
    const into = Array.isArray(item) ? [] : {}
    open.push({ from: item, into })
    return into
  }
  const out = guardOne(undefined, value)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next.from)) {
      for (const item of next.from) (next.into as JsonValue[]).push(guardOne(undefined, item))
      continue
    }
    for (const [key, item] of Object.entries(next.from)) {
      if (isContactKey(key) || (dropsSources && isSourceKey(key)) || removeContacts(key) !== key) continue
      if (item === undefined) continue
      // Assignment to the key __proto__ would change the object's prototype.
      const property = { value: guardOne(key, item), enumerable: true, writable: true, configurable: true }
      Object.defineProperty(next.into, visible(key), property)
    }
  }
  return out
}

/** Any JSON value without contacts: in strings they are replaced, under contact keys they are dropped. */
export const guardValue = (value: JsonValue): JsonValue => guardDeep(value, false)

/** A free-form object: as `guardValue`, and without keys that name the source of the data. */
export const guardFreeForm = (value: JsonValue): JsonValue => guardDeep(value, true)

const STEMS = ['phone', 'mobile', 'whatsapp', 'email', 'contact', 'upi', 'telephone', 'mobail', 'landline']
const WHOLE =
  /^(tel|telegram|instagram|facebook|insta|fb|ig|mob|ph|cell|cellphone|gpay|phonepe|paytm|vpa|wa)(no|nos|number|num|id|ids|handle|link|url|page|profile|username|user)?\d*$/
const GLUED_PREFIX =
  /^(owner|seller|dealer|user|my|alt|alternate|alternative|primary|secondary|other|second|home|work|office|buyer|customer|agent|broker|driver|manager|father|son|brother|shop|personal|private|cell|smart)(phone|mobile|whatsapp|email|contact|upi|telephone|tel|telegram|instagram|facebook)/
const INDIC =
  /(फोन|मोबाइल|मोबाईल|संपर्क|सम्पर्क|व्हाट्सएप|व्हाट्सऐप|वाट्सएप|ईमेल|इमेल|दूरभाष|தொலைபேசி|கைபேசி|அலைபேசி|மொபைல்|தொடர்பு|வாட்ஸ்அப்|மின்னஞ்சல்|போன்)/u

const INDIC_FOLDED = new RegExp(normalizeWord(INDIC.source.replaceAll('|', '\n')).replaceAll('\n', '|'), 'u')

/** The words of a key: `ownerPhone`, `owner_phone` and `OWNER-PHONE` are all "owner", "phone". */
function wordsOf(key: string): string[] {
  const spaced = key
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return normalizeWord(spaced)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

const MAX_WORDS = 24

/** Whether a key names a contact and is dropped with its value. */
export const isContactKey = memoize(namesContact)

function namesContact(key: string): boolean {
  if (key.length > 400) return isContactKey(key.slice(0, 200)) || isContactKey(key.slice(-200))
  const words = wordsOf(key).slice(0, MAX_WORDS)
  for (let from = 0; from < words.length; from++) {
    const rest = words.slice(from).join('')
    if (STEMS.some((stem) => rest.startsWith(stem)) || WHOLE.test(rest)) return true
  }
  const joined = words.join('')
  return STEMS.some((stem) => joined.startsWith(stem)) || GLUED_PREFIX.test(joined) || INDIC_FOLDED.test(joined)
}

/** Whether a key names the source of the data: `source*`, `*_url`, `page*`, `scraped*`. */
export function isSourceKey(key: string): boolean {
  const words = wordsOf(key.slice(0, 400))
  const joined = words.join('')
  if (/^(source|page|scraped)/.test(joined)) return true
  return words.length > 1 && /^(url|urls|uri|href)$/.test(words.at(-1) ?? '')
}

export function keyAsLabel(key: string): string {
  return `${wordsOf(key.slice(0, 80)).join(' ')}: `
}
