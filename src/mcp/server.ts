import type { Readable, Writable } from 'node:stream'
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Log } from '../lib/log.ts'
import { listChoices } from '../lib/parsing.ts'
import { VERSION } from '../lib/version.ts'
import type { Sources } from './tool.ts'
import { callTool, TOOL_LIST, TOOLS } from './tools.ts'

const INSTRUCTIONS = `Yantra is a catalogue of tractors, farm and construction machines sold in India, and of used ones for sale. Begin with search_machines; get_machine, fitting_implements and compare_machines take the slugs it gives. Prices are in Indian rupees: say their kind and date with them. What is missing or null is not known: say so rather than guess. Contacts of sellers are never given.`

/** It changes only with the version. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const

function createAgentServer(sources: Sources, log: Log): Server {
  const server = new Server(
    { name: 'yantra', title: 'Yantra', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, cacheHints: { 'tools/list': LIST_CACHE } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: TOOL_LIST as never }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (!tool) throw unknownTool(params.name)
    return (await callTool(tool, sources, params.arguments, log)) as never
  })
  return server
}

function unknownTool(name: string): ProtocolError {
  const names = TOOLS.map((tool) => tool.name)
  const message = `There is no tool "${name.slice(0, 80)}"${listChoices(name, names)}`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** Answers each message as a whole: tools do not stream and there are no sessions. Serves the 2025 revisions, too. */
export function createAgentHandler(sources: Sources, log: Log) {
  const create = (): Server => createAgentServer(sources, log)
  const modern = createMcpHandler(create, { legacy: 'reject' })

  return async (message: unknown, headers: Record<string, string>) => {
    const request = () => new Request('http://localhost/mcp', { method: 'POST', headers })
    if (!(await isLegacyRequest(request(), message)))
      return toReply(await modern.fetch(request(), { parsedBody: message }))
    if (!Array.isArray(message) || message.length === 0)
      return toReply(await answerLegacy(create(), request(), message))
    // So that none can delay another.
    const replies = await Promise.all(
      message.map(async (item) => toReply(await answerLegacy(create(), request(), item))),
    )
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

async function toReply(response: Response) {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

/** As for a body over HTTP. */
const MAX_BYTES = 64 * 1024

/** `ended` settles when the client closes its end. */
export function serveAgent(sources: Sources, log: Log, { stdin, stdout }: { stdin: Readable; stdout: Writable }) {
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_BYTES })
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })
  const onerror = (error: Error) => log.warn({ err: error }, 'a message of the agent cannot be read')
  const handle = serveStdio(() => createAgentServer(sources, log), { transport, onerror })
  return { ended, close: () => handle.close() }
}
