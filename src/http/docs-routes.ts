import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { toOpenApi } from '../contract/openapi.ts'
import { notFound, PROBLEMS } from '../errors.ts'
import { renderPage } from './page.ts'

/** The description of the API, the reference made from it, and a page for every problem. */
export function addDocsRoutes(app: FastifyInstance, baseUrl: string): void {
  const document = toOpenApi(baseUrl)
  const description = JSON.stringify(document)

  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(description),
  )

  let reference: Promise<FastifyInstance> | undefined
  const root = `${app.prefix}/docs`
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, async (request, reply) => {
      reference ??= createReference(root, document)
      const page = await (await reference).inject({ url: request.url })
      const { 'content-type': type, location } = page.headers
      if (location) return reply.redirect(`${root}/`, 301)
      if (page.statusCode !== 200) throw notFound('such page')
      return reply.type(type as string).send(page.rawPayload)
    })
  }

  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params
    if (!Object.hasOwn(PROBLEMS, code)) throw notFound('such problem')
    const text = readFileSync(new URL(`../../docs/problems/${code}.md`, import.meta.url), 'utf8')
    return reply.type('text/html; charset=utf-8').send(renderPage(text))
  })
}

/** The reference is megabytes of script, so it is loaded at the first visit. */
async function createReference(routePrefix: string, document: Record<string, unknown>): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  app.register(scalar, {
    routePrefix: routePrefix as `/${string}`,
    configuration: {
      content: document,
      pageTitle: 'Yantra API',
      // Everything the page needs comes from this server.
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      defaultOpenAllTags: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return app
}
