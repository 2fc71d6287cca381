import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { percentile } from '../../bench/load.ts'

/** What one burst of requests brought. */
export interface Load {
  seconds: number
  statuses: Record<string, number>
  /** Milliseconds, in order. */
  times: number[]
}

export interface LoadOptions {
  port: number
  /** One, or several in turn. */
  request: string | readonly string[]
  connections: number
  seconds: number
  /** Requests a second over all connections; each connection sends as soon as it is answered when absent. */
  rate?: number
  /** Where the requests come from, such as 127.0.0.2, a caller of their own; of several, each connection has the next. */
  from?: string | readonly string[]
}

/** Sends requests again and again on connections that stay open, and times each answer from its sending. */
export async function load({ port, request, connections, seconds, rate, from }: LoadOptions): Promise<Load> {
  const statuses: Record<string, number> = {}
  const times: number[] = []
  const requests = [request].flat()
  let turn = 0
  const start = performance.now()
  const end = start + seconds * 1_000
  const gap = rate ? (connections / rate) * 1_000 : 0
  await Promise.all(Array.from({ length: connections }, (_, at) => drive(at)))
  return { seconds: (performance.now() - start) / 1_000, statuses, times: times.sort((a, b) => a - b) }

  function drive(at: number): Promise<void> {
    const delay = (at / connections) * gap
    const own = typeof from === 'object' ? from[at % from.length] : from
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', ...(own ? { localAddress: own } : {}) })
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
        due += gap
        if (due > now + 1) setTimeout(send, due - now)
        else send()
      }
      socket.on('data', (chunk: string) => {
        text += chunk
        const head = text.indexOf('\r\n\r\n')
        if (head < 0) return
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
        if (text.length < head + 4 + length) return
        times.push(performance.now() - sent)
        const status = text.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        text = ''
        next()
      })
      socket.on('error', ({ code = 'broken' }: NodeJS.ErrnoException) => {
        statuses[code] = (statuses[code] ?? 0) + 1
      })
      socket.on('close', () => resolve())
      socket.on('connect', () => (delay > 1 ? setTimeout(send, delay) : send()))
    })
  }
}

export function p99(times: readonly number[]): number {
  return percentile(
    times.toSorted((a, b) => a - b),
    0.99,
  )
}

/**
 * The calmest round of one side against the calmest of the other. What an attack does to others it does in every round;
 * a pause of the machine comes when it likes, and only ever adds.
 */
export function calmest(rounds: readonly (readonly [quiet: number, during: number])[]): {
  ratio: number
  told: string
} {
  const ratio = Math.min(...rounds.map(([, during]) => during)) / Math.min(...rounds.map(([quiet]) => quiet))
  const told = rounds.map(([quiet, during]) => `${quiet.toFixed(1)} → ${during.toFixed(1)}`).join(', ')
  return { ratio, told: `${told} ms, calmest to calmest ${ratio.toFixed(1)}×` }
}

export function describeLoad({ statuses, times, seconds }: Load): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)].map((time) => time.toFixed(1))
  return `${counts.join(', ')}; ${Math.round(times.length / seconds)} a second; p50 ${p50} ms, p99 ${p99} ms`
}

/** The same in a process of its own, so that what else the caller does takes no time from it. */
export async function loadApart(options: LoadOptions): Promise<Load> {
  const child = fork(new URL(import.meta.url))
  child.send(options)
  const [result] = (await once(child, 'message')) as [Load]
  return result
}

if (import.meta.main && process.send) {
  process.once('message', async (options: LoadOptions) => process.send!(await load(options), () => process.exit()))
}
