import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type ClientRequest, get } from 'node:http'
import { percentile } from '../../bench/load.ts'

export interface SteadyLoad {
  /** Asked in turn: one proxy, or several replicas. */
  urls: string[]
  paths: string[]
  rate: number
  /** How many addresses the requests come from, 127.0.1.1 and so on. */
  callers?: number
}

export interface Failure {
  /** The status, or what the socket said. */
  how: string
  path: string
  /** What an answer from 500 on said. */
  body?: string
}

/** What came of the requests that ended since the last time it was asked for. */
export interface Tally {
  seconds: number
  statuses: Record<string, number>
  /** Milliseconds of those that were answered, in order. */
  times: number[]
  /** Answers from 500 on and requests without an answer, the first of them. */
  failures: Failure[]
}

export interface RunningLoad {
  tally(): Promise<Tally>
  /** Sends no more, waits for what is under way, and tells the rest. */
  stop(): Promise<Tally>
}

const MAX_FAILURES = 500
const LONGEST_BODY = 400
/** An idle connection is given up before the other side closes it, which could cross with the next request. */
const IDLE_MS = 30_000
const PATIENCE_MS = 30_000

/** Requests at their own pace on kept connections, whatever becomes of the answers, until told to stop. */
export function steadyLoad(load: SteadyLoad): RunningLoad {
  const { urls, paths, rate, callers = 1 } = load
  const agents = Array.from(
    { length: callers },
    (_, at) =>
      new Agent({ keepAlive: true, timeout: IDLE_MS, ...(callers > 1 && { localAddress: `127.0.1.${at + 1}` }) }),
  )
  const begin = (): Tally & { from: number } => ({
    from: performance.now(),
    seconds: 0,
    statuses: {},
    times: [],
    failures: [],
  })
  let current = begin()
  let sent = 0
  let open = 0
  let whenIdle = () => {}
  const start = performance.now()
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / 1_000) * rate)
    // What a busy machine did not get to ask in time is not asked all at once.
    for (sent = Math.max(sent, due - rate); sent < due; sent++) ask(sent)
  }, 5)

  function ask(turn: number): void {
    const url = urls[turn % urls.length]!
    const path = paths[turn % paths.length]!
    const from = performance.now()
    let over = false
    const end = (how: string, body?: string) => {
      if (over) return
      over = true
      current.statuses[how] = (current.statuses[how] ?? 0) + 1
      if (/^[1-4]\d\d$/.test(how)) current.times.push(Math.round((performance.now() - from) * 100) / 100)
      else if (current.failures.length < MAX_FAILURES) current.failures.push({ how, path, ...(body && { body }) })
      if (--open === 0) whenIdle()
    }
    open++
    const request: ClientRequest = get(url + path, { agent: agents[turn % callers]! }, (response) => {
      const said: Buffer[] = []
      if (response.statusCode! >= 500) response.on('data', (chunk) => said.push(chunk))
      response
        .resume()
        .on('end', () => end(String(response.statusCode), Buffer.concat(said).toString().slice(0, LONGEST_BODY)))
        .on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    })
    const late = setTimeout(() => request.destroy(new Error('no answer')), PATIENCE_MS)
    request.on('close', () => clearTimeout(late))
    request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  }

  async function tally(): Promise<Tally> {
    const { from, ...done } = current
    current = begin()
    return { ...done, seconds: (performance.now() - from) / 1_000, times: done.times.sort((a, b) => a - b) }
  }

  return {
    tally,
    async stop() {
      clearInterval(timer)
      if (open > 0) await new Promise<void>((resolve) => (whenIdle = resolve))
      for (const agent of agents) agent.destroy()
      return tally()
    },
  }
}

/** The same in a process of its own, so that what else the caller does takes no time from it. */
export function steadyLoadApart(load: SteadyLoad): RunningLoad & { end(): void } {
  const child = fork(new URL(import.meta.url))
  child.send(load)
  let last: Promise<unknown> = Promise.resolve()
  const asked = (what: keyof RunningLoad): Promise<Tally> => {
    const answer = last.then(async () => {
      child.send(what)
      return (await once(child, 'message'))[0] as Tally
    })
    last = answer
    return answer
  }
  return {
    tally: () => asked('tally'),
    async stop() {
      const rest = await asked('stop')
      child.disconnect()
      return rest
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** One tally of several that followed each other. */
export function joinTallies(tallies: readonly Tally[]): Tally {
  const statuses: Record<string, number> = {}
  for (const tally of tallies) {
    for (const [how, count] of Object.entries(tally.statuses)) statuses[how] = (statuses[how] ?? 0) + count
  }
  return {
    seconds: tallies.reduce((sum, { seconds }) => sum + seconds, 0),
    statuses,
    times: tallies.flatMap(({ times }) => times).sort((a, b) => a - b),
    failures: tallies.flatMap(({ failures }) => failures),
  }
}

/** How many requests failed: answered from 500 on, or not at all. */
export function failedOf({ statuses }: Pick<Tally, 'statuses'>): number {
  return Object.entries(statuses).reduce((sum, [how, count]) => (/^[1-4]\d\d$/.test(how) ? sum : sum + count), 0)
}

export function describeTally(tally: Tally): string {
  const counts = Object.entries(tally.statuses).map(([how, count]) => `${how}: ${count}`)
  const all = Object.values(tally.statuses).reduce((sum, count) => sum + count, 0)
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(tally.times, share).toFixed(1))
  return `${counts.join(', ')}; ${Math.round(all / tally.seconds)} a second; p50 ${p50} ms, p99 ${p99} ms`
}

if (import.meta.main && process.send) {
  let running: RunningLoad | undefined
  process.on('message', async (message: SteadyLoad | keyof RunningLoad) => {
    if (typeof message === 'object') running = steadyLoad(message)
    else process.send!(await running![message]())
  })
  process.on('disconnect', () => process.exit())
}
