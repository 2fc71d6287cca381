import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { asFile, drawMachine, MARK, pictureKeys } from './illustrations/illustrations.ts'

export interface Asset {
  body: Buffer
  type: string
}

export interface Style {
  text: string
  /** Its hash in the page's Content-Security-Policy. */
  source: string
}

const STYLES = new URL('./style/', import.meta.url)
const SCRIPTS = new URL('./browser/', import.meta.url)
const LIST = ['base.css', 'frame.css', 'cards.css', 'list.css']
const DETAIL = ['home.css', 'charts.css', 'machine.css', 'compare.css', 'market.css']
/** A page that is more than a list needs more styles. Print styles come last, so they win. */
const SHEETS = { list: [...LIST, 'print.css'], detail: [...LIST, ...DETAIL, 'print.css'] }
type Sheet = keyof typeof SHEETS

const JS = 'text/javascript; charset=utf-8'
const SVG = 'image/svg+xml'

/** The files of the pages, read once. */
export function createAssets() {
  const files = new Map<string, Asset>()
  const styles = { list: readStyle(SHEETS.list), detail: readStyle(SHEETS.detail) }
  for (const name of readdirSync(SCRIPTS).filter((name) => name.endsWith('.js'))) {
    files.set(name, { body: readFileSync(new URL(name, SCRIPTS)), type: JS })
  }
  const pictures = new Map(
    pictureKeys.map((key): [string, Asset] => [
      `${key}.svg`,
      { body: Buffer.from(asFile(drawMachine({ machine_class: key })!)), type: SVG },
    ]),
  )
  pictures.set(ANY_PICTURE, { body: Buffer.from(MARK), type: SVG })
  return {
    /** Part of the page itself: a separate style sheet would cost a first visit another round trip. */
    style: (sheet: Sheet): Style => styles[sheet],
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
    [`${name}.css`, { body: Buffer.from(withoutBlanks(css)), type: 'text/css; charset=utf-8' }],
    ['mark.svg', { body: Buffer.from(MARK), type: SVG }],
    ...(script ? ([[basename(script.pathname), { body: readFileSync(script), type: JS }]] as const) : []),
  ])
}

function readStyle(parts: readonly string[]): Style {
  const text = withoutBlanks(parts.map((part) => readFileSync(new URL(part, STYLES), 'utf8')).join(''))
  return { text, source: `'sha256-${hash('sha256', text, 'base64')}'` }
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
