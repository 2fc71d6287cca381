import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../auth/api-keys.ts'
import type { RequiredAccess as AccessTier, Operation } from '../schema/api/operation.ts'
import type { Admission } from './access.ts'
import type { CachedResponse } from './cached-response.ts'
import { queryParser, type Readers } from './parameters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; such a route counts against the limit of a key or an address. */
    access?: AccessTier
  }
  interface FastifyRequest {
    admission: Admission | undefined
  }
}

export interface RequestContext<Query = object> {
  url: string
  params: Record<string, string>
  query: Query
  headers: FastifyRequest['headers']
  body: Buffer | undefined
  caller: Caller | undefined
  isWanted(): boolean
}

/** Fastify's own route for HEAD would give a 304 a length. */
const READ_METHODS = ['GET', 'HEAD']

export type RegisterOperation = ReturnType<typeof createOperations>

export function createOperations(app: FastifyInstance) {
  /** `readers` replace those of the schema. */
  return function register<Query = object>(
    operation: Operation,
    handler: (context: RequestContext<Query>) => Promise<CachedResponse>,
    readers?: Readers,
  ): void {
    const { method, path, query, access } = operation
    const parseQuery = queryParser<Query>(query, readers)
    app.route({
      method: method === 'GET' ? READ_METHODS : method,
      url: routePath(path),
      config: { access },
      schema: { querystring: query },
      // One parser reports all faults of a query at once, in the words of the API.
      validatorCompiler: () => (text: string) => ({ value: parseQuery(text) }),
      async handler(request, reply) {
        const { raw, url, headers, admission } = request
        const response = await handler({
          url,
          headers,
          params: request.params as Record<string, string>,
          query: request.query as Query,
          body: request.body as Buffer | undefined,
          caller: admission?.caller,
          isWanted: () => !raw.socket.destroyed,
        })
        return reply.sendRendered(response)
      },
    })
  }
}

export function registerRead(
  app: FastifyInstance,
  url: string,
  render: (request: FastifyRequest, reply: FastifyReply) => Promise<CachedResponse> | CachedResponse,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    reply.sendRendered(await render(request, reply))
  app.route({ method: READ_METHODS, url, handler })
}

function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
