import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { ANY_PICTURE, type Asset } from '../website/assets.ts'
import { LANGUAGES, type Language } from '../website/language.ts'
import { PAGE_ROUTES } from '../website/page.ts'
import { manifest, robots, sitemapIndex, sitemapPart } from '../website/sitemap.ts'
import type { Site } from '../website/website.ts'
import { type Answer, BEST_BROTLI, compress, createAnswer, FOR_ALL, FOR_EVER } from './cached-response.ts'
import { setAnswer } from './http-response.ts'
import { linksFor } from './own-host.ts'
import { queryParser, queryString } from './parameters.ts'
import { mountRead } from './register-route.ts'
import type { Shelf } from './response-cache.ts'
import { languageCookie, PART_HEADER, pageAddress } from './site-language.ts'

/** The site's pages, each kept until anything changes, and their files. */
export function addSiteRoutes(app: FastifyInstance, site: Site, shelf: Shelf, baseUrl: string): void {
  addSiteFiles(app, site, shelf)
  addTexts(app, site, shelf, baseUrl)
  for (const language of LANGUAGES) {
    app.get(`/${language}`, (_request, reply) => reply.redirect(`${app.prefix}/${language}/`, 301))
    for (const route of PAGE_ROUTES) addPage(language, route)
  }

  function addPage(language: Language, route: (typeof PAGE_ROUTES)[number]): void {
    const url = `${app.prefix}/${language}/${route.path}`
    const parse = queryParser<Record<string, unknown>>(route.query ?? NO_PARAMETERS)
    mountRead(app, `/${language}/${route.path}`, async (request, reply) => {
      const { headers } = request
      const address = pageAddress(request.url, headers)
      const answer = await shelf.untilAnyChange(address, address, async () => {
        const query = parse(queryString(request.url))
        const params = request.params as Record<string, string>
        const page = await route.make(site.data, site.locales[language], { params, query })
        if (!page) throw notFound('such page')
        const path = request.url.slice(`${app.prefix}/${language}/`.length)
        const isPart = headers[PART_HEADER] !== undefined
        const text = isPart && page.fragment ? page.fragment.text : site.render(language, path, page)
        const answer = createAnswer(url, Buffer.from(text), {
          headers: { ...site.headers, 'content-language': language },
          type: 'text/html; charset=utf-8',
          caching: FOR_ALL,
          vary: `Accept-Encoding, ${PART_HEADER}`,
          isPage: true,
        })
        const isWorthKeeping = !request.url.includes('?') || shelf.isWorthKeeping(address)
        return { answer, mayKeep: page.mayKeep !== false && isWorthKeeping }
      })
      const cookie = languageCookie(headers, language)
      return setAnswer(request, reply, cookie ? chosen(answer, cookie) : answer)
    })
  }
}

const NO_PARAMETERS = { properties: {} } as never

/** For the reader who just chose its language. */
function chosen(answer: Answer, cookie: string): Answer {
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie }, caching: 'private, no-cache' }
}

const FOR_A_DAY = 'public, max-age=86400'
/** A drawing opened by itself may style itself, nothing else. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Styles, scripts and drawings. */
function addSiteFiles(app: FastifyInstance, { assets, drawing, sharePicture }: Site, shelf: Shelf): void {
  async function pack(asset: Asset | undefined) {
    if (!asset) throw notFound('such file')
    const { body, type } = asset
    const policy = type === 'image/svg+xml' ? { 'content-security-policy': PICTURE_POLICY } : {}
    const answer = createAnswer('', body, { type, headers: policy, vary: 'Accept-Encoding', isPage: true })
    if (type !== 'image/png') answer.compressed.br = await compress(body, 'br', BEST_BROTLI)
    return answer
  }

  /** One of a closed set. */
  function addFile(path: string, find: (name: string) => Asset | undefined, cachingOf: (version?: string) => string) {
    mountRead(app, path, async (request, reply) => {
      const { name = path.slice(1), version } = request.params as { name?: string; version?: string }
      const asset = find(name)
      const packed = await shelf.forGood(`file ${asset?.type} ${name}`, () => pack(asset))
      return setAnswer(request, reply, { ...packed, caching: cachingOf(version) })
    })
  }

  /** A picture that follows the data; its name is what stands in the path, without its ending. */
  function addDrawn(path: string, ending: string, make: (name: string) => Promise<Asset | undefined>) {
    mountRead(app, path, async (request, reply) => {
      const [name = ending] = Object.values(request.params as Record<string, string>)
      const answer = await shelf.untilChange(`${path} ${name}`, request.url, async () => {
        const packed = await pack(name.endsWith(ending) ? await make(name.slice(0, -ending.length)) : undefined)
        return { answer: { ...packed, caching: FOR_A_DAY }, mayKeep: true }
      })
      return setAnswer(request, reply, answer)
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
  addDrawn('/pictures/drawn/*', '.svg', drawing)
  addDrawn('/pictures/shared/:name', '.png', sharePicture)
}

/** Sitemap, robots and manifest, with absolute addresses. */
function addTexts(app: FastifyInstance, { data }: Site, shelf: Shelf, baseUrl: string): void {
  /** Kept by the full address: without a configured host there is one for each name of the service. */
  function addText(
    path: string,
    type: string,
    make: (base: string, request: FastifyRequest) => Promise<string | undefined> | string,
  ): void {
    mountRead(app, path, async (request, reply) => {
      const { base, caching } = linksFor(request, baseUrl)
      const address = base + request.url
      const answer = await shelf.untilAnyChange(address, address, async () => {
        const text = await make(base, request)
        if (text === undefined) throw notFound('such part')
        const extras = { type: `${type}; charset=utf-8`, caching, vary: 'Accept-Encoding', isPage: true }
        return { answer: createAnswer(request.routeOptions.url ?? '', Buffer.from(text), extras), mayKeep: true }
      })
      return setAnswer(request, reply, answer)
    })
  }

  addText('/sitemap.xml', 'application/xml', (base) => sitemapIndex(data, base))
  addText('/sitemaps/:name', 'application/xml', async (base, { params }) => {
    const { name } = params as { name: string }
    return name.endsWith('.xml') ? sitemapPart(data, base, name.slice(0, -4)) : undefined
  })
  addText('/robots.txt', 'text/plain', robots)
  addText('/site.webmanifest', 'application/manifest+json', () => JSON.stringify(manifest(app.prefix)))
}
