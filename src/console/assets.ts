import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Asset, withoutBlanks } from '../site/assets.ts'
import { MARK } from '../site/pictures/pictures.ts'

const OWN = ['frame', 'controls', 'tables', 'values', 'overview', 'market'].map((name) => `style/${name}.css`)
const STYLE_PARTS = ['../site/style/base.css', ...OWN]

/** The files of the console's pages, read once. They are not secret: the sign-in page uses them too. */
export function consoleAssets(): { path(name: string): string; file(name: string): Asset | undefined } {
  const css = STYLE_PARTS.map((part) => readFileSync(new URL(part, import.meta.url), 'utf8')).join('')
  const files = new Map<string, Asset>([
    ['console.css', { body: Buffer.from(withoutBlanks(css)), type: 'text/css; charset=utf-8' }],
    ['mark.svg', { body: Buffer.from(MARK), type: 'image/svg+xml' }],
  ])
  const version = hash('sha256', css + MARK, 'base64url').slice(0, 10)
  return { path: (name) => `assets/${version}/${name}`, file: (name) => files.get(name) }
}
