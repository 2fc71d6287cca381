import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { Problem } from '../errors.ts'
import { detailAsOf } from '../history/states.ts'
import { memoizeAsync } from '../lib/cache.ts'
import type { Log } from '../lib/log.ts'
import { createUsedMarket, type UsedMarket } from '../listings/listing-search.ts'
import type { Sources } from '../mcp/tool.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { asValue, catalogueSearch } from '../read-model/search-catalogue.ts'
import type { SearchEngine } from '../search/types.ts'
import { type Access, type Admission, limitHeaders } from './access.ts'
import type { AddressOf } from './client-address.ts'
import { createShownListings, findValues, machinesOf } from './market-routes.ts'
import { isForOwnHost } from './own-host.ts'
import { checkJson, parseJson } from './parameters.ts'

const MCP_PATH = '/mcp'

/** Most messages in one post, which the revision of 2025-03-26 allows; each counts. */
const MAX_TOGETHER = 20
const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null })
const PARSE_ERROR = refusal(-32700, 'The body is not JSON in UTF-8.')
const TOO_MANY = refusal(-32600, `At most ${MAX_TOGETHER} messages may be posted together.`)

interface McpRouteDeps extends SourceDeps {
  access: Access
  addressOf: AddressOf
  config: Pick<Config, 'baseUrl' | 'host' | 'site'>
  log: Log
}

/**
 * Agents post their messages here, with the access rules and limits of a read of `/v1`. There are no sessions or
 * streams, so every other method is a 405.
 */
export function addMcpRoute(app: FastifyInstance, deps: McpRouteDeps): void {
  const { access, addressOf, config, log } = deps
  /** The package is large, so it is loaded with the first message. */
  const handler = memoizeAsync(async () => (await import('../mcp/server.ts')).createAgentHandler(mcpSources(deps), log))

  app.post(MCP_PATH, {
    async onRequest(request) {
      if (!isForOwnHost(request.raw, config)) {
        throw new Problem('forbidden', 'Host and Origin must be those of this service; BASE_URL names its address.')
      }
      request.admission = await admit(request)
    },
    async handler(request, reply) {
      checkJson(request.headers)
      reply.headers({ ...limitHeaders(request.admission!), 'cache-control': 'no-store' })
      const message = parseJson(request.body as Buffer | undefined)
      if (message === undefined) return reply.code(400).send(PARSE_ERROR)
      const together = Array.isArray(message) ? message.length : 1
      if (together > MAX_TOGETHER) return reply.code(400).send(TOO_MANY)
      for (let more = 1; more < together; more++) request.admission = await admit(request)
      const answer = await (await handler())(message, spokenHeaders(request.headers))
      return reply
        .code(answer.status)
        .headers({ ...limitHeaders(request.admission!), ...answer.headers, 'cache-control': 'no-store' })
        .send(answer.body || undefined)
    },
  })

  function admit({ headers, raw }: FastifyRequest): Admission | Promise<Admission> {
    const { authorization } = headers
    return access.admit({ authorization, rawHeaders: raw.rawHeaders, address: addressOf(raw) }, 'read')
  }
}

function spokenHeaders(headers: Record<string, unknown>): Record<string, string> {
  const spoken = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  return {
    ...Object.fromEntries(spoken.map(([name, value]) => [name, String(value)])),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
}

export interface SourceDeps {
  catalogue: Catalogue
  config: Pick<Config, 'baseUrl' | 'site'>
  db: Db
  engine?: SearchEngine | undefined
  used?: UsedMarket
}

export function mcpSources({ config: { baseUrl, site }, db, catalogue, engine, ...deps }: SourceDeps): Sources {
  const used = deps.used ?? createUsedMarket(catalogue.follower, machinesOf(catalogue))
  const listing = createShownListings(db, baseUrl)
  return {
    catalogue,
    search: catalogueSearch(catalogue, engine, asValue),
    sheet: async (slug, timestamp) =>
      timestamp === undefined
        ? (await catalogue.sheet(slug, baseUrl))?.sheet
        : detailAsOf(db, slug, timestamp, baseUrl),
    listing: async (id) => (await listing(id))?.listing,
    listings: used.search,
    values: (query) => findValues({ db, used, baseUrl }, query),
    listingPage: (id) => (site && baseUrl !== '' ? `${baseUrl}/en/used/${id}` : undefined),
  }
}
