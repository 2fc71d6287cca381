import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Served, serve } from './faults/serve.ts'
import { loadApart } from './paced-load.ts'

/**
 * Processor time of a request in the same service without the module that makes spans, with it and no collector set, and
 * with a collector that takes every span; in turns, the least of each.
 */
const ROUNDS = 5
const SECONDS = 2
const settings = { RATE_LIMIT_ANONYMOUS: '0', MAX_EVENT_LOOP_DELAY_MS: '0' }
const collector = createServer((request, response) => void request.resume().on('end', () => response.end('{}')))
await once(collector.listen(0, '127.0.0.1'), 'listening')
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const variants: Record<string, Record<string, string>> = {
  'without the module': { NODE_OPTIONS: `--import ${new URL('without-spans.ts', import.meta.url).pathname}` },
  'no collector set': {},
  'every request traced': { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
}
const services = new Map<string, Served>()
let turn = 0
const never = () =>
  Array.from({ length: 5_000 }, () => `/v1/tractors?q=tractor&price_max=${1_000_000 + turn++}&limit=5`)
const kinds: Record<string, () => string[]> = { 'a held answer': () => ['/v1/tractors?limit=5'], 'a new search': never }

try {
  for (const [name, env] of Object.entries(variants)) services.set(name, await serve({ ...settings, ...env }))
  for (const [kind, paths] of Object.entries(kinds)) {
    const least = new Map<string, number>()
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, service] of services) {
        const request = paths().map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        const before = service.cpuMs()
        const { times } = await loadApart({ port: service.port, request, connections: 8, seconds: SECONDS })
        const micros = ((service.cpuMs() - before) * 1_000) / times.length
        // The first round compiles.
        if (round > 0) least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, micros))
      }
    }
    const base = least.get('without the module')!
    for (const [name, micros] of least) {
      console.log(`${kind}, ${name}: ${micros.toFixed(1)} µs of processor time, ratio ${(micros / base).toFixed(3)}`)
    }
  }
} finally {
  for (const service of services.values()) await service.stop()
  collector.close()
}
