import type { FastifyInstance } from 'fastify'
import { notFound } from '../../errors.ts'
import { memoizeAsync } from '../../lib/cache.ts'
import { TIMEOUTS } from '../http-server.ts'
import type { ConsoleRoute } from './route-table.ts'
import type { ConsoleDeps } from './routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    consoleRoute: ConsoleRoute | undefined
  }
}

/** A record of long texts, as forms encode them. */
const BODY_LIMIT = 2 * 1024 * 1024

/** Registers the console. Its code, an eighth of the program, is loaded with the first request for it. */
export function addConsole(app: FastifyInstance, deps: ConsoleDeps): void {
  let isLoaded = false
  const load = memoizeAsync(async () => {
    const { createConsole } = await import('./routes.ts')
    isLoaded = true
    return createConsole(deps)
  })
  app.decorateRequest('consoleRoute')
  app.get('/console', (_request, reply) => reply.redirect(`${deps.config.prefix}/console/`, 301))
  app.register(
    async (scope) => {
      scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
      scope.setErrorHandler(async (error, request, reply) => (await load()).frame.problem(error, request, reply))
      scope.addHook('onClose', async () => {
        if (isLoaded) await (await load()).uploads.ended()
      })
      scope.all('/*', {
        bodyLimit: BODY_LIMIT,
        async onRequest(request, reply) {
          const { frame, table } = await load()
          const path = request.url.split('?', 1)[0]!.slice(app.prefix.length).split('/').slice(2)
          const match = table.find(request.method, path)
          if (match) {
            request.params = match.params
            request.consoleRoute = match.route
            request.routeName = `${app.prefix}/console${match.route.path}`
          }
          await (match ? match.route.onRequest?.(request, reply) : frame.enter(request, reply))
        },
        async preParsing(request) {
          if (request.consoleRoute?.takesUpload) request.bodyTimeout?.(TIMEOUTS.uploadMs)
        },
        async handler(request, reply) {
          if (!request.consoleRoute) throw notFound('such page')
          return request.consoleRoute.handler(request, reply)
        },
      })
    },
    { prefix: '/console' },
  )
}
