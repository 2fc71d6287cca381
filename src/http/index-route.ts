import type { FastifyInstance } from 'fastify'
import { negotiateLanguage } from '../site/language.ts'
import { VERSION } from '../version.ts'

/** The root: browsers are redirected to the site in their language; other clients get a small index. */
export function addIndexRoute(app: FastifyInstance, { baseUrl, hasSite }: { baseUrl: string; hasSite: boolean }): void {
  const index = {
    name: 'Yantra',
    version: VERSION,
    docs: `${baseUrl}/docs`,
    openapi: `${baseUrl}/openapi.json`,
    ...(hasSite ? { site: `${baseUrl}/en/` } : {}),
  }
  app.get('/', async (request, reply) => {
    reply.headers({ vary: 'Accept, Accept-Language, Cookie', 'cache-control': 'private, no-cache' })
    if (!hasSite || !wantsHtml(request.headers.accept)) return reply.send(index)
    const language = negotiateLanguage(request.headers['accept-language'], request.headers.cookie)
    return reply.redirect(`${app.prefix}/${language}/`, 302)
  })
}

export function wantsHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false
}
