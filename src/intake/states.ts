import { PRICE_STATE_CODES, STATE_CODE_ALIASES, STATES } from '../contract/values.ts'

/** Other and older names of states. */
const OTHER_NAMES: Partial<Record<(typeof PRICE_STATE_CODES)[number], string>> = {
  AN: 'Andaman and Nicobar',
  CG: 'Chattisgarh',
  DH: 'Dadra and Nagar Haveli, Daman and Diu',
  DL: 'New Delhi, NCT of Delhi, National Capital Territory of Delhi',
  OD: 'Orissa',
  PY: 'Pondicherry',
  TN: 'Tamilnadu',
  UK: 'Uttaranchal',
  IN: 'All India',
}

const CODES = new Map<string, string>(PRICE_STATE_CODES.map((code) => [code.toLowerCase(), code]))
/** All names of states, for suggestions. */
export const STATE_NAMES: string[] = []
for (const code of PRICE_STATE_CODES) {
  const names = [code === 'IN' ? 'India' : STATES[code], ...(OTHER_NAMES[code]?.split(', ') ?? [])]
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

/**
 * The states of PIN codes, by postal zone: by the first two digits, or three where two are not enough. Army post (90 and
 * above) belongs to none.
 */
const PIN_ZONES = [
  '11 DL, 12 HR, 13 HR CH, 14 PB CH, 15 PB, 16 CH PB HR, 17 HP, 18 JK, 19 JK LA',
  '20 UP, 21 UP, 22 UP, 23 UP, 24 UP UK, 25 UP, 26 UP UK, 27 UP, 28 UP',
  '30 RJ, 31 RJ, 32 RJ, 33 RJ, 34 RJ, 36 GJ DH, 37 GJ, 38 GJ, 39 GJ DH',
  '40 MH GA, 41 MH, 42 MH, 43 MH, 44 MH, 45 MP, 46 MP, 47 MP, 48 MP, 49 CG',
  '50 TG AP, 51 AP, 52 AP, 53 AP PY, 56 KA, 57 KA, 58 KA, 59 KA',
  '60 TN PY, 61 TN, 62 TN, 63 TN, 64 TN, 67 KL PY, 68 KL LD, 69 KL',
  '70 WB, 71 WB, 72 WB, 73 WB SK, 74 WB AN, 75 OD, 76 OD, 77 OD, 78 AS',
  '790 AR, 791 AR, 792 AR, 793 ML, 794 ML, 795 MN, 796 MZ, 797 NL, 798 NL, 799 TR',
  '80 BR, 81 BR JH, 82 BR JH, 83 JH, 84 BR, 85 BR JH',
]
const PIN_STATES = new Map(
  PIN_ZONES.flatMap((zone) => zone.split(', ')).map((area) => {
    const [digits = '', ...states] = area.split(' ')
    return [digits, states]
  }),
)

/** The possible states of a PIN code, unless the given one is among them. */
export function otherStatesOfPin(pin: string, state: string): string[] | undefined {
  const states = PIN_STATES.get(pin.slice(0, 3)) ?? PIN_STATES.get(pin.slice(0, 2))
  return states === undefined || states.includes(state) ? undefined : states
}
