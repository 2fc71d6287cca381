import { connect, type Socket } from 'node:net'

export interface LoadJob {
  port: number
  /** Request targets, asked for in this order, over and over. */
  targets: string[]
  connections: number
  /** Stop after this many requests, or after this time. */
  requests: number
  maxMs: number
  /** Accept-Encoding. */
  coding?: string
}

export interface LoadResult {
  requests: number
  perSecond: number
  p50: number
  p99: number
}

const HEADER_END = Buffer.from('\r\n\r\n')

/** Asks over kept connections, the next request on each after the answer before: no pipelining. */
export async function runLoad({ port, targets, connections, requests, maxMs, coding }: LoadJob): Promise<LoadResult> {
  const more = coding ? `accept-encoding: ${coding}\r\n` : ''
  const heads = targets.map((target) => Buffer.from(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}\r\n`))
  const times = new Float64Array(requests)
  let started = 0
  let done = 0
  const start = performance.now()

  const item = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let missing = -1
      let head: Buffer = Buffer.alloc(0)
      let sent = 0
      const next = () => {
        if (started >= requests || performance.now() - start > maxMs) return resolve()
        sent = performance.now()
        socket.write(heads[started++ % heads.length]!)
      }
      socket.on('data', (chunk: Buffer) => {
        if (missing < 0) {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
          const end = head.indexOf(HEADER_END)
          if (end < 0) return
          const text = head.toString('latin1', 0, end)
          if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text))
          missing = end + 4 + Number(/content-length: (\d+)/i.exec(text)![1]) - head.length
          head = Buffer.alloc(0)
        } else missing -= chunk.length
        if (missing > 0) return
        missing = -1
        times[done++] = performance.now() - sent
        next()
      })
      socket.on('error', reject)
      next()
    })

  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  await Promise.all(sockets.map(item))
  const seconds = (performance.now() - start) / 1_000
  for (const socket of sockets) socket.destroy()
  const sorted = times.subarray(0, done).sort()
  const quantile = (share: number) => sorted[Math.min(done - 1, Math.floor(done * share))] ?? Number.NaN
  return { requests: done, perSecond: done / seconds, p50: quantile(0.5), p99: quantile(0.99) }
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

// As a process of its own, so that asking takes nothing from answering.
if (import.meta.main && process.send) {
  process.on('message', async (job: LoadJob) => process.send!(await runLoad(job)))
  process.on('disconnect', () => process.exit())
}
