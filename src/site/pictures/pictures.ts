import { BUILD } from './build.ts'
import { DETAILS } from './details.ts'
import { EARTH } from './earth.ts'
import { FARM } from './farm.ts'
import { IMPLEMENTS } from './implements.ts'
import { LIFT } from './lift.ts'
import { ROAD } from './road.ts'

const PICTURES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...IMPLEMENTS, ...DETAILS, ...FARM, ...EARTH, ...ROAD, ...LIFT, ...BUILD }),
)

/** A file has no surrounding text to take a colour from, so it sets both colours. */
const FILE_COLOURS = '<style>:root{color:#22332b}@media(prefers-color-scheme:dark){:root{color:#dfe7e1}}</style>'

/**
 * The drawing of a class, a kind of implement or a detail as an SVG file; undefined if there is none. Its style is
 * inline: the response must allow that and nothing else.
 */
export function pictureFile(key: string): string | undefined {
  return PICTURES.get(key)?.replace('>', `>${FILE_COLOURS}`)
}

export const pictureKeys: readonly string[] = [...PICTURES.keys()]
