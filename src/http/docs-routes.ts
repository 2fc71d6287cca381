import { readFile } from 'node:fs/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { toOpenApi } from '../contract/openapi.ts'
import { notFound, PROBLEMS } from '../errors.ts'
import { type Answer, createAnswer, sendAnswer } from './answers.ts'
import { renderPage } from './page.ts'

/** What the pages are made of changes with the program alone. */
const CACHING = 'public, max-age=3600'

/** The description of the API, the reference made from it, and a page for every problem. Each is made once and kept. */
export function addDocsRoutes(app: FastifyInstance, baseUrl: string): void {
  const document = toOpenApi(baseUrl)
  const kept = new Map<string, Promise<Answer>>()
  const root = `${app.prefix}/docs`
  let reference: Promise<FastifyInstance> | undefined

  /** Kept by the decoded path, so that no other spelling of it is made anew. */
  function add(path: string, make: (rest: string) => Promise<Answer>): void {
    app.get(path, async (request, reply) => {
      const [rest = ''] = Object.values(request.params as Record<string, string>)
      const own = path + rest
      let answer = kept.get(own)
      if (!answer) {
        answer = make(rest)
        kept.set(own, answer)
        // What is not there is not kept, nor what could not be read.
        answer.catch(() => kept.delete(own))
      }
      return sendAnswer(request, reply, await answer)
    })
  }

  // Browsers ask for it of their own accord.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', CACHING).send())
  add('/openapi.json', async () => toAnswer(JSON.stringify(document), 'application/json; charset=utf-8'))
  app.get('/docs', (_request, reply) => reply.redirect(`${root}/`, 301))
  add('/docs/*', async (rest) => {
    reference ??= createReference(root, document)
    reference.catch(() => {
      reference = undefined
    })
    const page = await (await reference).inject({ url: `${root}/${encodeURI(rest)}` })
    if (page.statusCode !== 200) throw notFound('such page')
    return toAnswer(page.rawPayload, String(page.headers['content-type']))
  })
  add('/problems/:code', async (code) => {
    if (!Object.hasOwn(PROBLEMS, code)) throw notFound('such problem')
    const text = await readFile(new URL(`../../docs/problems/${code}.md`, import.meta.url), 'utf8')
    return toAnswer(renderPage(text), 'text/html; charset=utf-8')
  })
}

function toAnswer(body: string | Buffer, type: string): Answer {
  return createAnswer('', Buffer.from(body), { type, caching: CACHING })
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
