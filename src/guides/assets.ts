import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Asset, withoutBlanks } from '../site/assets.ts'
import { MARK } from '../site/pictures/pictures.ts'

const SITE_STYLES = new URL('../site/style/', import.meta.url)
const HERE = new URL('./', import.meta.url)

/** The files of the guides. They exist with or without a site. */
export function createGuideFiles() {
  const style = [
    ...['base.css', 'frame.css'].map((name) => readFileSync(new URL(name, SITE_STYLES), 'utf8')),
    readFileSync(new URL('style/guides.css', HERE), 'utf8'),
  ].join('')
  const files = new Map<string, Asset>([
    ['guides.css', { body: Buffer.from(withoutBlanks(style)), type: 'text/css; charset=utf-8' }],
    ['guides.js', { body: readFileSync(new URL('browser/guides.js', HERE)), type: 'text/javascript; charset=utf-8' }],
    ['mark.svg', { body: Buffer.from(MARK), type: 'image/svg+xml' }],
  ])
  const version = hash('sha256', Buffer.concat([...files.values()].map(({ body }) => body)), 'base64url').slice(0, 10)
  return {
    version,
    file: (name: string) => files.get(name),
    /** Below the prefix. It changes with the content, so it may be cached for ever. */
    path: (name: string) => `/docs/files/${version}/${name}`,
  }
}
