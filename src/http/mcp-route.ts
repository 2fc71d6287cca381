import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AgentHandler } from '../mcp/server.ts'
import type { Sources } from '../mcp/tool.ts'
import { checkJson, parseJson } from './bodies.ts'
import { type AccessParts, admit } from './mount.ts'
import { isForOwnHost, type OwnPlaces } from './own-host.ts'

export const MCP_PATH = '/mcp'

interface McpParts {
  sources: Sources
  places: OwnPlaces
  log: Log
}

/** Most messages in one post, which the revision of 2025-03-26 allows; each counts. */
const MAX_TOGETHER = 20
const PARSE_ERROR = { jsonrpc: '2.0', error: { code: -32700, message: 'The body is not JSON in UTF-8.' }, id: null }
const TOO_MANY = {
  jsonrpc: '2.0',
  error: { code: -32600, message: `At most ${MAX_TOGETHER} messages may be posted together.` },
  id: null,
}

/**
 * Agents post their messages here, with the access rules and limits of a read of `/v1`. There are no sessions or
 * streams, so every other method is a 405.
 */
export function addMcpRoute(app: FastifyInstance, access: AccessParts, { sources, places, log }: McpParts): void {
  let handling: Promise<AgentHandler> | undefined
  /** The package is large, so it is loaded with the first message. */
  function handler(): Promise<AgentHandler> {
    handling ??= import('../mcp/server.ts').then(({ createAgentHandler }) => createAgentHandler(sources, log))
    handling.catch(() => {
      handling = undefined
    })
    return handling
  }

  app.post(MCP_PATH, {
    async onRequest(request) {
      if (!isForOwnHost(request.raw, places)) {
        throw new Problem('forbidden', 'Host and Origin must be those of this service; BASE_URL names its address.')
      }
      request.admission = await admit(access, request.raw, 'read')
    },
    async handler(request, reply) {
      checkJson(request.headers)
      reply.headers({ ...request.admission!.limit, 'cache-control': 'no-store' })
      const message = parseJson(request.body as Buffer | undefined)
      if (message === undefined) return reply.code(400).send(PARSE_ERROR)
      const together = Array.isArray(message) ? message.length : 1
      if (together > MAX_TOGETHER) return reply.code(400).send(TOO_MANY)
      for (let more = 1; more < together; more++) request.admission = await admit(access, request.raw, 'read')
      const answer = await (await handler())(message, spokenHeaders(request.headers))
      return reply
        .code(answer.status)
        .headers({ ...request.admission!.limit, ...answer.headers, 'cache-control': 'no-store' })
        .send(answer.body || undefined)
    },
  })
}

/** The protocol's headers. `Accept` never causes an error. */
function spokenHeaders(headers: Record<string, unknown>): Record<string, string> {
  const spoken = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  return {
    ...Object.fromEntries(spoken.map(([name, value]) => [name, String(value)])),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
}
