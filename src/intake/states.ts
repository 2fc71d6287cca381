import { PRICE_STATE_CODES, STATE_CODE_ALIASES } from '../contract/values.ts'

/** The names of each state and union territory, with older ones. */
const NAMES: Readonly<Record<(typeof PRICE_STATE_CODES)[number], string>> = {
  AN: 'Andaman and Nicobar Islands, Andaman and Nicobar',
  AP: 'Andhra Pradesh',
  AR: 'Arunachal Pradesh',
  AS: 'Assam',
  BR: 'Bihar',
  CG: 'Chhattisgarh, Chattisgarh',
  CH: 'Chandigarh',
  DH: 'Dadra and Nagar Haveli and Daman and Diu, Dadra and Nagar Haveli, Daman and Diu',
  DL: 'Delhi, New Delhi, NCT of Delhi, National Capital Territory of Delhi',
  GA: 'Goa',
  GJ: 'Gujarat',
  HP: 'Himachal Pradesh',
  HR: 'Haryana',
  JH: 'Jharkhand',
  JK: 'Jammu and Kashmir',
  KA: 'Karnataka',
  KL: 'Kerala',
  LA: 'Ladakh',
  LD: 'Lakshadweep',
  MH: 'Maharashtra',
  ML: 'Meghalaya',
  MN: 'Manipur',
  MP: 'Madhya Pradesh',
  MZ: 'Mizoram',
  NL: 'Nagaland',
  OD: 'Odisha, Orissa',
  PB: 'Punjab',
  PY: 'Puducherry, Pondicherry',
  RJ: 'Rajasthan',
  SK: 'Sikkim',
  TG: 'Telangana',
  TN: 'Tamil Nadu, Tamilnadu',
  TR: 'Tripura',
  UK: 'Uttarakhand, Uttaranchal',
  UP: 'Uttar Pradesh',
  WB: 'West Bengal',
  IN: 'India, All India',
}

const CODES = new Map<string, string>()
for (const code of PRICE_STATE_CODES) {
  CODES.set(code.toLowerCase(), code)
  for (const name of NAMES[code].split(', ')) CODES.set(fold(name), code)
}
for (const [alias, code] of Object.entries(STATE_CODE_ALIASES)) CODES.set(alias.toLowerCase(), code)

/** The code of a state, from its code, an older code or its name, in any case. */
export function toStateCode(text: string): string | undefined {
  return CODES.get(fold(text))
}

/** All names of states, for suggestions. */
export const STATE_NAMES: readonly string[] = Object.values(NAMES).flatMap((names) => names.split(', '))

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/&|\band\b/g, '')
    .replace(/[^a-z]/g, '')
}

/**
 * The states of PIN codes, by their first two digits, or three where two are not enough. Army post (90 and above)
 * belongs to none.
 */
const PIN_STATES: Readonly<Record<string, string>> = {
  11: 'DL',
  12: 'HR',
  13: 'HR CH',
  14: 'PB CH',
  15: 'PB',
  16: 'CH PB HR',
  17: 'HP',
  18: 'JK',
  19: 'JK LA',
  20: 'UP',
  21: 'UP',
  22: 'UP',
  23: 'UP',
  24: 'UP UK',
  25: 'UP',
  26: 'UP UK',
  27: 'UP',
  28: 'UP',
  30: 'RJ',
  31: 'RJ',
  32: 'RJ',
  33: 'RJ',
  34: 'RJ',
  36: 'GJ DH',
  37: 'GJ',
  38: 'GJ',
  39: 'GJ DH',
  40: 'MH GA',
  41: 'MH',
  42: 'MH',
  43: 'MH',
  44: 'MH',
  45: 'MP',
  46: 'MP',
  47: 'MP',
  48: 'MP',
  49: 'CG',
  50: 'TG AP',
  51: 'AP',
  52: 'AP',
  53: 'AP PY',
  56: 'KA',
  57: 'KA',
  58: 'KA',
  59: 'KA',
  60: 'TN PY',
  61: 'TN',
  62: 'TN',
  63: 'TN',
  64: 'TN',
  67: 'KL PY',
  68: 'KL LD',
  69: 'KL',
  70: 'WB',
  71: 'WB',
  72: 'WB',
  73: 'WB SK',
  74: 'WB AN',
  75: 'OD',
  76: 'OD',
  77: 'OD',
  78: 'AS',
  790: 'AR',
  791: 'AR',
  792: 'AR',
  793: 'ML',
  794: 'ML',
  795: 'MN',
  796: 'MZ',
  797: 'NL',
  798: 'NL',
  799: 'TR',
  80: 'BR',
  81: 'BR JH',
  82: 'BR JH',
  83: 'JH',
  84: 'BR',
  85: 'BR JH',
}

/** The possible states of a PIN code, unless the given one is among them. */
export function otherStatesOfPin(pin: string, state: string): string[] | undefined {
  const states = (PIN_STATES[pin.slice(0, 3)] ?? PIN_STATES[pin.slice(0, 2)])?.split(' ')
  return states === undefined || states.includes(state) ? undefined : states
}
