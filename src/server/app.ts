import { randomBytes } from 'node:crypto'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { SigningKeys } from '../auth/signing-keys.ts'
import type { Config } from '../config.ts'
import { Problem, unavailable } from '../errors.ts'
import { runInRequestSpan } from '../lib/tracing.ts'
import { OPERATIONS } from '../schema/api/operations.ts'
import type { Language } from '../website/language.ts'
import type { Access } from './access.ts'
import { type BodyTimeout, limitBody } from './body-timeout.ts'
import type { CachedResponse } from './cached-response.ts'
import { type AddressOf, toTrust } from './client-address.ts'
import { createOnSend, createSendRendered, groupHeaders, isOpenToSites, PREFLIGHT_HEADERS } from './http-response.ts'
import type { LoadShedder } from './load-shedder.ts'
import { addObservation, type HttpMetrics } from './metrics.ts'
import { createHostCheck } from './own-host.ts'
import { createProblemHandler, type ProblemPage, type ReadProblem, sendProblem } from './problems.ts'
import type { ResponseCache } from './response-cache.ts'
import { type RouteGroup, routeGroupOf } from './route-group.ts'
import { signatureFault, wantsSignature } from './signatures.ts'
import { languageCookie, pageAddress } from './site-language.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    group?: RouteGroup
  }
  interface FastifyRequest {
    /** The configuration of its route; reading `routeOptions` costs a copy each time. */
    route: FastifyRequest['routeOptions']['config'] | undefined
    group: RouteGroup
    bodyTimeout: BodyTimeout | undefined
  }
}

interface AppParts {
  config: Pick<Config, 'baseUrl' | 'prefix' | 'trustProxy'>
  log: FastifyBaseLogger
  access: Access
  addressOf: AddressOf
  cache: Pick<ResponseCache, 'find'>
  metrics: HttpMetrics
  nextRequestId: () => string
  problemPage: ProblemPage | undefined
  readProblem: ReadProblem
  shedder: LoadShedder
  signingKeys: SigningKeys
  bodyTimeoutMs: number
  createServer: (handler: RequestListener) => Server
}

