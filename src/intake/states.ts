import { PRICE_STATE_CODES, STATE_CODE_ALIASES, STATES } from '../contract/values.ts'
import { lazily } from '../running/kept.ts'
import { phrasesOf } from '../text/word-lists.ts'
import { foldWords, linesOf } from './table-words.ts'
import type { CellReading } from './written-days.ts'

/** Other and older names of states. */
const OTHER_NAMES = new Map(linesOf('states').map(([code, names]) => [code!, phrasesOf(names!)]))

const CODES = new Map<string, string>(PRICE_STATE_CODES.map((code) => [code.toLowerCase(), code]))
/** All names of states, for suggestions. */
export const STATE_NAMES: string[] = []
for (const code of PRICE_STATE_CODES) {
  const names = [code === 'IN' ? 'India' : STATES[code], ...(OTHER_NAMES.get(code) ?? [])]
  for (const name of names) CODES.set(fold(name), code)
  STATE_NAMES.push(...names)
}
for (const [alias, code] of Object.entries(STATE_CODE_ALIASES)) CODES.set(alias.toLowerCase(), code)

/** The code of a state, from its code, an older code or its name, in any case. */
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

/** The possible states of a PIN code, unless the given one is among them. */
export function otherStatesOfPin(pin: string, state: string): string[] | undefined {
  const states = PIN_STATES.get(pin.slice(0, 3)) ?? PIN_STATES.get(pin.slice(0, 2))
  return states === undefined || states.includes(state) ? undefined : states
}

/** The towns that only one state has, by their names in all scripts. */
const towns = lazily(
  () =>
    new Map(
      linesOf('cities').flatMap(([state, town, others]) =>
        [town!, ...phrasesOf(others ?? '')].map((name) => [foldWords(name), { state: state!, town: town! }] as const),
      ),
    ),
)
/** `Hyd`, `BBSR`, `A'nagar`: what may be short for a town. */
const SHORT_TOWN = /^\p{Lu}\p{L}{1,3}\.?$|^\p{Lu}{2,5}$|^\p{L}+['’.]\p{L}+\.?$/u
export const SHORT = 'may be short for a town'

/** `Raipur (C.G.)`, `Ludhiana Punjab`: a town, and its state where the cell or every map says it. */
export function readCity(cell: string): CellReading {
  const [, before = '', state = ''] = /^(\p{L}[^(),]{2,}?)[\s,]+\(?(\p{L}[\p{L}. ]*)\)?$/u.exec(cell.trim()) ?? []
  const named = toStateCode(cell) === undefined && toStateCode(state) !== 'DL' ? toStateCode(state) : undefined
  if (named !== undefined)
    return { values: { 'price.city': before, 'price.state_code': named }, told: 'is read with its state' }
  const known = towns().get(foldWords(cell))
  // `KA`, `Punjab`: a state alone; but a town may be called as its state.
  const whole = known ? undefined : toStateCode(cell)
  if (whole !== undefined && whole !== 'DL') return { values: { 'price.state_code': whole }, told: 'is a state alone' }
  // A town in another script is told by its Latin name.
  const town = known && !/\p{Script=Latin}/u.test(cell) ? known.town : cell
  const isShort = !known && SHORT_TOWN.test(cell)
  return {
    values: { 'price.city': town, ...(known && { 'price.state_code': known.state }) },
    told: known ? 'is in a state that is known' : isShort ? SHORT : undefined,
  }
}

/** The one town that a text names, with words of its office or its state around it: `Chennai yard`, `Madurai branch prices`. */
export function townIn(text: string): string | undefined {
  const words = foldWords(text.replace(/\([^()]*\)/g, ' ')).split(' ')
  const found = new Map<string, string>()
  for (const [at] of words.entries())
    for (const length of [3, 2, 1]) {
      const known = towns().get(words.slice(at, at + length).join(' '))
      if (!known) continue
      found.set(known.town, known.town)
      break
    }
  return found.size === 1 ? [...found.keys()][0] : undefined
}
