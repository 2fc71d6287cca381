import { REMOVED, visible } from '../lib/text/visible.ts'
import { removeContacts } from './find.ts'
import { memoize } from './lexicon/remembered.ts'
import { normalizeWord } from './text/fold.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

type Rules = { dropsSources: boolean }
type Work = { from: JsonValue[] | { [key: string]: JsonValue }; into: JsonValue[] | { [key: string]: JsonValue } }

/** A text as people and programs may see it. */
export const guardShown = memoize((text) => removeContacts(visible(text)))

/** A text that stands under a key: the key is a label like any other ("engine_no"). */
function redactUnder(key: string | undefined, source: string): string {
  const text = visible(source)
  const guarded = removeContacts(text)
  if (guarded === text || key === undefined) return guarded
  const label = keyAsLabel(key)
  return isLabel(label) && removeContacts(label + text) === label + text ? text : guarded
}

/** A key that alone holds a number is a label; "note" is none, whatever stands under it. */
function isLabel(key: string): boolean {
  const labelled = `${key}9876543210`
  return removeContacts(labelled) === labelled
}

/** A number that reads as a telephone number is one, quotes or not. */
function guardNumber(key: string | undefined, value: number): JsonValue {
  if (!Number.isInteger(value) || value < 6e9 || value > 1e13) return value
  return redactUnder(key, String(value)) === String(value) ? value : REMOVED
}

function set(target: { [key: string]: JsonValue }, key: string, value: JsonValue): void {
  // Plain assignment to this one key would change the object's prototype.
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
  else target[key] = value
}

function guardDeep(value: JsonValue, rules: Rules): JsonValue {
  const work: Work[] = []
  function guardOne(key: string | undefined, item: JsonValue): JsonValue {
    if (typeof item === 'string') return redactUnder(key, item)
    if (typeof item === 'number') return guardNumber(key, item)
    if (item === null || typeof item !== 'object') return item
    const into = Array.isArray(item) ? [] : {}
    work.push({ from: item, into })
    return into
  }
  const out = guardOne(undefined, value)
  // A list of open work instead of recursion: no depth of nesting can exhaust the stack.
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (Array.isArray(next.from)) {
      for (const item of next.from) (next.into as JsonValue[]).push(guardOne(undefined, item))
      continue
    }
    for (const [key, item] of Object.entries(next.from)) {
      if (isContactKey(key) || (rules.dropsSources && isSourceKey(key)) || removeContacts(key) !== key) continue
      if (item !== undefined) set(next.into as { [key: string]: JsonValue }, visible(key), guardOne(key, item))
    }
  }
  return out
}

/** Any JSON value without contacts: in strings they are replaced, under contact keys they are dropped. */
export function guardValue(value: JsonValue): JsonValue {
  return guardDeep(value, { dropsSources: false })
}

/** A free-form object of the contract: as `guardValue`, and nothing that tells where a value came from. */
export function guardFreeForm(value: JsonValue): JsonValue {
  return guardDeep(value, { dropsSources: true })
}

/** Beginnings that name a contact, whatever follows. */
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

/** Whether a key names a contact: it is then dropped with its value, whatever that is. */
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

/** Whether a key tells where a value came from: `source*`, `*_url`, `page*`, `scraped*`. */
export function isSourceKey(key: string): boolean {
  const words = wordsOf(key.slice(0, 400))
  const joined = words.join('')
  if (/^(source|page|scraped)/.test(joined)) return true
  return words.length > 1 && /^(url|urls|uri|href)$/.test(words.at(-1) ?? '')
}

/** The key as it would stand before its value in a sentence; a label in it then speaks for the value. */
export function keyAsLabel(key: string): string {
  return `${wordsOf(key.slice(0, 80)).join(' ')}: `
}
