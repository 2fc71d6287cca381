import { BUILD } from './build.ts'
import { EARTH } from './earth.ts'
import { FARM } from './farm.ts'
import { LIFT } from './lift.ts'
import { ROAD } from './road.ts'

const PICTURES: ReadonlyMap<string, string> = new Map(Object.entries({ ...FARM, ...EARTH, ...ROAD, ...LIFT, ...BUILD }))

/** A file has no text around it whose colour it could take, so it says both colours itself. */
const FILE_COLOURS = '<style>:root{color:#22332b}@media(prefers-color-scheme:dark){:root{color:#dfe7e1}}</style>'

/** The drawing of a machine class as SVG to put into a page; undefined where there is none. */
export function pictureOf(key: string): string | undefined {
  return PICTURES.get(key)
}

/** The same as a file of its own. Its style sheet is inline: the response has to allow that, and nothing else. */
export function pictureFile(key: string): string | undefined {
  return PICTURES.get(key)?.replace('>', `>${FILE_COLOURS}`)
}

export const pictureKeys: readonly string[] = [...PICTURES.keys()]
