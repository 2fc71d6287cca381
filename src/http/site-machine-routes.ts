import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import type { Site } from '../site/site.ts'
import { manifest, robots, sitemapIndex, sitemapPart } from '../site/sitemap.ts'

const FOR_AN_HOUR = 'public, max-age=3600'
const XML_TYPE = 'application/xml; charset=utf-8'

/** For programs that read the site: sitemap, robots, manifest. Their addresses are absolute. */
export function addSiteMachineRoutes(app: FastifyInstance, { rooms }: Site, baseUrl: string): void {
  const base = (request: FastifyRequest) => baseUrl || `${request.protocol}://${request.host}`

  app.get('/sitemap.xml', async (request, reply) =>
    reply
      .type(XML_TYPE)
      .header('cache-control', FOR_AN_HOUR)
      .send(await sitemapIndex(rooms, base(request))),
  )
  app.get('/sitemaps/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const part = name.endsWith('.xml') ? await sitemapPart(rooms, base(request), name.slice(0, -4)) : undefined
    if (part === undefined) throw notFound('such part')
    return reply.type(XML_TYPE).header('cache-control', FOR_AN_HOUR).send(part)
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
