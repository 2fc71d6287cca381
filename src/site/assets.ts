import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { MARK } from './pictures/mark.ts'
import { pictureFile, pictureKeys } from './pictures/pictures.ts'

export interface Asset {
  body: Buffer
  type: string
}

export interface Assets {
  /** The path of a style sheet or script below the prefix; it changes with the content, so it may be kept for ever. */
  path(name: string): string
  file(name: string): Asset | undefined
  /** What stands in the paths of the present files. */
  version: string
  picture(name: string): Asset | undefined
}

const STYLES = new URL('./style/', import.meta.url)
const SCRIPTS = new URL('./browser/', import.meta.url)
/** Every page has the first; one that is more than a list has the second after it. Each in this order. */
const SHEETS = {
  'site.css': ['base.css', 'frame.css', 'cards.css', 'list.css', 'print.css'],
  'detail.css': ['home.css', 'charts.css', 'sheet.css', 'compare.css', 'market.css'],
}
export type Sheet = keyof typeof SHEETS

const CSS = 'text/css; charset=utf-8'
const JS = 'text/javascript; charset=utf-8'
const SVG = 'image/svg+xml'

/** The files that pages refer to, read once. */
export function createAssets(): Assets {
  const files = new Map<string, Asset>()
  for (const [name, parts] of Object.entries(SHEETS)) {
    const style = parts.map((part) => readFileSync(new URL(part, STYLES), 'utf8')).join('')
    files.set(name, { body: Buffer.from(withoutBlanks(style)), type: CSS })
  }
  for (const name of readdirSync(SCRIPTS).filter((name) => name.endsWith('.js'))) {
    files.set(name, { body: readFileSync(new URL(name, SCRIPTS)), type: JS })
  }
  const version = hash('sha256', Buffer.concat(Array.from(files.values(), ({ body }) => body)), 'base64url').slice(
    0,
    10,
  )
  const pictures = new Map(
    pictureKeys.map((key): [string, Asset] => [`${key}.svg`, { body: Buffer.from(pictureFile(key)!), type: SVG }]),
  )
  pictures.set(ANY_PICTURE, { body: Buffer.from(MARK), type: SVG })
  return {
    path: (name) => `/assets/${version}/${name}`,
    file: (name) => files.get(name),
    version,
    picture: (name) => pictures.get(name),
  }
}

/** For machines whose class has no drawing, and for the service itself. */
export const ANY_PICTURE = 'yantra.svg'

/** A style sheet without comments and the blanks that only people need. */
export function withoutBlanks(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replaceAll(';}', '}')
}
