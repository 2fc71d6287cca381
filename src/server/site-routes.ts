import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { ANY_PICTURE, type Asset } from '../website/assets.ts'
import { LANGUAGES, type Language } from '../website/language.ts'
import { PAGE_ROUTES } from '../website/page.ts'
import { manifest, robots, sitemapIndex, sitemapPart } from '../website/sitemap.ts'
import type { Site } from '../website/website.ts'
import {
  BEST_BROTLI,
  type CachedResponse,
  compress,
  createResponse,
  FOR_A_DAY,
  FOR_ALL,
  FOR_EVER,
  toVariant,
} from './cached-response.ts'
import { linksFor } from './own-host.ts'
import { queryParser } from './parameters.ts'
import { registerRead } from './register-route.ts'
import type { ResponseCache } from './response-cache.ts'
import { languageCookie, PART_HEADER, pageAddress } from './site-language.ts'

export function addSiteRoutes(app: FastifyInstance, site: Site, cache: ResponseCache, baseUrl: string): void {
  addSiteFiles(app, site, cache)
  addTexts(app, site, cache, baseUrl)
  for (const language of LANGUAGES) {
    app.get(`/${language}`, (_request, reply) => reply.redirect(`${app.prefix}/${language}/`, 301))
    for (const route of PAGE_ROUTES) addPage(language, route)
  }

  function addPage(language: Language, route: (typeof PAGE_ROUTES)[number]): void {
    const parse = queryParser<Record<string, unknown>>(route.query ?? NO_PARAMETERS)
    registerRead(app, `/${language}/${route.path}`, async (request, reply) => {
      const { headers } = request
      const address = pageAddress(request.url, headers)
      const response = await cache.getByRevision(address, address, async () => {
        const query = parse(request.query as string)
        const params = request.params as Record<string, string>
        const page = await route.make(site.data, site.locales[language], { params, query })
        if (!page) throw notFound('such page')
        const path = request.url.slice(`${app.prefix}/${language}/`.length)
        const isPart = headers[PART_HEADER] !== undefined
        const text = isPart && page.fragment ? page.fragment.text : site.render(language, path, page)
        const response = createResponse(Buffer.from(text), {
          headers: { ...site.headers, 'content-language': language },
          type: 'text/html; charset=utf-8',
          caching: FOR_ALL,
          vary: `Accept-Encoding, ${PART_HEADER}`,
        })
        return { response, mayCache: page.mayKeep !== false }
      })
      const cookie = languageCookie(headers, language)
      if (!cookie) return response
      reply.header('set-cookie', cookie)
      return { ...response, caching: 'private, no-cache' }
    })
  }
}

const NO_PARAMETERS = { properties: {} } as never

/** A drawing opened by itself may style itself, nothing else. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

function addSiteFiles(app: FastifyInstance, { assets, picture }: Site, cache: ResponseCache): void {
  async function pack(asset: Asset | undefined): Promise<CachedResponse> {
    if (!asset) throw notFound('such file')
    const { body, type } = asset
    const policy = type === 'image/svg+xml' ? { 'content-security-policy': PICTURE_POLICY } : {}
    const response = createResponse(body, { type, headers: policy, vary: 'Accept-Encoding', caching: FOR_A_DAY })
    if (type !== 'image/png') {
      response.variants.br = toVariant(response, 'br', await compress(body, 'br', BEST_BROTLI))
    }
    return response
  }

  function addFile(path: string, find: (name: string) => Asset | undefined, cachingOf: (version?: string) => string) {
    registerRead(app, path, async (request) => {
      const { name = path.slice(1), version } = request.params as { name?: string; version?: string }
      const asset = find(name)
      const packed = await cache.getImmutable(`file ${asset?.type} ${name}`, () => pack(asset))
      return { ...packed, caching: cachingOf(version) }
    })
  }

  // An older page may ask for an older version: it gets the current file, uncached.
  addFile('/assets/:version/:name', assets.file, (version) => (version === assets.version ? FOR_EVER : 'no-cache'))
  addFile('/pictures/:name', assets.picture, () => FOR_A_DAY)
  addFile(
    '/favicon.svg',
    () => assets.picture(ANY_PICTURE),
    () => FOR_A_DAY,
  )
  registerRead(app, '/pictures/:folder/:name', (request) => {
    const { folder, name } = request.params as { folder: string; name: string }
    return cache.getByGeneration(`picture ${folder} ${name}`, request.url, async () => {
      return { response: await pack(await picture(folder, name)), mayCache: true }
    })
  })
}

function addTexts(app: FastifyInstance, { data }: Site, cache: ResponseCache, baseUrl: string): void {
  /** Cached by the full address: without a configured host there is one for each name of the service. */
  function addText(
    path: string,
    type: string,
    render: (base: string, name: string) => Promise<string | undefined> | string,
  ): void {
    registerRead(app, path, (request) => {
      const { base, caching } = linksFor(request, baseUrl)
      const address = base + request.url
      return cache.getByRevision(address, address, async () => {
        const text = await render(base, (request.params as { name?: string }).name ?? '')
        if (text === undefined) throw notFound('such part')
        const extras = { type: `${type}; charset=utf-8`, caching, vary: 'Accept-Encoding' }
        return { response: createResponse(Buffer.from(text), extras), mayCache: true }
      })
    })
  }

  addText('/sitemap.xml', 'application/xml', (base) => sitemapIndex(data, base))
  addText('/sitemaps/:name', 'application/xml', async (base, name) =>
    name.endsWith('.xml') ? sitemapPart(data, base, name.slice(0, -4)) : undefined,
  )
  addText('/robots.txt', 'text/plain', (base) => robots(base))
  addText('/site.webmanifest', 'application/manifest+json', () => JSON.stringify(manifest(app.prefix)))
}