const ALL_OPERATIONS = OPERATIONS.map(({ method, path }) => `${method} ${path}`).join(', ')
const BODY_LIMIT = 64 * 1024
const LATE = Object.assign(new Error('the body was late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** The one path of a request: `onRequest` (admission, cache), route, `sendRendered` or `onSend`. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, access, addressOf, cache, shedder, signingKeys, bodyTimeoutMs } = parts
  const { baseUrl, prefix } = config
  const handleProblem = createProblemHandler(parts.readProblem, baseUrl, parts.problemPage)
  const hostFault = createHostCheck()
  const app = Fastify({
    // Its own lines contain addresses and query strings.
    logger: false,
    bodyLimit: BODY_LIMIT,
    // Fastify ignores a plain number of hops.
    trustProxy: toTrust(config.trustProxy),
    genReqId: parts.nextRequestId,
    requestIdHeader: false,
    return503OnClosing: false,
    // The schema of a route parses its query.
    routerOptions: { maxParamLength: 2_048, querystringParser: (text) => text as never },
    frameworkErrors(error, request, reply) {
      // No hook runs.
      const fault = begin(request, reply.raw)
      reply.headers(groupHeaders(request.group)).header('x-request-id', request.id)
      if (fault) sendProblem(fault, baseUrl, request, reply as never)
      else handleProblem(error, request, reply as never)
    },
    // Only `validatorCompiler` of a route parses; the compilers of Fastify are costly to load.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    serverFactory: (handler) => parts.createServer(handler),
  }) as unknown as FastifyInstance
  for (const name of ['route', 'group', 'admission', 'bodyTimeout']) app.decorateRequest(name)
  app.decorateReply('sendRendered', createSendRendered(access, signingKeys))

  // A route that takes a body parses it itself; the others ignore it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const allowedMethods = collectMethods(app)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, group: routeGroupOf(route.url, prefix) }
  })
  app.setErrorHandler(handleProblem)
  app.setNotFoundHandler((request) => {
    throw missing(request)
  })
  addObservation(app, parts.metrics, parts.log)

  app.addHook('onRequest', (request, reply, done) => {
    const { raw, method } = request
    request.route = request.routeOptions.config
    const fault = begin(request, reply.raw)
    // A refusal costs little: no page is rendered.
    if (fault) return sendProblem(fault, baseUrl, request, reply)
    const { group } = request
    if (group !== 'health' && shedder.isOutOfMemory()) return sendProblem(overloaded(), baseUrl, request, reply)
    if (method === 'OPTIONS' && raw.headers['access-control-request-method'] && isOpenToSites(group)) {
      reply.code(204).headers(PREFLIGHT_HEADERS).send()
      return
    }
    if (group === 'health') return done(request.is404 ? missing(request) : undefined)
    const address = addressOf(raw)
    try {
      const tier = request.route.access
      if (tier === undefined) return admitted(admitOther(request, address))
      const { authorization } = raw.headers
      const admission = access.admit({ authorization, rawHeaders: raw.rawHeaders, address }, tier)
      if (admission instanceof Promise) admission.then(admitted).catch(done)
      else admitted(admission)
    } catch (error) {
      done(error as Error)
    }

    /** A response in the cache leaves here; other requests wait for their turn. */
    function admitted(admission: FastifyRequest['admission']): void {
      request.admission = admission
      // The parser may still find a fault in a body.
      const isRead = (method === 'GET' || method === 'HEAD') && request.bodyTimeout === undefined
      const cached = isRead ? cache.find(pageAddress(request.url, raw.headers)) : undefined
      if (cached && !needsCookie(request, cached)) return void reply.sendRendered(cached)?.catch(done)
      const run = () => {
        if (!raw.socket.destroyed) runInRequestSpan(raw, done)
      }
      const leave = shedder.enter(address, run)
      if (leave) reply.raw.once('close', leave)
      else sendProblem(overloaded(), baseUrl, request, reply)
    }
  })

  app.addHook('onSend', createOnSend(signingKeys))
  return app

  /** Sets what every request has, and the time for its body. Returns what is wrong with its headers. */
  function begin(request: FastifyRequest, response: ServerResponse): Problem | undefined {
    const { raw } = request
    request.group = request.route?.group ?? routeGroupOf(request.url, prefix)
    const onLate = () => app.server.emit('clientError', LATE, raw.socket)
    request.bodyTimeout = limitBody(raw, response, bodyTimeoutMs, onLate)
    const fault = hostFault(raw) ?? (wantsSignature(request) ? signatureFault(raw) : undefined)
    return fault === undefined ? undefined : new Problem('bad-input', fault)
  }

  /** Limits requests outside the API; operations of the API have separate limits or none. */
  function admitOther(request: FastifyRequest, address: string): undefined {
    const { group, is404, url } = request
    if (is404 || (group !== 'api' && group !== 'mcp')) access.admitPage(address, group === 'pages' && url.includes('?'))
    if (is404) throw missing(request)
  }

  function missing(request: FastifyRequest): Problem {
    const allow = allowedMethods(request.url)
    if (!allow) return new Problem('not-found', `There is no such path. The operations are ${ALL_OPERATIONS}.`)
    return new Problem('method-not-allowed', `This path takes ${allow}.`, { headers: { allow } })
  }
}

function noCompiler(): never {
  throw new Error('a route with a schema must have a validatorCompiler')
}

function needsCookie(
  { group, headers }: FastifyRequest,
  { headers: { 'content-language': language } }: CachedResponse,
) {
  return group === 'pages' && languageCookie(headers, language as Language | undefined) !== undefined
}

function overloaded(): Problem {
  return unavailable('The service is overloaded.', 1)
}

/** Returns the methods of a path, for a 405; undefined for a path that no route has. */
function collectMethods(app: FastifyInstance): (url: string) => string | undefined {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.getOrInsertComputed(url, () => ({ pattern: toPattern(url), methods: new Set() }))
    for (const name of [method].flat()) route.methods.add(name)
  })
  return (url) => {
    const path = url.split('?', 1)[0]!
    for (const { pattern, methods } of routes.values()) if (pattern.test(path)) return [...methods].sort().join(', ')
    return undefined
  }
}

function toPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
    .join('/')
  return new RegExp(`^${source}$`)
}

/** Short, unique among processes, never taken from the caller. */
export function requestIds(): () => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}
