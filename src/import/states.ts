import { phrasesOf } from '../lib/text/word-lists.ts'
import { PRICE_STATE_CODES, STATE_CODE_ALIASES, STATES } from '../schema/api/values.ts'
import { linesOf } from './mapping/words.ts'

const OTHER_NAMES = new Map(linesOf('states').map(([code, names]) => [code!, phrasesOf(names!)]))

const CODES = new Map<string, string>(PRICE_STATE_CODES.map((code) => [code.toLowerCase(), code]))
export const STATE_NAMES: string[] = []
for (const code of PRICE_STATE_CODES) {
  const names = [code === 'IN' ? 'India' : STATES[code], ...(OTHER_NAMES.get(code) ?? [])]
  for (const name of names) CODES.set(fold(name), code)
  STATE_NAMES.push(...names)
}
for (const [alias, code] of Object.entries(STATE_CODE_ALIASES)) CODES.set(alias.toLowerCase(), code)

export function toStateCode(text: string): string | undefined {
  return CODES.get(fold(text))
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/&|\band\b/g, '')
    .replace(/[^a-z]/g, '')
}

const PIN_STATES = new Map(linesOf('pins').map(([digits, states]) => [digits!, states!.split(' ')]))

export function otherStatesOfPin(pin: string, state: string): string[] | undefined {
  const states = PIN_STATES.get(pin.slice(0, 3)) ?? PIN_STATES.get(pin.slice(0, 2))
  return states === undefined || states.includes(state) ? undefined : states
}
