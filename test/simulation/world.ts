import { setImmediate as settle } from 'node:timers/promises'
import type { Runtime } from '../../src/lib/runtime.ts'
import type { Post } from '../../src/webhooks/post.ts'

/** Noon in India. */
export const START = Date.parse('2027-03-01T06:30:00Z')
/** How late a timer may be. */
const MAX_LATE_MS = 30
const POST_MS = 15_000
/** What a receiver answers for a while; 0 is no answer. */
const STATUSES = [200, 200, 200, 500, 500, 429, 0, 410]

/** What has events: they wait while it is frozen, and are lost when it is dead. */
export interface Owner {
  isDead: boolean
  frozenUntil: number
}

interface Event {
  at: number
  owner: Owner | undefined
  run(): void
  unref(): unknown
}

/** Time, chance and the network of one run. Everything that happens is an event of its queue. */
export class World {
  time = START
  /** The first promise that was broken. */
  failure: string | undefined
  /** There are no more faults. */
  isHealed = false
  /** What they caused is over, too: everything must work. */
  isOver = false
  /** The owner of the last event. */
  current: Owner | undefined
  readonly trace: string[] = []
  readonly #queue = new Set<Event>()
  readonly #statuses = new Map<string, number>()
  #random: number
  #count: number

  /** Numbers up to `count` are taken. */
  constructor(seed: number, count = 0) {
    this.#random = Math.imul(seed + 1, 0x9e3779b1)
    this.#count = count
  }

  /** A number below 1, by Mulberry32. */
  random(): number {
    this.#random = (this.#random + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#random ^ (this.#random >>> 15), 1 | this.#random)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  int(below: number): number {
    return Math.floor(this.random() * below)
  }

  /** Whether a fault of this probability happens now. */
  fault(probability: number): boolean {
    return !this.isHealed && this.random() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)]!
  }

  /** A number that was not used before. */
  count(): number {
    return ++this.#count
  }

  newId(prefix: string): string {
    return `${prefix}_00000000-0000-7000-8000-${String(this.count()).padStart(12, '0')}`
  }

  note(text: string): void {
    this.trace.push(`${((this.time - START) / 1_000).toFixed(3)} ${text}`)
  }

  expect(holds: boolean, promise: string): void {
    if (!holds) this.failure ??= promise
  }

  after(ms: number, run: () => void, owner?: Owner): Event {
    const event = { at: this.time + ms + (ms > 0 ? this.int(MAX_LATE_MS) : 0), owner, run, unref: () => event }
    this.#queue.add(event)
    return event
  }

  /** Runs the next event, and all that follows at once. */
  async step(): Promise<void> {
    let [next, i]: [Event | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const event of this.#queue) {
      if (event.owner?.isDead) this.#queue.delete(event)
      const ready = Math.max(event.at, event.owner?.frozenUntil ?? 0)
      if (!event.owner?.isDead && ready < i) [next, i] = [event, ready]
    }
    if (!next) throw new Error('nothing is left to happen')
    this.#queue.delete(next)
    this.time = Math.max(this.time, i)
    this.current = next.owner
    next.run()
    await settle()
  }

  runtimeOf(owner: Owner): Runtime {
    return {
      setTimeout: (run, ms) => this.after(ms, run, owner) as unknown as NodeJS.Timeout,
      clearTimeout: (timer) => void this.#queue.delete(timer as unknown as Event),
      performance: { now: () => this.time - START },
      Math: { random: () => this.random() },
    }
  }

  setStatus(receiver: string): number {
    const status = this.pick(STATUSES)
    this.#statuses.set(receiver, status)
    return status
  }

  /** A network that loses, delays and repeats requests, and loses answers. */
  postOf(owner: Owner, onArrival: (url: string, id: string, body: string, isSuccess: boolean) => void): Post {
    return (url, headers, body) => {
      const status = this.isHealed ? 200 : this.fault(0.15) ? 500 : (this.#statuses.get(new URL(url).hostname) ?? 200)
      const took = this.int(this.fault(0.1) ? 12_000 : 100)
      const arrivals = this.fault(0.05) ? 0 : this.fault(0.1) ? 2 : 1
      const isAnswered = arrivals > 0 && status > 0 && !this.fault(0.05)
      for (let i = 0; i < arrivals; i++) {
        this.after(this.int(took), () => onArrival(url, headers['webhook-id']!, body, status === 200))
      }
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Post>>>()
      const answer = { kind: 'answer', status, retryAfter: status === 429 ? '60' : undefined, response: '' } as const
      const timeout = { kind: 'timeout', error: 'no answer' } as const
      this.after(isAnswered ? took + MAX_LATE_MS : POST_MS, () => resolve(isAnswered ? answer : timeout), owner)
      return promise
    }
  }
}
