import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { asFile, drawMachine, MARK, pictureKeys } from './illustrations/illustrations.ts'

export interface Asset {
  body: Buffer
  type: string
}

const STYLES = new URL('./style/', import.meta.url)
const SCRIPTS = new URL('./browser/', import.meta.url)
/** The style of the header is within each page; print styles come last, so they win. */
const INLINE = ['base.css', 'header.css']
const FILE = ['elements.css', 'page.css', 'list.css', 'detail.css', 'print.css']

const JS = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const SVG = 'image/svg+xml'

/** The files of the pages, read once. */
export function createAssets() {
  const files = new Map<string, Asset>()
  for (const name of readdirSync(SCRIPTS).filter((name) => name.endsWith('.js'))) {
    files.set(name, { body: readFileSync(new URL(name, SCRIPTS)), type: JS })
  }
  files.set('site.css', { body: Buffer.from(readStyle(FILE)), type: CSS })
  const pictures = new Map(
    pictureKeys.map((key): [string, Asset] => [
      `${key}.svg`,
      { body: Buffer.from(asFile(drawMachine({ machine_class: key })!)), type: SVG },
    ]),
  )
  pictures.set(ANY_PICTURE, { body: Buffer.from(MARK), type: SVG })
  return {
    inlineStyle: readStyle(INLINE),
    ...versioned('/assets', files),
    picture: (name: string) => pictures.get(name),
  }
}

/** Files whose paths change with their content, so they may be cached for ever. */
export function versioned(folder: string, files: ReadonlyMap<string, Asset>) {
  const all = Buffer.concat(Array.from(files.values(), ({ body }) => body))
  const version = hash('sha256', all, 'base64url').slice(0, 10)
  return {
    /** The version in the paths of the current files. */
    version,
    file: (name: string) => files.get(name),
    path: (name: string) => `${folder}/${version}/${name}`,
  }
}

/** Files of some pages: a style sheet of these parts, the logo, and a script. */
export function pageFiles(name: string, styles: readonly URL[], script?: URL): Map<string, Asset> {
  const css = styles.map((part) => readFileSync(part, 'utf8')).join('')
  return new Map([
    [`${name}.css`, { body: Buffer.from(withoutBlanks(css)), type: CSS }],
    ['mark.svg', { body: Buffer.from(MARK), type: SVG }],
    ...(script ? ([[basename(script.pathname), { body: readFileSync(script), type: JS }]] as const) : []),
  ])
}

function readStyle(parts: readonly string[]): string {
  return withoutBlanks(parts.map((part) => readFileSync(new URL(part, STYLES), 'utf8')).join(''))
}

/** For machines whose class has no drawing, and for the service itself. */
export const ANY_PICTURE = 'yantra.svg'

/** A style sheet without comments and needless blanks. */
function withoutBlanks(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .replaceAll(';}', '}')
}
