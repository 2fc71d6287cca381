import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely'
import { createKeyring, type Keyring } from '../../src/auth/api-keys.ts'
import type { DatabaseSchema, Db } from '../../src/database/schema.ts'
import { sqliteDialect } from '../../src/database/sqlite.ts'
import { DatabaseUnavailable, REQUEST_TIMEOUTS, toUnavailable } from '../../src/database/unavailable.ts'
import { CommandError, Problem } from '../../src/errors.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import type { Checks } from './checks.ts'
import type { Prepared } from './simulate.ts'
import type { Owner, World } from './world.ts'

/** A sender notices a step of the clock only if it lasts. */
const CLOCK_MS = 3_000

/** A process with its own connections, clock, sender and keys in memory. */
export class Replica implements Owner {
  isDead = false
  frozenUntil = 0
  /** Milliseconds that its clock is ahead. */
  skew = 0
  /** After how many more statements one fails, and whether its work is done. */
  fault: { statements: number; isDone: boolean } | undefined
  readonly db: Db
  readonly keyring: Keyring
  readonly log = {
    info() {},
    warn: (details: { err?: unknown }) => this.#expectOutage(details),
    error: (details: { err?: unknown }) => this.#expectOutage(details),
  }
  readonly #world: World
  #driver: Driver | undefined
  #steppedAt = 0

  constructor(world: World, checks: Checks, path: string, number: number, { secrets }: Prepared) {
    this.#world = world
    const runtime = world.runtimeOf(this)
    const dialect = sqliteDialect(path, { runtime, timeouts: REQUEST_TIMEOUTS })
    this.db = new Kysely<DatabaseSchema>({ dialect: { ...dialect, createDriver: () => this.#driverOf(dialect) } })
    const { now } = this
    this.keyring = createKeyring(this.db, { clock: now, runtime })
    const post = world.postOf(this, (...request) => checks.receive(...request))
    const limits = { total: 6, perSubscription: 2, perTimedOut: 1 }
    const parts = { db: this.db, secrets, post, log: this.log, now, random: () => world.random(), runtime, limits }
    createSender({ ...parts, baseUrl: `https://replica-${number}.example` }).start()
  }

  now = () => Math.floor(this.#world.time + this.skew)

  setClock(skew: number): number {
    if (this.#world.time >= this.#steppedAt + CLOCK_MS) {
      this.skew = skew
      this.#steppedAt = Math.max(this.#world.time, this.frozenUntil)
    }
    return this.skew
  }

  freeze(ms: number): number {
    this.frozenUntil = Math.max(this.frozenUntil, this.#world.time + ms)
    return ms
  }

  failSoon(statements: number, isDone: boolean): string {
    this.fault = { statements, isDone }
    return JSON.stringify(this.fault)
  }

  /** Ends it like a power cut: what is not committed is lost. */
  kill(): void {
    if (!this.isDead) void this.#driver?.destroy()
    this.isDead = true
  }

  /** Begins work as soon as it is not frozen. */
  begin(work: () => unknown): Promise<void> {
    return new Promise((resolve) => {
      const run = () => Promise.try(work).catch((err: unknown) => this.#expectOutage({ err }))
      this.#world.after(0, () => void run().then(() => resolve()), this)
    })
  }

  /** Only a refusal, or a lost or busy database, may make work fail. */
  #expectOutage({ err }: { err?: unknown }): void {
    const isExpected =
      !err || err instanceof Problem || err instanceof CommandError || (!this.#world.isOver && toUnavailable(err))
    this.#world.expect(Boolean(isExpected), `no unexpected error: ${(err as Error)?.stack}`)
  }

  /** The driver, whose statements may wait, fail before their work, or fail after it. */
  #driverOf(dialect: Dialect): Driver {
    const driver = dialect.createDriver()
    const { acquireConnection, beginTransaction, commitTransaction } = driver
    const existing = new WeakSet<DatabaseConnection>()
    this.#driver = driver
    driver.beginTransaction = (connection, settings) => this.#pass(false, () => beginTransaction(connection, settings))
    driver.commitTransaction = (connection) => this.#pass(true, () => commitTransaction(connection))
    driver.acquireConnection = async () => {
      const connection = await acquireConnection()
      const { executeQuery } = connection
      const isCommit = () => !(connection as DatabaseConnection & { inTransaction?: boolean }).inTransaction
      if (!existing.has(connection)) {
        connection.executeQuery = <R>(query: CompiledQuery) =>
          this.#pass(isCommit() && query.query.kind !== 'SelectQueryNode', () => executeQuery<R>(query))
      }
      existing.add(connection)
      return connection
    }
    return driver
  }

  async #pass<T>(mayCommit: boolean, work: () => Promise<T>): Promise<T> {
    const isSlow = this.#world.fault(0.03)
    const ms = isSlow ? this.#world.int(this.#world.fault(0.1) ? 2_500 : 60) : 0
    // No step has two commits, so that the checks see each.
    if (mayCommit || isSlow) await new Promise<void>((resolve) => void this.#world.after(ms, resolve, this))
    if (this.isDead) return new Promise(() => {})
    const fault = this.fault && this.fault.statements-- <= 0 ? this.fault : undefined
    if (fault) this.fault = undefined
    if (fault?.isDone === false) throw new DatabaseUnavailable('connection')
    const result = await work()
    if (fault) throw new DatabaseUnavailable('connection')
    return result
  }
}
