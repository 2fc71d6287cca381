import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stage } from './stage.ts'

/** Takes webhooks, every so many of them only at the second attempt, and notes which events came to which path. */
export async function startReceiver(stage: Pick<Stage, 'after'>, { refuseEvery = 0 } = {}) {
  const seen = new Set<string>()
  const refused = new Set<string>()
  let taken = 0
  let repeated = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const delivery = `${request.url} ${request.headers['webhook-id']}`
      taken++
      if (refuseEvery > 0 && taken % refuseEvery === 0 && !refused.has(delivery)) {
        refused.add(delivery)
        return void response.writeHead(500).end()
      }
      if (seen.has(delivery)) repeated++
      seen.add(delivery)
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stage.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Different deliveries that were taken, those that came again, and those that were refused once. */
    counts: () => ({ received: seen.size, repeated, refused: refused.size }),
  }
}
