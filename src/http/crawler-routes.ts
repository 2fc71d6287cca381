import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import type { Site } from '../site/site.ts'
import { manifest, robots, sitemapIndex, sitemapPart } from '../site/sitemap.ts'
import { createAnswer, FOR_AN_HOUR } from './answers.ts'
import { linksFor } from './own-host.ts'
import { sendAnswer } from './reply.ts'
import type { Shelf } from './shelf.ts'

const XML_TYPE = 'application/xml; charset=utf-8'

interface CrawlerRoutesParts {
  site: Site
  shelf: Shelf
  baseUrl: string
}

/** Sitemap, robots and manifest, with absolute addresses. */
export function addCrawlerRoutes(app: FastifyInstance, { site: { data }, shelf, baseUrl }: CrawlerRoutesParts): void {
  const links = (request: FastifyRequest) => linksFor(request, baseUrl)

  /** Kept by the full address: without a configured host there is one for each name of the service. */
  async function sendXml(
    request: FastifyRequest,
    reply: FastifyReply,
    make: (base: string) => Promise<string | undefined>,
  ) {
    const { base, caching } = links(request)
    const route = request.routeOptions.url ?? ''
    const address = base + request.url
    const answer = await shelf.untilAnyChange(address, address, async () => {
      const text = await make(base)
      if (text === undefined) throw notFound('such part')
      const extras = { type: XML_TYPE, caching, vary: 'Accept-Encoding', isPage: true }
      return { answer: createAnswer(route, Buffer.from(text), extras), mayKeep: true }
    })
    return sendAnswer(request, reply, answer)
  }

  app.get('/sitemap.xml', (request, reply) => sendXml(request, reply, (base) => sitemapIndex(data, base)))
  app.get('/sitemaps/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!name.endsWith('.xml')) throw notFound('such part')
    return sendXml(request, reply, (base) => sitemapPart(data, base, name.slice(0, -4)))
  })
  app.get('/robots.txt', async (request, reply) => {
    const { base, caching } = links(request)
    return reply.type('text/plain; charset=utf-8').header('cache-control', caching).send(robots(base))
  })
  app.get('/site.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', FOR_AN_HOUR)
      .send(JSON.stringify(manifest(app.prefix))),
  )
}
