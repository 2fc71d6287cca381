import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Log } from '../log.ts'
import { createAgentServer } from './server.ts'
import type { Sources } from './tool.ts'

/** The same as for a body over HTTP. */
const MAX_BYTES = 64 * 1024

export interface ServedAgent {
  /** Settles when the agent has closed its end. */
  ended: Promise<void>
  close(): Promise<void>
}

/** Serves one agent over a pair of streams, in either era of the protocol. */
export function serveAgent(
  sources: Sources,
  log: Log,
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
): ServedAgent {
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_BYTES })
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })
  const onerror = (error: Error) => log.warn({ err: error }, 'a message of the agent cannot be read')
  const handle = serveStdio(() => createAgentServer(sources, log), { transport, onerror })
  return { ended, close: () => handle.close() }
}
