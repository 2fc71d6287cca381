import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'

export interface OpenLoad {
  url: string
  /** Asked for in this order, each on a connection of its own. */
  targets: string[]
  rate: number
  patienceMs: number
  /** Where the requests come from, such as 127.0.0.2. */
  from?: string
}

export interface OpenResult {
  seconds: number
  /** Milliseconds by status, in order; status 0 when there was no answer. */
  times: Record<string, number[]>
}

/** Requests come at their own pace, however late the answers are, as those of many strangers do. */
export async function openLoad({ url, targets, rate, patienceMs, from: localAddress }: OpenLoad): Promise<OpenResult> {
  const times: Record<string, number[]> = {}
  const start = performance.now()
  let done = 0
  await new Promise<void>((resolve) => {
    const take = (status: number, from: number) => {
      times[status] ??= []
      times[status].push(performance.now() - from)
      if (++done === targets.length) resolve()
    }
    let sent = 0
    const timer = setInterval(() => {
      const due = Math.min(targets.length, Math.floor(((performance.now() - start) / 1_000) * rate))
      for (; sent < due; sent++) ask(targets[sent]!)
      if (sent === targets.length) clearInterval(timer)
    }, 2)
    const ask = (target: string) => {
      const from = performance.now()
      let over = false
      const end = (status: number) => {
        if (!over) take(status, from)
        over = true
      }
      const request = get(
        url + target,
        { agent: false, timeout: patienceMs, ...(localAddress ? { localAddress } : {}) },
        (response) => {
          response
            .resume()
            .on('end', () => end(response.statusCode!))
            .on('error', () => end(0))
        },
      )
      request.on('timeout', () => request.destroy()).on('error', () => end(0))
    }
  })
  for (const list of Object.values(times)) list.sort((a, b) => a - b)
  return { seconds: (performance.now() - start) / 1_000, times }
}

/** In a process of its own. */
export async function openLoadApart(load: OpenLoad): Promise<OpenResult> {
  const child = fork(new URL(import.meta.url))
  child.send(load)
  const [result] = (await once(child, 'message')) as [OpenResult]
  child.disconnect()
  return result
}

if (import.meta.main && process.send) {
  process.once('message', async (load: OpenLoad) => process.send!(await openLoad(load), () => process.exit()))
}
