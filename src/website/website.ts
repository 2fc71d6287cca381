import { hash } from 'node:crypto'
import { type Asset, createAssets } from './assets.ts'
import { frame, type SiteFrameParts } from './components/frame.ts'
import { drawPicture, sharePicture } from './illustrations/illustrations.ts'
import { LANGUAGES, type Language } from './language.ts'
import { createLocale, type Locale } from './locale.ts'
import type { Page } from './page.ts'
import { createPageData, type PageDataParts } from './page-data.ts'
import './pages/compare.ts'
import './pages/groups.ts'
import './pages/home.ts'
import './pages/implements.ts'
import './pages/listing.ts'
import './pages/search.ts'
import './pages/machine.ts'
import './pages/shortlist.ts'
import './pages/text-pages.ts'
import './pages/used.ts'

export function createSite({ baseUrl, prefix, ...parts }: PageDataParts & { baseUrl: string; prefix: string }) {
  const assets = createAssets()
  const data = createPageData(parts)
  const localeParts = { prefix, baseUrl, manufacturer: data.manufacturerRecord }
  const locales = Object.fromEntries(
    LANGUAGES.map((language) => [language, createLocale(language, localeParts)]),
  ) as Record<Language, Locale>
  const { inlineStyle } = assets
  const frameParts: SiteFrameParts = { baseUrl, prefix, asset: (name) => prefix + assets.path(name), inlineStyle }
  return {
    assets,
    data,
    locales,
    /** Returns a drawing in a manufacturer's colour as `{key}/{manufacturer}.svg`, or as `shared/{key}.png`. */
    async picture(folder: string, name: string): Promise<Asset | undefined> {
      const [, stem = '', ending] = /^(.+)\.(svg|png)$/.exec(name) ?? []
      if (folder === 'shared') {
        const body = ending === 'png' ? await sharePicture(stem) : undefined
        return body && { body, type: 'image/png' }
      }
      const colour = ending === 'svg' && data.manufacturerRecord(stem)?.colour
      const drawing = colour && drawPicture(folder, colour)
      return drawing ? { body: Buffer.from(drawing), type: 'image/svg+xml' } : undefined
    },
    headers: pageHeaders(`'self' 'sha256-${hash('sha256', inlineStyle, 'base64')}'`),
    /** A page as a document; `path` is its address after the language. */
    render: (language: Language, path: string, page: Page): string => frame(frameParts, locales[language], path, page),
  }
}

export type Site = ReturnType<typeof createSite>

/** On every page. Scripts are our own files; the only inline style is the page's own. */
export function pageHeaders(styleSource = "'self'"): Record<string, string> {
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src ${styleSource}; img-src 'self' https:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  }
}
