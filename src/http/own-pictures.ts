/** Values under these keys are addresses; so is every item of `photos`. */
const ADDRESS = /"(?:image|url|thumb_url|video_url)":"\/(?!\/)/g
const PHOTOS = /"photos":\["(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*\]/g
const PHOTO = /(?<=[[,])"\/(?!\/)/g

/**
 * The JSON of an answer with pictures that were stored by their path alone, such as `/pictures/tractor.svg`, named under
 * the address where the service is reached. A quote inside a text is escaped, so a key is never part of one.
 */
export function picturesUnder(baseUrl: string, json: Buffer): Buffer {
  // Most answers have none, and a search for bytes costs next to nothing.
  if (baseUrl === '' || !(json.includes('":"/') || json.includes('"photos":["'))) return json
  const text = json.toString('utf8')
  const named = text
    .replace(ADDRESS, (found) => `${found.slice(0, -1)}${baseUrl}/`)
    .replace(PHOTOS, (photos) => photos.replace(PHOTO, `"${baseUrl}/`))
  return named === text ? json : Buffer.from(named)
}

/** The body of an event, likewise. It is kept as it was made: the same setting gives the same bytes at every attempt. */
export function eventsUnder(baseUrl: string): (body: string) => string {
  return (body) => picturesUnder(baseUrl, Buffer.from(body)).toString()
}
