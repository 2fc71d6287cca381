import { createAssets } from './assets.ts'
import { LANGUAGES, type Language } from './language.ts'
import type { Page } from './page.ts'
import { type FrameParts, frame, sheetsOf } from './parts/frame.ts'
import { createReader, type Reader } from './reader.ts'
import { createRooms, type RoomsParts } from './rooms.ts'

export interface SiteParts extends RoomsParts {
  baseUrl: string
  prefix: string
}

/** The site: what pages are made from, and the frame they are put in. */
export function createSite({ baseUrl, prefix, ...parts }: SiteParts) {
  const assets = createAssets()
  const rooms = createRooms(parts)
  const readers = Object.fromEntries(
    LANGUAGES.map((language) => [language, createReader(language, { prefix, baseUrl, makerName: rooms.makerName })]),
  ) as Record<Language, Reader>
  const around: FrameParts = { baseUrl, prefix, asset: (name) => prefix + assets.path(name) }
  return {
    assets,
    rooms,
    readers,
    /** Style sheets are named before the page begins, so that they are asked for before a byte is parsed. */
    headersOf(page: Page): Record<string, string> {
      const links = sheetsOf(page).map((sheet) => `<${around.asset(sheet)}>; rel=preload; as=style`)
      return { ...PAGE_HEADERS, link: links.join(', ') }
    },
    /** A page as a document; `path` is its address after the language. */
    render: (language: Language, path: string, page: Page): string => frame(around, readers[language], path, page),
  }
}

export type Site = ReturnType<typeof createSite>

/** On every page. Scripts and styles are our own files; nothing stands in the page itself. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
} as const
