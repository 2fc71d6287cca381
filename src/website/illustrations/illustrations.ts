import { readdirSync, readFileSync } from 'node:fs'

/** The colour of panels in the drawings; replaced by the manufacturer's colour. */
const ACCENT = '#e9a13b'

const FOLDER = new URL('./drawings/', import.meta.url)
/** A drawing for each class and kind of implement. All face right and stand on y = 138. */
const drawings: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER).map((file) => [
    file.replace('.svg', ''),
    readFileSync(new URL(file, FOLDER), 'utf8').replaceAll('\n', ''),
  ]),
)

export const pictureKeys: readonly string[] = [...drawings.keys()]

/** Returns the key of an implement's drawing; its kind may share the name of a class, such as a sprayer. */
export function implementPicture(kind: string): string {
  return drawings.has(`${kind}.implement`) ? `${kind}.implement` : kind
}

/** An image has no surrounding text to take a colour from; in the dark its lines are light, tyres and tracks stay dark. */
const FILE_COLOURS =
  '<style>:root{color:#22332b}@media(prefers-color-scheme:dark){:root{color:#dfe7e1}[fill=currentColor]{fill:#10140f}path[stroke=currentColor]{stroke:#10140f}}</style>'

export function drawPicture(key: string, colour = ACCENT): string | undefined {
  return drawings.get(key)?.replaceAll(ACCENT, colour).replace('>', `>${FILE_COLOURS}`)
}

const SHARE_SIZE = { width: 1200, height: 630 }

/** Renders a drawing as the PNG that messengers show for a shared link. */
export async function sharePicture(key: string): Promise<Buffer | undefined> {
  const drawing = drawings.get(key)
  if (!drawing) return undefined
  const { default: sharp } = await import('sharp')
  const { height } = SHARE_SIZE
  const svg = drawing.replace('<svg ', `<svg width="${height * 1.6}" height="${height}" color="#22332b" `)
  const background = '#fbfaf6'
  const size = { ...SHARE_SIZE, fit: 'contain' as const, background }
  return sharp(Buffer.from(svg)).resize(size).flatten({ background }).png().toBuffer()
}

/** The logo: a field wheel whose spokes form a Y; readable at 16 pixels. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="#1f3d2f"/><circle cx="16" cy="16" r="11" stroke="${ACCENT}" stroke-width="3"/><circle cx="16" cy="16" r="13" stroke="${ACCENT}" stroke-width="2.5" stroke-dasharray="3.4 3.4"/><path d="M16 16V25M16 16L9 9.5M16 16L23 9.5" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/></svg>`
