import { readFileSync } from 'node:fs'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
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

  app.register(scalar, {
    routePrefix: '/docs',
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

  app.get<{ Params: { code: string } }>('/problems/:code', async (request, reply) => {
    const { code } = request.params
    if (!Object.hasOwn(PROBLEMS, code)) throw notFound('such problem')
    const text = readFileSync(new URL(`../../docs/problems/${code}.md`, import.meta.url), 'utf8')
    return reply.type('text/html; charset=utf-8').send(renderPage(text))
  })
}
