import { copyFileSync, rmSync } from 'node:fs'
import { builtinClasses } from '../../src/catalog/records.ts'
import { openDatabase } from '../../src/database/open.ts'
import { writeTransaction } from '../../src/database/schema.ts'
import { SERVICE } from '../../src/history/entries.ts'
import { makeChanges } from '../../src/history/make-changes.ts'
import { verifyHistory } from '../../src/history/verify.ts'
import { enableSubscription } from '../../src/webhooks/replay.ts'
import { createSecretCipher } from '../../src/webhooks/signing.ts'
import * as actions from './actions.ts'
import { Checks } from './checks.ts'
import { Replica } from './replica.ts'
import { START, World } from './world.ts'

export const STEPS = 40
const REPLICAS = 3
const MAX_EVENTS_A_STEP = 14
const MAX_RESTART_MS = 5_000
/** How often a sender repairs due times that another clock set, with a little more. */
const REPAIR_MS = 32_000
/** How long a healthy service may take to deliver: a lease, and a request without an answer. */
const HEALING_MS = 60_000
const HEALING_ROUNDS = 3
/** Numbers up to it are used in the prepared database. */
const FIRST = 1_000

export type Prepared = Awaited<ReturnType<typeof prepare>>

/** Makes the database that every seed begins with. */
export async function prepare(path: string) {
  const box = await createSecretCipher('simulation')
  const secrets = { ...box, wrongKey: undefined, isDatabaseKey: async () => true }
  const parts = {
    world: new World(0),
    secrets,
    keys: [],
    imports: [],
    subscriptions: [] as { id: string; keyId: string }[],
  }
  await using db = await openDatabase({ kind: 'sqlite', path })
  const past = { start_at: START - 1, at: START - 1, start_hash: 'simulation', hash: 'simulation' }
  await db.updateTable('history_head').set(past).execute()
  const { type, key, ...doc } = builtinClasses().find((item) => item.key === 'tractor')!
  const tractor = { type, key, before: undefined, after: { key, doc: JSON.stringify(doc), revision: 0 } }
  await writeTransaction(db, (trx, lock) => makeChanges(trx, lock, [tractor], { author: SERVICE, now: START }))
  const [simulation, replica] = [parts as unknown as Simulation, { db, now: () => START } as Replica]
  for (const prepare of [actions.addKey, actions.subscribe]) {
    for (let i = 0; i < 3; i++) await prepare(simulation, replica)
  }
  await actions.changeRecords(simulation, db, [...actions.MANUFACTURERS, ...actions.MACHINES], START)
  return { path, ...parts, keys: simulation.keys }
}

/** One run: some replicas over one database, and all that happens to them. */
export class Simulation {
  readonly world: World
  readonly checks: Checks
  readonly replicas: Replica[]
  readonly keys: { id: string; key: string }[]
  readonly subscriptions: Prepared['subscriptions']
  readonly secrets: Prepared['secrets']
  readonly imports: string[] = []
  readonly readers = (['machine', 'machine', 'listing'] as const).map(
    (type): actions.Reader => ({ type, cursor: '', copy: new Map(), versions: new Map(), start: 0 }),
  )
  readonly #prepared: Prepared
  readonly #path: string

