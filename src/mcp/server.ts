import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Log } from '../log.ts'
import { whatThereIs } from '../reading/scalars.ts'
import { VERSION } from '../version.ts'
import type { Sources } from './tool.ts'
import { callTool, TOOL_LIST, TOOLS } from './tools.ts'

const INSTRUCTIONS = `Yantra is a catalogue of tractors, farm and construction machines sold in India, and of used ones for sale. Begin with search_machines; get_machine, fitting_implements and compare_machines take the slugs it gives. Prices are in Indian rupees: say their kind and date with them. What is missing or null is not known: say so rather than guess. Contacts of sellers are never given.`

/** The list of tools changes only with a new version. */
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** A server for one exchange, or one connection over stdio. It keeps nothing. */
export function createAgentServer(sources: Sources, log: Log): Server {
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
  const told = `There is no tool "${name.slice(0, 80)}"; ${whatThereIs(name, names)}`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, told)
}
