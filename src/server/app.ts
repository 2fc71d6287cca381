import { randomBytes } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from '../errors.ts'
import { OPERATIONS } from '../schema/api/operations.ts'
import { toTrust } from './client-address.ts'
import { type ProblemPage, problemHandler } from './problems.ts'

export type Routes = (app: FastifyInstance) => void

interface AppParts {
  config: Pick<Config, 'baseUrl' | 'prefix' | 'trustProxy'>
  log: FastifyBaseLogger
  /** Hooks and routes, in order, under the prefix. */
  routes: readonly Routes[]
  /** Hooks that also run for unknown paths: CORS, metrics. */
  hooks?: readonly Routes[]
  nextRequestId?: () => string
  /** Renders a problem as a page where HTML was asked for. */
  problemPage?: ProblemPage | undefined
  /** Makes the server that passes requests to the app. */
  createServer: (handler: RequestListener) => Server
}

const KNOWN = OPERATIONS.map(({ method, path }) => `${method} ${path}`).join(', ')

const BODY_LIMIT = 64 * 1024
const NO_QUERY = {}

function noCompiler(): never {
  throw new Error('routes read and write by the contract, not by schemas of Fastify')
}

/** Puts hooks and routes together with the one error handler. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, log, routes, hooks = [], nextRequestId = requestIds(), problemPage, createServer } = parts
  const app = Fastify({
    loggerInstance: log,
    // Fastify's own lines contain addresses and query strings.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // Fastify ignores a plain number of hops.
    trustProxy: toTrust(config.trustProxy),
    genReqId: nextRequestId,
    requestIdHeader: false,
    return503OnClosing: false,
    // Each route reads its own query, which a common parser would take apart a second time.
    routerOptions: { maxParamLength: 2_048, querystringParser: () => NO_QUERY },
    frameworkErrors: problemHandler(config, problemPage),
    // No route has a schema of Fastify's: its compilers, which are costly to load, stay away.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    serverFactory: (handler) => createServer(handler),
  }) as unknown as FastifyInstance

  // A route that takes a body parses it itself; the others ignore it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const methods = new Map<string, { pattern: RegExp; allow: Set<string> }>()
  app.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? { pattern: toPattern(route.url), allow: new Set() }
    for (const method of [route.method].flat()) known.allow.add(method)
    methods.set(route.url, known)
  })

  app.setErrorHandler(problemHandler(config, problemPage))
  app.setNotFoundHandler((request) => {
    throw missing(request)
  })
  for (const add of hooks) add(app)
  // An unknown path is refused before its body, which may be too large, is read.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? missing(request) : undefined))
  app.register(
    async (scope) => {
      for (const add of routes) add(scope)
    },
    { prefix: config.prefix },
  )
  return app

  function missing(request: FastifyRequest): Problem {
    const allow = allowedMethods(request)
    if (!allow) return new Problem('not-found', `There is no such path. The operations are ${KNOWN}.`)
    return new Problem('method-not-allowed', `This path takes ${allow}.`, { headers: { allow } })
  }

  function allowedMethods(request: FastifyRequest): string | undefined {
    const path = request.url.split('?', 1)[0]!
    for (const { pattern, allow } of methods.values()) if (pattern.test(path)) return [...allow].sort().join(', ')
    return undefined
  }
}

function toPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}$`)
}

/** Short, unique among processes, never taken from the caller. */
export function requestIds(): () => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
