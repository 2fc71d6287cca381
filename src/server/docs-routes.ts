import type { FastifyInstance } from 'fastify'
import { createGuides, type Served } from '../developer-docs/guides.ts'
import { llmsText } from '../developer-docs/llms.ts'
import { FRONT } from '../developer-docs/pages.ts'
import { notFound } from '../errors.ts'
import { toOpenApi } from '../schema/api/openapi.ts'
import { createResponse, FOR_AN_HOUR, FOR_EVER, JSON_TYPE } from './cached-response.ts'
import { linksFor } from './own-host.ts'
import { registerRead } from './register-route.ts'
import type { ResponseCache } from './response-cache.ts'

interface DocsRouteDeps {
  baseUrl: string
  cache: ResponseCache
  hasSite: boolean
}

export function addDocsRoutes(app: FastifyInstance, { baseUrl, cache, hasSite }: DocsRouteDeps): void {
  const guides = createGuides({ prefix: app.prefix, baseUrl, hasSite })

  /** Cached by the decoded path, so that other spellings are not rendered again. */
  function add(path: string, render: (rest: string) => Promise<Served | undefined>, caching = FOR_AN_HOUR): void {
    registerRead(app, path, (request) => {
      const [rest = ''] = Object.values(request.params as Record<string, string>)
      return cache.getImmutable(`docs ${path} ${rest}`, async () => {
        const served = await render(rest)
        if (!served) throw notFound('such page')
        const { body, ...extras } = served
        return createResponse(Buffer.from(body), { ...extras, caching })
      })
    })
  }

  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', FOR_AN_HOUR).send())
  for (const front of ['/docs', '/docs/']) add(front, () => guides.page('guides', FRONT))
  add('/docs.md', () => guides.markdown('guides', FRONT))
  add('/docs/yantra_client.py', () => guides.pythonClient())
  add('/docs/:name', (name) => pageOrTwin('guides', name))
  add('/problems/:name', (name) => pageOrTwin('problems', name))
  add('/docs/files/scalar.js', readScalarScript)
  add(`/docs/files/${guides.files.version}/:name`, async (name) => guides.files.file(name), FOR_EVER)
  /** By the address that the request was sent to, which is the one to use. */
  function addWithLinks(path: string, type: string, render: (base: string) => string): void {
    registerRead(app, path, (request) => {
      const { base, caching } = linksFor(request, baseUrl)
      return cache.getByState(path + base, () => createResponse(Buffer.from(render(base)), { type, caching }))
    })
  }

  addWithLinks('/openapi.json', JSON_TYPE, (base) => JSON.stringify(toOpenApi(base)))
  addWithLinks('/llms.txt', 'text/plain; charset=utf-8', llmsText)

  function pageOrTwin(place: 'guides' | 'problems', name: string) {
    return name.endsWith('.md') ? guides.markdown(place, name.slice(0, -3)) : guides.page(place, name)
  }
}

/** The package gives its script, of megabytes, only as a route: it is loaded at the first visit, and asked here. */
async function readScalarScript(): Promise<Served> {
  const { default: addReference } = await import('@scalar/fastify-api-reference')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reply = { header: () => reply, send: resolve }
  const route = ({ url, handler }: { url: string; handler(request: unknown, to: typeof reply): void }) => {
    if (url.endsWith('.js')) handler({}, reply)
  }
  const options = { routePrefix: '/reference', configuration: { url: '/openapi.json' } } as const
  addReference({ route } as never, options, () => reject(new Error('the reference has no script')))
  return { body: await promise, type: 'text/javascript; charset=utf-8' }
}
