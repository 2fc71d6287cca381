import { isContactKey, isSourceKey, keyAsLabel } from './keys.ts'
import { removeContacts } from './remove.ts'
import { REMOVED } from './text/fold.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

type Rules = { dropsSources: boolean }
type Work = { from: JsonValue[] | { [key: string]: JsonValue }; into: JsonValue[] | { [key: string]: JsonValue } }

/** A text that stands under a key: the key is a label like any other ("engine_no"). */
function guardUnder(key: string | undefined, text: string): string {
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
  return guardUnder(key, String(value)) === String(value) ? value : REMOVED
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
    if (typeof item === 'string') return guardUnder(key, item)
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
      if (item !== undefined) set(next.into as { [key: string]: JsonValue }, key, guardOne(key, item))
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
