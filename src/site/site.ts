import { createAssets } from './assets.ts'
import { LANGUAGES, type Language } from './language.ts'
import type { Page } from './page.ts'
import { type FrameParts, frame } from './parts/frame.ts'
import { createReader, type Reader } from './reader.ts'
import { createRooms, type RoomsParts } from './rooms.ts'

interface SiteParts extends RoomsParts {
  baseUrl: string
  prefix: string
}

/** The site: what pages are made from, and their frame. */
export function createSite({ baseUrl, prefix, ...parts }: SiteParts) {
  const assets = createAssets()
  const rooms = createRooms(parts)
  const readers = Object.fromEntries(
    LANGUAGES.map((language) => [language, createReader(language, { prefix, baseUrl, makerName: rooms.makerName })]),
  ) as Record<Language, Reader>
  const style = ({ isList }: Page) => assets.style(isList ? 'list' : 'detail')
  const around: FrameParts = { baseUrl, prefix, asset: (name) => prefix + assets.path(name), style }
  return {
    assets,
    rooms,
    readers,
    headersOf: (page: Page) => pageHeaders(style(page).source),
    /** A page as a document; `path` is its address after the language. */
    render: (language: Language, path: string, page: Page): string => frame(around, readers[language], path, page),
  }
}

export type Site = ReturnType<typeof createSite>

/** On every page. Scripts are our own files; the only inline style is the page's own. */
export function pageHeaders(styleSource = "'self'"): Record<string, string> {
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src ${styleSource}; img-src 'self' https:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}
