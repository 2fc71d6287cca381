import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type Turn = (request: IncomingMessage, response: ServerResponse) => void

export interface Stage {
  url: string
  /** What was asked so far: method, path and headers. */
  asked: IncomingMessage[]
}

/** A server that answers request by request as it is told, the last turn over and over. */
export async function stage(t: TestContext, ...turns: Turn[]): Promise<Stage> {
  const requested: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requested.push(request)
    turns[Math.min(requested.length, turns.length) - 1]!(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requested }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Turn {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Turn {
  const body = { type: `/problems/${code}`, title: 'A title', status, detail: 'A detail.', code, request_id: 'r-1' }
  return json(body, status, { ...headers, 'content-type': 'application/problem+json' })
}

export const cut: Turn = (request) => request.socket.destroy()
export const silence: Turn = () => {}
/** Says that more will come than does. */
export const half: Turn = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"query"')
}
