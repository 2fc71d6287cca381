/** Values of these keys are addresses; so are the items of `photos`. */
const ADDRESS = /"(?:image|url|thumb_url|video_url|photo)":"\/(?!\/)/g
const PHOTOS = /"photos":\["(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*\]/g
const PHOTO = /(?<=[[,])"\/(?!\/)/g

/**
 * Puts the service's address before pictures that are stored by path alone, such as `/pictures/tractor.svg`. A quote
 * inside a JSON text is escaped, so a key never matches within one.
 */
export function picturesUnder(baseUrl: string, json: Buffer): Buffer {
  // Most answers have none, and searching bytes costs almost nothing.
  if (baseUrl === '' || !(json.includes('":"/') || json.includes('"photos":["'))) return json
  const text = json.toString('utf8')
  const named = text
    .replace(ADDRESS, (found) => `${found.slice(0, -1)}${baseUrl}/`)
    .replace(PHOTOS, (photos) => photos.replace(PHOTO, `"${baseUrl}/`))
  return named === text ? json : Buffer.from(named)
}

/** The same for the body of an event. One setting gives the same bytes at every attempt. */
export function eventsUnder(baseUrl: string): (body: string) => string {
  return (body) => picturesUnder(baseUrl, Buffer.from(body)).toString()
}
