import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import type { Caller } from '../auth/keyring.ts'
import type { Operation } from '../schema/api/operation.ts'
import { type Access, type Admission, type LimitFields, readAuthorization } from './access.ts'
import type { Answer, Choice } from './cached-response.ts'
import type { AddressOf } from './client-address.ts'
import { setAnswer } from './http-response.ts'
import { queryParser, queryString, type Readers } from './parameters.ts'

/** Who may call, and the caller's address behind trusted proxies. */
export interface AccessParts {
  access: Access
  addressOf: AddressOf
  /** Gets a way to answer each read for oneself, given what its path and query may name. */
  rehearsals?: ((names: Record<string, string>) => Promise<unknown>)[]
}

/** A request to an operation that was let in and has a valid query. */
export interface Call<Query = object> {
  url: string
  params: Record<string, string>
  query: Query
  headers: IncomingMessage['headers']
  body: Buffer | undefined
  caller: Caller | undefined
  /** The route's name in the metrics. */
  route: string
  /** Whether the client is still there. */
  isWanted(): boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every operation of the API. */
    admission: Admission | undefined
    /** The key of a caller who was refused. */
    refusedKey: string | undefined
  }
}

/** Mounts an operation of the contract: first key, tier and limit, then the input, then the handler. `readers` replace those of the schema. */
export function mount<Query = object>(
  app: FastifyInstance,
  operation: Operation,
  parts: AccessParts,
  handler: (call: Call<Query>) => Promise<Answer>,
  readers?: Readers,
): void {
  const parseQuery = queryParser<Query>(operation.query, readers)
  if (operation.method === 'GET' && operation.access === 'read')
    parts.rehearsals?.push((names) => {
      const asked = Object.keys(operation.query.properties).flatMap((name) =>
        names[name] ? [[name, names[name]]] : [],
      )
      const query = new URLSearchParams(asked).toString()
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
      const call = { url: `${path}?${query}`, route: routePath(operation.path), params: names, headers: {} }
      return handler({ ...call, query: parseQuery(query), body: undefined, caller: undefined, isWanted: () => true })
    })
  app.route({
    method: methodsOf(operation),
    url: routePath(operation.path),
    async onRequest(request) {
      request.admission = await admit(parts, request.raw, operation.access)
    },
    async handler(request, reply) {
      const { raw, url, headers } = request
      const admission = request.admission!
      const answer = await handler({
        url,
        headers,
        params: request.params as Record<string, string>,
        query: parseQuery(queryString(url)),
        body: request.body as Buffer | undefined,
        caller: admission.caller,
        route: request.routeOptions.url ?? '',
        isWanted: () => !raw.socket.destroyed,
      })
      return setAnswer(request, reply, answer, (choice) => limitAfter(choice, admission, parts.access))
    },
  })
}

export function admit(parts: AccessParts, request: IncomingMessage, tier: Operation['access']): Promise<Admission> {
  const credentials = readAuthorization(request.headers.authorization, request.rawHeaders, request.socket)
  return parts.access.admit(credentials, parts.addressOf(request), tier)
}

/** The limit fields after this answer. A 304 to a caller with a key does not count. */
export function limitAfter({ status }: Choice, admission: Admission, access: Access): LimitFields | undefined {
  return status === 304 && admission.caller ? access.refund(admission) : admission.limit
}

/** Fastify's own route for HEAD would give a 304 a length. */
const READING = ['GET', 'HEAD']

function methodsOf({ method }: Operation): string | string[] {
  return method === 'GET' ? READING : method
}

/** Mounts what answers a reader from an address outside the API. */
export function mountRead(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: READING, url, handler })
}

/** The path of an operation in Fastify's notation. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
