import type { FastifyInstance } from 'fastify'
import { createGuides, type Served } from '../developer-docs/guides.ts'
import { llmsText } from '../developer-docs/llms.ts'
import { FRONT } from '../developer-docs/pages.ts'
import { notFound } from '../errors.ts'
import { toOpenApi } from '../schema/api/openapi.ts'
import { createAnswer, FOR_AN_HOUR, FOR_EVER, JSON_TYPE } from './cached-response.ts'
import { setAnswer } from './http-response.ts'
import { linksFor } from './own-host.ts'
import { mountRead } from './register-route.ts'
import type { Shelf } from './response-cache.ts'

/** The OpenAPI description, guides, reference, and a page for each problem. Each is made once and kept. */
export function addDocsRoutes(
  app: FastifyInstance,
  { baseUrl, hasSite, shelf }: { baseUrl: string; hasSite: boolean; shelf: Shelf },
): void {
  const guides = createGuides({ prefix: app.prefix, baseUrl, hasSite })

  /** Kept by the decoded path, so that other spellings do not make it again. */
  function add(path: string, make: (rest: string) => Promise<Served | undefined>, caching = FOR_AN_HOUR): void {
    mountRead(app, path, async (request, reply) => {
      const [rest = ''] = Object.values(request.params as Record<string, string>)
      const answer = await shelf.forGood(`docs ${path} ${rest}`, async () => {
        const served = await make(rest)
        if (!served) throw notFound('such page')
        const { body, ...extras } = served
        return createAnswer('', Buffer.from(body), { ...extras, caching })
      })
      return setAnswer(request, reply, answer)
    })
  }

  // Browsers ask for it by themselves.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', FOR_AN_HOUR).send())
  for (const front of ['/docs', '/docs/']) add(front, () => guides.page('guides', FRONT))
  add('/docs.md', () => guides.markdown('guides', FRONT))
  add('/docs/yantra_client.py', () => guides.pythonClient())
  add('/docs/:name', (name) => pageOrTwin('guides', name))
  add('/problems/:name', (name) => pageOrTwin('problems', name))
  add('/docs/files/scalar.js', readScalarScript)
  add(`/docs/files/${guides.files.version}/:name`, async (name) => guides.files.file(name), FOR_EVER)
  /** By the address that the request was sent to, which is the one to use. */
  function addWithLinks(path: string, type: string, make: (base: string) => string): void {
    mountRead(app, path, async (request, reply) => {
      const { base, caching } = linksFor(request, baseUrl)
      const made = shelf.ofState(path + base, () => createAnswer('', Buffer.from(make(base)), { type, caching }))
      return setAnswer(request, reply, made)
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
