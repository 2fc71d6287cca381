import { readdirSync, readFileSync } from 'node:fs'

/**
 * The colour of panels. A drawing is 240 by 150, faces right and stands on y = 138. Lines take the colour of the text
 * around them, and what touches the ground is solid.
 */
export const ACCENT = '#e9a13b'

/** The drawing of a class, a kind of implement or a detail of a used machine. */
export interface Drawing {
  shapes: string
  unit: number | undefined
  sizes: [figure: string, usual: number][]
  reach: [left: number, right: number, top: number]
}

/** Files that any drawing program opens; `combine_harvester.crawler` stands for those of a kind or drive. */
const DRAWINGS = new URL('./drawings/', import.meta.url)
const PICTURES: ReadonlyMap<string, Drawing> = new Map(
  readdirSync(DRAWINGS).map((name): [string, Drawing] => {
    const file = readFileSync(new URL(name, DRAWINGS), 'utf8').replaceAll('\n', '')
    const told = (attribute: string) => new RegExp(` data-${attribute}="([^"]+)"`).exec(file)?.[1]?.split(' ') ?? []
    const sizes = told('size').flatMap((word, at, words) => (at % 2 ? [] : [[word, Number(words[at + 1])]]))
    const [left = 10, right = 230, top = 10] = told('reach').map(Number)
    const shapes = file.replace(/^<svg[^>]*>(<path stroke-opacity=".35" d="M10 140H230"\/>)?|<\/svg>$/g, '')
    const unit = told('unit').map(Number)[0]
    return [name.replace('.svg', ''), { shapes, unit, sizes: sizes as Drawing['sizes'], reach: [left, right, top] }]
  }),
)

/** The drawing of the kind or the drive where there is one, else of the class. */
export function drawingOf(key: string, kind?: string | null, drive?: string | null): Drawing | undefined {
  return PICTURES.get(`${key}.${kind}`) ?? PICTURES.get(`${key}.${drive}`) ?? PICTURES.get(key)
}

/** A file has no surrounding text to take a colour from, so it sets both colours. */
const FILE_COLOURS =
  '<style>:root{color:#22332b}@media(prefers-color-scheme:dark){:root{color:#dfe7e1}[fill=currentColor]{fill:#10140f}path[stroke=currentColor]{stroke:#10140f}}</style>'

/** A drawing with its own colours; in the dark its lines are light, tyres and tracks stay dark. */
export function asFile(drawing: string): string {
  return drawing.replace('>', `>${FILE_COLOURS}`)
}

/** What has a drawing, the tractor's being made from figures alone. */
export const pictureKeys: readonly string[] = ['tractor', ...[...PICTURES.keys()].filter((key) => !key.includes('.'))]

/** The service's logo: a field wheel whose spokes form a Y. Served as favicon.svg; readable at 16 pixels. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="#1f3d2f"/><circle cx="16" cy="16" r="11" stroke="${ACCENT}" stroke-width="3"/><circle cx="16" cy="16" r="13" stroke="${ACCENT}" stroke-width="2.5" stroke-dasharray="3.4 3.4"/><path d="M16 16V25M16 16L9 9.5M16 16L23 9.5" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>`
