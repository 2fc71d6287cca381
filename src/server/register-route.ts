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
    /** Set on every route with `access`. */
    admission: Admission | undefined
  }
}

/** An admitted request to an operation, with a valid query. */
export interface RequestContext<Query = object> {
  url: string
  params: Record<string, string>
  query: Query
  headers: FastifyRequest['headers']
  body: Buffer | undefined
  caller: Caller | undefined
  /** Whether the client is still there. */
  isWanted(): boolean
}

/** Renders one read route for the given names, so that the first request for it is not slow. */
export type Warmup = (names: Record<string, string>) => Promise<unknown>

/** Fastify's own route for HEAD would give a 304 a length. */
const READ_METHODS = ['GET', 'HEAD']

export type RegisterOperation = ReturnType<typeof createOperations>

/** Registers operations of the API; `warmups` collects one for each read. */
export function createOperations(app: FastifyInstance, warmups: Warmup[]) {
  /** `readers` replace those of the schema. */
  return function register<Query = object>(
    operation: Operation,
    handler: (context: RequestContext<Query>) => Promise<CachedResponse>,
    readers?: Readers,
  ): void {
    const { method, path, query, access } = operation
    const parseQuery = queryParser<Query>(query, readers)
    if (method === 'GET' && access === 'read')
      warmups.push((names) => handler(warmupContext(operation, names, parseQuery)))
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

function warmupContext<Query>(
  { query, path }: Operation,
  names: Record<string, string>,
  parseQuery: (text: string) => Query,
): RequestContext<Query> {
  const params = Object.keys(query.properties).flatMap((name) => (names[name] ? [[name, names[name]]] : []))
  const text = new URLSearchParams(params).toString()
  const url = `${path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')}?${text}`
  const request = { url, params: names, query: parseQuery(text), headers: {} }
  return { ...request, body: undefined, caller: undefined, isWanted: () => true }
}

/** Registers a read outside the API. */
export function registerRead(
  app: FastifyInstance,
  url: string,
  render: (request: FastifyRequest, reply: FastifyReply) => Promise<CachedResponse> | CachedResponse,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    reply.sendRendered(await render(request, reply))
  app.route({ method: READ_METHODS, url, handler })
}

/** The path of an operation in Fastify's notation. */
function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
