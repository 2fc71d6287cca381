import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { drawPicture, MARK, pictureKeys } from './illustrations/illustrations.ts'

export interface Asset {
  body: Buffer
  type: string
}

const STYLES = new URL('./style/', import.meta.url)
const SCRIPTS = new URL('./browser/', import.meta.url)
/** Within each page, so the header shows at once; print styles come last, so they win. */
const INLINE = ['base.css', 'header.css']
const FILE = ['elements.css', 'page.css', 'list.css', 'detail.css', 'print.css']

const JS = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const SVG = 'image/svg+xml'

export const ANY_PICTURE = 'yantra.svg'

export function createAssets() {
  const files = new Map<string, Asset>([['site.css', { body: readStyle(FILE.map(styleFile)), type: CSS }]])
  for (const name of readdirSync(SCRIPTS).filter((name) => name.endsWith('.js'))) {
    files.set(name, { body: readFileSync(new URL(name, SCRIPTS)), type: JS })
  }
  const pictures = new Map<string, Asset>([[ANY_PICTURE, { body: Buffer.from(MARK), type: SVG }]])
  for (const key of pictureKeys) pictures.set(`${key}.svg`, { body: Buffer.from(drawPicture(key)!), type: SVG })
  return {
    inlineStyle: readStyle(INLINE.map(styleFile)).toString(),
    ...versioned('/assets', files),
    picture: (name: string) => pictures.get(name),
  }
}

/** Serves files under paths that change with their content, so they may be cached for ever. */
export function versioned(folder: string, files: ReadonlyMap<string, Asset>) {
  const all = Buffer.concat(Array.from(files.values(), ({ body }) => body))
  const version = hash('sha256', all, 'base64url').slice(0, 10)
  return {
    version,
    file: (name: string) => files.get(name),
    path: (name: string) => `${folder}/${version}/${name}`,
  }
}

/** Files of some pages: a style sheet of these parts, the logo, and a script. */
export function pageFiles(name: string, styles: readonly URL[], script?: URL): Map<string, Asset> {
  return new Map([
    [`${name}.css`, { body: readStyle(styles), type: CSS }],
    ['mark.svg', { body: Buffer.from(MARK), type: SVG }],
    ...(script ? ([[basename(script.pathname), { body: readFileSync(script), type: JS }]] as const) : []),
  ])
}

const styleFile = (name: string) => new URL(name, STYLES)

/** Joins style sheets, without comments and needless blanks. */
function readStyle(parts: readonly URL[]): Buffer {
  const css = parts
    .map((part) => readFileSync(part, 'utf8'))
    .join('')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replaceAll(';}', '}')
  return Buffer.from(css)
}
