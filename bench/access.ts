import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/database/open.ts'
import { type Access, createAccess } from '../src/http/access.ts'
import { createAnswer } from '../src/http/answers.ts'
import { requestIds } from '../src/http/app.ts'
import { createAddressOf } from '../src/http/client-address.ts'
import { createFastPath } from '../src/http/fast-path.ts'
import { createShedding } from '../src/http/gate.ts'
import { createHttpServer } from '../src/http/http-server.ts'
import { createShelf } from '../src/http/shelf.ts'
import { createKey } from '../src/keys/key-store.ts'
import { createKeyring } from '../src/keys/keyring.ts'
import { createOwnLimiter } from '../src/keys/limiter.ts'
import { load } from './paced-load.ts'

/**
 * What keys and limits cost: the same sheet, from the same process, with and without them, in turns. The server has
 * a process of its own.
 */
const ROUNDS = 9
const SECONDS = 1
const PATH = '/v1/tractors/a-tractor'

if (process.argv[2] === 'serve') await serve()
else await measure()

async function serve(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
  const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'bench.db') })
  const { key } = await createKey(db, { name: 'bench', tier: 'standard', expiresAt: null }, Date.now())
  const limits = { anonymous: 1e9, standard: 1e9, enterprise: 1e9 }
  const limiter = createOwnLimiter()
  const keyring = createKeyring(db)
  const on = createAccess({ keyring, limiter, requireKey: false, rateLimits: limits })
  const none = { caller: undefined, limit: undefined }
  const off: Access = { admit: async () => none, refund: () => undefined }
  const ports = [await listen(on), await listen(off)]
  process.send?.({ ports, key })
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.on('disconnect', async () => {
    await keyring.close()
    await db.destroy()
    rmSync(folder, { recursive: true })
    process.exit()
  })
}

/** A machine of the sample with its answer in the cache, as it is after the first request for it. */
async function listen(access: Access): Promise<number> {
  const shelf = createShelf({ generation: 0, revision: 0 })
  const sample = readFileSync(new URL('../sample/catalogue.ndjson', import.meta.url), 'utf8').split('\n')
  const sheet = sample.find((line) => line.includes('"type":"machine"')) ?? sample[0]!
  const answer = createAnswer('/v1/tractors/:slug', Buffer.from(sheet))
  await shelf.untilChange('sheet', PATH, async () => ({ answer, mayKeep: true }))
  const fastPath = createFastPath({
    shelf,
    pageLimit: () => undefined,
    access,
    baseUrl: '',
    nextRequestId: requestIds(),
    addressOf: createAddressOf(false),
  })
  const shedding = createShedding({ maxEventLoopDelayMs: 500, maxMemoryMb: 0 })
  const parts = { baseUrl: '', prefix: '', nextRequestId: requestIds(), shedding }
  const server = createHttpServer((request, response) => void fastPath(request, response), parts)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ['serve'])
  const [{ ports, key }] = (await once(child, 'message')) as [{ ports: [number, number]; key: string }]
  const [on, off] = ports
  const plain = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nUser-Agent: bench\r\n`
  const keyed = `${plain}Authorization: Bearer ${key}\r\n\r\n`
  const cases = { off: [off, keyed], key: [on, keyed], anonymous: [on, `${plain}\r\n`] } as const
  const rates: Record<string, number[]> = { off: [], key: [], anonymous: [] }
  const costs: Record<string, number[]> = { off: [], key: [], anonymous: [] }
  const cpu = async () => {
    child.send('cpu')
    const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
    return user + system
  }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, [port, request]] of Object.entries(cases)) {
      const before = await cpu()
      const { statuses, seconds, times } = await load({ port, request, connections: 32, seconds: SECONDS })
      if (Object.keys(statuses).join() !== '200') throw new Error(JSON.stringify(statuses))
      // The first round warms up.
      if (round === 0) continue
      rates[name]!.push(times.length / seconds)
      costs[name]!.push(((await cpu()) - before) / times.length)
    }
  }
  child.disconnect()
  const base = { rate: median(rates.off!), cost: median(costs.off!) }
  for (const name of Object.keys(cases)) {
    const [rate, cost] = [median(rates[name]!), median(costs[name]!)]
    const less = ((1 - rate / base.rate) * 100).toFixed(1)
    // Throughput is what is promised; processor time hears less of the neighbours.
    const more = ((1 - base.cost / cost) * 100).toFixed(1)
    console.log(
      `${name.padEnd(10)} ${Math.round(rate)} a second (${less} % less), ${cost.toFixed(1)} µs of processor time each (${more} % of it for access)`,
    )
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}
