import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FloorAnswer {
  target: string
  headers: OutgoingHttpHeaders
  /** Base64. */
  body: string
}

/** The least a server can do: the same bytes and headers from a map, on bare node:http. */
export function startFloor(answers: readonly FloorAnswer[]): Promise<number> {
  const held = new Map(
    answers.map(({ target, headers, body }) => [target, { headers, body: Buffer.from(body, 'base64') }]),
  )
  const server = createServer((request, response) => {
    const answer = held.get(request.url!)!
    response.writeHead(200, answer.headers)
    response.end(answer.body)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

if (process.send) {
  const answers: FloorAnswer[] = []
  process.on('message', async (message: FloorAnswer | 'start') => {
    if (message === 'start') process.send!({ port: await startFloor(answers) })
    else answers.push(message)
  })
  process.on('disconnect', () => process.exit())
}
