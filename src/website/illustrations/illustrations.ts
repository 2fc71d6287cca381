import { readdirSync, readFileSync } from 'node:fs'

/** The colour of panels in the drawings; replaced by the manufacturer's colour. */
const ACCENT = '#e9a13b'

/** `combine_harvester.crawler.svg` is the drawing for that kind or drive. All face right and stand on y = 138. */
const DRAWINGS = new URL('./drawings/', import.meta.url)
const DRAWING_BY_NAME: ReadonlyMap<string, string> = new Map(
  readdirSync(DRAWINGS).map((file) => [
    file.replace('.svg', ''),
    readFileSync(new URL(file, DRAWINGS), 'utf8').replaceAll('\n', ''),
  ]),
)

interface DrawnMachine {
  machine_class: string
  kind?: string | null
  wheel_drive?: string | null
}

/** Returns the drawing of a machine's kind, drive or class as SVG, in its manufacturer's colour. */
export function drawMachine({ machine_class, kind, wheel_drive }: DrawnMachine, colour = ACCENT): string | undefined {
  const drawing =
    DRAWING_BY_NAME.get(`${machine_class}.${kind}`) ??
    DRAWING_BY_NAME.get(`${machine_class}.${wheel_drive}`) ??
    DRAWING_BY_NAME.get(machine_class)
  return drawing?.replaceAll(ACCENT, colour)
}

/** An implement's kind may share the name of a class, such as a self-propelled boom sprayer. */
export function drawImplement({ kind }: { kind: string }, colour?: string): string | undefined {
  return drawMachine({ machine_class: kind, kind: 'implement' }, colour)
}

/** A file has no surrounding text to take a colour from, so it sets both colours. */
const FILE_COLOURS =
  '<style>:root{color:#22332b}@media(prefers-color-scheme:dark){:root{color:#dfe7e1}[fill=currentColor]{fill:#10140f}path[stroke=currentColor]{stroke:#10140f}}</style>'

/** A drawing with its own colours; in the dark its lines are light, tyres and tracks stay dark. */
export function asFile(drawing: string): string {
  return drawing.replace('>', `>${FILE_COLOURS}`)
}

/** The classes and kinds of implement that have a drawing. */
export const pictureKeys: readonly string[] = [...DRAWING_BY_NAME.keys()].filter((key) => !key.includes('.'))

const SHARE_WIDTH = 1200
const SHARE_HEIGHT = 630

/** Renders a class's drawing as the PNG that messengers show for a shared link. */
export async function sharePicture(key: string): Promise<Buffer | undefined> {
  const drawing = drawMachine({ machine_class: key })
  if (!drawing) return undefined
  const { default: sharp } = await import('sharp')
  const svg = drawing.replace('<svg ', `<svg width="${SHARE_HEIGHT * 1.6}" height="${SHARE_HEIGHT}" color="#22332b" `)
  const size = { width: SHARE_WIDTH, height: SHARE_HEIGHT, fit: 'contain' as const, background: '#fbfaf6' }
  return sharp(Buffer.from(svg)).resize(size).flatten({ background: '#fbfaf6' }).png().toBuffer()
}

/** The service's logo: a field wheel whose spokes form a Y. Served as favicon.svg; readable at 16 pixels. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="#1f3d2f"/><circle cx="16" cy="16" r="11" stroke="${ACCENT}" stroke-width="3"/><circle cx="16" cy="16" r="13" stroke="${ACCENT}" stroke-width="2.5" stroke-dasharray="3.4 3.4"/><path d="M16 16V25M16 16L9 9.5M16 16L23 9.5" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>`
