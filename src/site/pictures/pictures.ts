import { readdirSync, readFileSync } from 'node:fs'
import { ACCENT } from './strokes.ts'
import { drawTractor } from './tractor.ts'

/** The drawings of classes, kinds of implement and details of used machines: files that any drawing program opens. */
const DRAWINGS = new URL('./drawings/', import.meta.url)
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['tractor', drawTractor({})],
  ...readdirSync(DRAWINGS).map((name): [string, string] => [
    name.replace('.svg', ''),
    readFileSync(new URL(name, DRAWINGS), 'utf8').replaceAll('\n', ''),
  ]),
])

/** A file has no surrounding text to take a colour from, so it sets both colours. */
const FILE_COLOURS =
  '<style>:root{color:#22332b}text{fill:currentColor;font:9px sans-serif}@media(prefers-color-scheme:dark){:root{color:#dfe7e1}[fill=currentColor]{fill:#10140f}}</style>'

/**
 * The drawing of a class, a kind of implement or a detail as an SVG file; undefined if there is none. Its style is
 * inline: the response must allow that and nothing else.
 */
export function pictureFile(key: string): string | undefined {
  const drawing = PICTURES.get(key)
  return drawing && asFile(drawing)
}

/** The shapes of a drawing, without its frame. */
export function shapesOf(key: string): string | undefined {
  return PICTURES.get(key)?.replace(/^<svg[^>]*>|<\/svg>$/g, '')
}

/** A drawing with its own colours; in the dark its lines are light, tyres and tracks stay dark. */
export function asFile(drawing: string): string {
  return drawing.replace('>', `>${FILE_COLOURS}`)
}

export const pictureKeys: readonly string[] = [...PICTURES.keys()]

/** The service's logo: a field wheel whose spokes form a Y. Served as favicon.svg; readable at 16 pixels. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="#1f3d2f"/><circle cx="16" cy="16" r="11" stroke="${ACCENT}" stroke-width="3"/><circle cx="16" cy="16" r="13" stroke="${ACCENT}" stroke-width="2.5" stroke-dasharray="3.4 3.4"/><path d="M16 16V25M16 16L9 9.5M16 16L23 9.5" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>`