  constructor(prepared: Prepared, seed: number) {
    this.world = new World(seed, FIRST)
    this.keys = [...prepared.keys]
    this.subscriptions = [...prepared.subscriptions]
    this.secrets = prepared.secrets
    this.#prepared = prepared
    this.#path = `${prepared.path}-${seed}`
    copyFileSync(prepared.path, this.#path)
    this.checks = new Checks(this.world, this.#path)
    this.replicas = Array.from({ length: REPLICAS }, (_, i) => this.#start(i))
  }

  #start(number: number): Replica {
    return new Replica(this.world, this.checks, this.#path, number, this.#prepared)
  }

  #restart(number: number): void {
    if (this.replicas[number]!.isDead) this.replicas[number] = this.#start(number)
  }

  kill(replica: Replica): void {
    replica.kill()
    const number = this.replicas.indexOf(replica)
    this.world.after(this.world.int(MAX_RESTART_MS), () => this.#restart(number))
  }

  /** All machines are suspended for a while. */
  jump(ms: number): number {
    this.world.time += ms
    for (const replica of this.replicas) replica.freeze(0)
    return ms
  }

  async run(steps: number): Promise<void> {
    const { world } = this
    for (let i = 0; i < steps && !world.failure; i++) {
      const replica = world.pick(this.replicas)
      const where = `at replica ${this.replicas.indexOf(replica)}`
      if (world.fault(0.3)) this.jump(world.int(4_000))
      if (world.fault(0.25)) {
        const [, name, fault] = pickWeighted(world, actions.FAULTS)
        world.note(`${name} ${where}: ${fault(this, replica) ?? ''}`)
      } else {
        const [, name, act] = pickWeighted(world, actions.ACTIONS)
        world.note(`${name} ${where}`)
        void replica.begin(() => act(this, replica)).then(() => world.note(`end of ${name} ${where}`))
      }
      for (let left = world.int(MAX_EVENTS_A_STEP); left > 0; left--) await this.#step()
    }
    await this.#heal()
  }

  async #step(): Promise<void> {
    if (this.world.failure) return
    await this.world.step()
    this.checks.look(this.world.current)
  }

  /** Begins work at a replica, and runs what happens until it is done. */
  async #finish(replica: Replica, work: () => unknown): Promise<void> {
    let isDone = false
    void replica.begin(work).then(() => {
      isDone = true
    })
    while (!isDone && !this.world.failure) await this.#step()
  }

  /** Lets time pass in leaps, so that fewer timers end. */
  async #pass(ms: number): Promise<void> {
    for (const end = this.world.time + ms; this.world.time < end && !this.world.failure; ) {
      this.jump(2_000)
      for (const rest = this.world.time + 600; this.world.time < rest && !this.world.failure; ) await this.#step()
    }
  }

  /** Ends all faults, and checks what must be so in the end. */
  async #heal(): Promise<void> {
    const { world, checks, replicas, readers } = this
    world.note('all is well again')
    world.isHealed = true
    for (const [i, replica] of replicas.entries()) {
      Object.assign(replica, { fault: undefined, frozenUntil: 0, skew: 0 })
      this.#restart(i)
    }
    await this.#pass(8_000)
    const latest = world.time + REPAIR_MS
    while (checks.findLate(world.time) && world.time < latest && !world.failure) await this.#pass(2_000)
    const late = checks.findLate(world.time)
    world.expect(late === undefined, `${late} is due as the schedule says`)
    for (let i = 0; i < HEALING_ROUNDS && checks.open.length > 0; i++) {
      for (const { id } of this.subscriptions) {
        await this.#finish(replicas[0]!, () => enableSubscription(replicas[0]!.db, id, world.time))
      }
      await this.#pass(HEALING_MS / HEALING_ROUNDS)
    }
    checks.end()
    world.isOver = true
    for (const replica of replicas) {
      for (const act of [actions.change, actions.request, actions.request, actions.request]) {
        await this.#finish(replica, () => act(this, replica))
      }
    }
    const all = readers.map((reader) => ({ reader, isWhole: false }))
    for (let next = all[0]; next && !world.failure; next = all.find(({ isWhole }) => !isWhole)) {
      const [replica, item] = [world.pick(replicas), next]
      await this.#finish(replica, async () =>
        Object.assign(item, { isWhole: await actions.readPart(this, replica, item.reader) }),
      )
    }
    await this.#finish(replicas[0]!, async () => {
      const { findings } = await verifyHistory(replicas[0]!.db)
      world.expect(findings.length === 0, `the history agrees: ${findings}`)
    })
  }

  close(): void {
    for (const replica of this.replicas) replica.kill()
    this.checks.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true })
  }
}

function pickWeighted<T extends readonly [weight: number, ...unknown[]]>(world: World, list: readonly T[]): T {
  return world.pick(list.flatMap((item) => Array.from({ length: item[0] }, () => item)))
}

/** Runs a seed. What failed, and what happened, is in the world that it returns. */
export async function simulate(prepared: Prepared, seed: number, steps = STEPS): Promise<World> {
  const simulation = new Simulation(prepared, seed)
  try {
    await simulation.run(steps)
    return simulation.world
  } finally {
    simulation.close()
  }
}
