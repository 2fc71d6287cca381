import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/load.ts'

/** Milliseconds from request to response, by status; status 0 if the request got no response. */
export type Load = Record<string, number[]>

export interface RetainedLoad {
  port: number
  /** Sent in turn. */
  requests: readonly string[]
  connections: number
  seconds: number
  /** Requests per second over all connections. Without it, each connection sends as soon as it is answered. */
  rate?: number
  /** Source addresses, such as 127.0.0.2; each connection takes the next. */
  from?: readonly string[]
}

/** Sends requests on connections that stay open. */
export async function loadRetained({
  port,
  requests,
  connections,
  seconds,
  rate,
  from = [],
}: RetainedLoad): Promise<Load> {
  const load: Load = {}
  let turn = 0
  const end = performance.now() + seconds * 1_000
  const space = rate ? (connections / rate) * 1_000 : 0
  await Promise.all(Array.from({ length: connections }, (_, i) => drive(i)))
  return load

  function drive(i: number): Promise<void> {
    const delay = (i / connections) * space
    const localAddress = from[i % from.length]
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) })
      socket.setEncoding('latin1').setNoDelay(true)
      let text = ''
      let sent = 0
      let due = performance.now() + delay
      const send = () => {
        sent = performance.now()
        socket.write(requests[turn++ % requests.length]!)
      }
      const next = () => {
        const now = performance.now()
        if (now >= end) return void socket.destroy()
        due += space
        if (due > now + 1) setTimeout(send, due - now)
        else send()
      }
      socket.on('data', (chunk: string) => {
        text += chunk
        const head = text.indexOf('\r\n\r\n')
        if (head < 0) return
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
        if (text.length < head + 4 + length) return
        note(load, text.slice(9, 12), performance.now() - sent)
        text = ''
        next()
      })
      socket.on('error', () => note(load, 0, performance.now() - sent))
      socket.on('close', () => resolve())
      socket.on('connect', () => (delay > 1 ? setTimeout(send, delay) : send()))
    })
  }
}

export interface NewLoad {
  /** Requested in this order, each on a new connection. */
  urls: readonly string[]
  rate: number
  from?: readonly string[]
}

/** Sends requests at a fixed rate, however late the responses are. */
async function loadNew({ urls, rate, from = [] }: NewLoad): Promise<Load> {
  const load: Load = {}
  const start = performance.now()
  const sent = urls.map(async (url, i) => {
    await sleep(start + (i * 1_000) / rate - performance.now())
    const { status, ms } = await askOnce(url, { localAddress: from[i % from.length] })
    note(load, status, ms)
  })
  await Promise.all(sent)
  return load
}

function note(load: Load, status: number | string, ms: number): void {
  load[status] ??= []
  load[status].push(ms)
}

/** Requests a URL on a new connection; status 0 if there is no response in time. */
export function askOnce(
  url: string,
  { patienceMs = 30_000, localAddress }: { patienceMs?: number; localAddress?: string | undefined } = {},
): Promise<{ status: number; ms: number }> {
  const start = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - start })
    const options = { agent: false, timeout: patienceMs, ...(localAddress && { localAddress }) } as const
    const request = get(url, options, (response) => {
      response.resume().on('end', () => done(response.statusCode!))
      response.on('error', () => done(0))
    })
    request.on('timeout', () => request.destroy()).on('error', () => done(0))
  })
}

/** Runs a load in another process, so that the work of the test does not delay it. */
export async function loadApart(job: RetainedLoad | NewLoad): Promise<Load> {
  const child = fork(new URL(import.meta.url))
  child.send(job)
  const [load] = (await once(child, 'message')) as [Load]
  return load
}

export const timesOf = (load: Load) => Object.values(load).flat()

export function p99(times: readonly number[]): number {
  return percentile(
    times.toSorted((a, b) => a - b),
    0.99,
  )
}

export function describeLoad(load: Load): string {
  const counts = Object.entries(load).map(([status, times]) => `${times.length} × ${status}`)
  return `${counts.join(', ')}; p99 ${p99(timesOf(load)).toFixed(1)} ms`
}

if (import.meta.main && process.send) {
  process.once('message', async (job: RetainedLoad | NewLoad) => {
    process.send!(await ('urls' in job ? loadNew(job) : loadRetained(job)), () => process.exit())
  })
}
