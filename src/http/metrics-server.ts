import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { readMetrics } from './health-routes.ts'

const { createServer } = process.getBuiltinModule('node:http')

/** `/metrics` and `/healthz` on a port of their own. */
export async function serveMetrics(
  metrics: Registry,
  { host, port }: { host: string; port: number },
  read = () => readMetrics(metrics),
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/metrics') response.setHeader('content-type', metrics.contentType).end(await read())
    else if (path === '/healthz') response.setHeader('content-type', 'application/json').end('{"status":"ok"}')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://${host}:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
