const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const LIST = 0x5b
const LIST_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/** Gets where a member's name lies, without quotes, and where the JSON of its value lies. */
type OnMember = (nameStart: number, nameEnd: number, start: number, end: number) => void

/** Visits each member of a JSON object that JSON.stringify wrote between two places. */
export function scanObject(json: Uint8Array, from: number, to: number, onMember: OnMember): void {
  const last = to - 1
  for (let at = from + 1; at < last; ) {
    const nameEnd = stringEnd(json, at)
    const start = nameEnd + 1
    const end = json[start] === QUOTE ? stringEnd(json, start) : valueEnd(json, start)
    onMember(at + 1, nameEnd - 1, start, end)
    at = end + 1
  }
}

/** The place after the closing quote of the string that starts here. */
function stringEnd(json: Uint8Array, start: number): number {
  let at = start + 1
  for (;;) {
    const code = json[at++]
    if (code === QUOTE || code === undefined) return at
    if (code === BACKSLASH) at++
  }
}

function valueEnd(json: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const code = json[at]
    if (code === QUOTE) at = stringEnd(json, at) - 1
    else if (code === LIST || code === OBJECT) depth++
    else if (code === COMMA && depth === 0) return at
    else if ((code === LIST_END || code === OBJECT_END) && depth-- === 0) return at
  }
  return json.length
}
