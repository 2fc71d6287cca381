import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import type { Site } from '../site/site.ts'
import { manifest, robots, sitemapIndex, sitemapPart } from '../site/sitemap.ts'
import { createAnswer, FOR_AN_HOUR } from './answers.ts'
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
  const base = (request: FastifyRequest) => baseUrl || `${request.protocol}://${request.host}`

  /** Kept by the full address: without a configured host there is one for each name of the service. */
  async function sendXml(request: FastifyRequest, reply: FastifyReply, make: () => Promise<string | undefined>) {
    const route = request.routeOptions.url ?? ''
    const address = base(request) + request.url
    const answer = await shelf.untilAnyChange(address, address, async () => {
      const text = await make()
      if (text === undefined) throw notFound('such part')
      const extras = { type: XML_TYPE, caching: FOR_AN_HOUR, vary: 'Accept-Encoding', isPage: true }
      return { answer: createAnswer(route, Buffer.from(text), extras), mayKeep: true }
    })
    return sendAnswer(request, reply, answer)
  }

  app.get('/sitemap.xml', (request, reply) => sendXml(request, reply, () => sitemapIndex(data, base(request))))
  app.get('/sitemaps/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!name.endsWith('.xml')) throw notFound('such part')
    return sendXml(request, reply, () => sitemapPart(data, base(request), name.slice(0, -4)))
  })
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', FOR_AN_HOUR)
      .send(robots(base(request))),
  )
  app.get('/site.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', FOR_AN_HOUR)
      .send(JSON.stringify(manifest(app.prefix))),
  )
}
