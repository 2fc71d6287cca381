const QUOTE = 0x22

/** Calls back for each member of a JSON object of scalars, as JSON.stringify writes it, with the JSON of its value. */
export function scanObject(json: string, onMember: (name: string, value: string) => void): void {
  if (!isPlain(json)) {
    for (const [name, value] of Object.entries(JSON.parse(json))) onMember(name, JSON.stringify(value))
    return
  }
  const last = json.length - 1
  let at = 1
  while (at < last) {
    const nameEnd = json.indexOf('"', at + 1)
    const start = nameEnd + 2
    let end = json.charCodeAt(start) === QUOTE ? json.indexOf('"', start + 1) + 1 : json.indexOf(',', start)
    if (end <= 0) end = last
    onMember(json.slice(at + 1, nameEnd), json.slice(start, end))
    at = end + 1
  }
}

/** Without escapes, which make quotes ambiguous, and without anything nested. Nearly all are. */
function isPlain(json: string): boolean {
  return !json.includes('\\') && !json.includes('[') && !json.includes('{', 1)
}
