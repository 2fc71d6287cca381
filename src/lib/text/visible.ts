// Invisible code points hide words from readers or change how a text looks: tags, variation selectors, bidi controls,
// joiners, fillers.

const HIDDEN = /\p{Default_Ignorable_Code_Point}/u
const RIGHT_TO_LEFT = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const SELECTORS = ['\ufe0e', '\ufe0f']
const JOINER = '\u200d'
const NON_JOINER = '\u200c'
/** Marks and isolates, which texts written from the right need. */
const DIRECTIONS = Array.from('\u061c\u200e\u200f\u2066\u2067\u2068\u2069')
const PICTURE = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f)$/u
/** Scripts in which a joiner changes the shape of letters. */
const JOINED = /^(?:\p{Script=Arabic}|[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff])$/u
const KEYCAP = /^[0-9#*]$/
const ENCLOSING = '\u20e3'

export function visible(text: string): string {
  if (!HIDDEN.test(text)) return text
  const signs = Array.from(text)
  const isRightToLeft = RIGHT_TO_LEFT.test(text)
  const result: string[] = []
  for (const [i, sign] of signs.entries()) {
    const before = result.at(-1) ?? ''
    let isNeeded = !HIDDEN.test(sign)
    if (SELECTORS.includes(sign))
      isNeeded =
        (PICTURE.test(before) && !SELECTORS.includes(before)) || (KEYCAP.test(before) && signs[i + 1] === ENCLOSING)
    else if (sign === JOINER || sign === NON_JOINER)
      isNeeded = JOINED.test(before) || (sign === JOINER && PICTURE.test(before))
    else if (DIRECTIONS.includes(sign)) isNeeded = isRightToLeft
    if (isNeeded) result.push(sign)
  }
  return result.join('')
}

export function printable(text: string): string {
  return text.replace(/[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv, '\ufffd')
}

export const REMOVED = '[contact removed]'
