import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Log } from '../log.ts'
import { createAgentServer } from './server.ts'
import type { Sources } from './tool.ts'

export interface AgentReply {
  status: number
  /** The content type and other headers of the protocol. */
  headers: Record<string, string>
  body: string
}

/** Answers one posted message as a whole. Nothing streams: no tool reports progress, and there are no subscriptions. */
export type AgentHandler = (message: unknown, headers: Record<string, string>) => Promise<AgentReply>

/**
 * Serves both eras of the protocol, without sessions. A request of 2026-07-28 identifies itself in its envelope; the
 * 2025 revisions begin with a handshake, which is answered and forgotten.
 */
export function createAgentHandler(sources: Sources, log: Log): AgentHandler {
  const create = (): Server => createAgentServer(sources, log)
  const modern = createMcpHandler(create, { legacy: 'reject' })

  return async (message, headers) => {
    const request = () => new Request('http://localhost/mcp', { method: 'POST', headers })
    if (!(await isLegacyRequest(request(), message)))
      return toReply(await modern.fetch(request(), { parsedBody: message }))
    if (!Array.isArray(message) || message.length === 0)
      return toReply(await answerLegacy(create(), request(), message))
    // Each on its own, so that none can delay another.
    const replies = await Promise.all(message.map(async (one) => toReply(await answerLegacy(create(), request(), one))))
    const bodies = replies.filter(({ body }) => body !== '')
    const [first] = bodies
    if (!first) return replies[0]!
    return { ...first, status: 200, body: `[${bodies.map(({ body }) => body).join(',')}]` }
  }
}

async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

async function toReply(response: Response): Promise<AgentReply> {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}
