import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/database/open.ts'
import { type Db, writeTransaction } from '../src/database/schema.ts'
import { createKey } from '../src/keys/key-store.ts'
import { recordEvents } from '../src/webhooks/outbox.ts'
import { createPost } from '../src/webhooks/post.ts'
import { createSender } from '../src/webhooks/sender.ts'
import { createSecretBox, type Secrets } from '../src/webhooks/signing.ts'
import { createSubscription } from '../src/webhooks/subscriptions.ts'
import { createTargetGuard } from '../src/webhooks/target-guard.ts'
import { createPostgresDatabase, startPostgres } from '../test/postgres.ts'

/**
 * One sender process and local receivers in a process of their own, with the database's durable settings: every claim
 * and every outcome is committed to disk. First how many deliveries a second it makes of a backlog; then how long a
 * healthy receiver waits from the commit while another hangs.
 */
const EVENTS = Number(process.argv[2] ?? 2_000)
const RECEIVERS = 10
const SECONDS_OF_PATIENCE = 120
const STEADY_SECONDS = 10
const EVENTS_A_SECOND = 200

if (process.argv[2] === 'receive') receive()
else await main()

/** Answers at once, but never under /hang; reports how long each event had been on its way. */
function receive(): void {
  const delays: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/hang') return
      delays.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).created_at))
      response.end('ok')
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('message', () => process.send?.(delays))
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
  const sqlite = await openDatabase({ kind: 'sqlite', path: join(folder, 'bench.db') })
  await measureBacklog('sqlite', sqlite)
  await measureDelay('sqlite', sqlite)
  await sqlite.destroy()
  rmSync(folder, { recursive: true })
  const server = await startPostgres({ durable: true })
  const postgres = await openDatabase({ kind: 'postgres', url: await createPostgresDatabase(server.url) })
  await measureBacklog('postgres', postgres)
  await measureDelay('postgres', postgres)
  await postgres.destroy()
  await server.stop()
}

async function measureBacklog(name: string, db: Db): Promise<void> {
  const { receiver, secrets } = await prepare(db, RECEIVERS, [])
  await record(db, EVENTS)
  const total = EVENTS * RECEIVERS
  const done = Promise.withResolvers<void>()
  let outcomes = 0
  const sender = newSender(db, secrets, () => ++outcomes === total && done.resolve())
  const patience = setTimeout(() => done.resolve(), SECONDS_OF_PATIENCE * 1_000)
  const start = performance.now()
  const cpu = process.cpuUsage()
  sender.start()
  await done.promise
  await sender.stop()
  const seconds = (performance.now() - start) / 1_000
  const used = process.cpuUsage(cpu)
  clearTimeout(patience)
  const received = (await delaysOf(receiver)).length
  const open = await db.selectFrom('deliveries').select('event_id').where('state', '!=', 'delivered').execute()
  console.log(
    `${name}: ${Math.round(total / seconds)} deliveries/s (${total} in ${seconds.toFixed(1)} s, ` +
      `${received} requests received, ${open.length} open, sender CPU ${((used.user + used.system) / 1e6).toFixed(1)} s)`,
  )
  receiver.kill()
  await db.deleteFrom('subscriptions').execute()
}

async function measureDelay(name: string, db: Db): Promise<void> {
  const { receiver, secrets } = await prepare(db, RECEIVERS - 1, ['hang'])
  const sender = newSender(db, secrets, () => {})
  sender.start()
  for (let turn = 0; turn < STEADY_SECONDS * 10; turn++) {
    await Promise.all([record(db, EVENTS_A_SECOND / 10), sleep(100)])
  }
  await sleep(3_000)
  const delays = (await delaysOf(receiver)).sort((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]
  console.log(
    `${name}: ${EVENTS_A_SECOND} events/s to ${RECEIVERS - 1} healthy receivers beside one that hangs: from commit to ` +
      `receipt p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${delays.at(-1)} ms ` +
      `(${delays.length} of ${STEADY_SECONDS * EVENTS_A_SECOND * (RECEIVERS - 1)} received)`,
  )
  await sender.stop(0)
  receiver.kill()
}

/** Receivers in a process of their own, and a subscription for each. */
async function prepare(db: Db, count: number, others: readonly string[]) {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const receiver = spawn(process.execPath, [import.meta.filename, 'receive'], { stdio: [...stdio] })
  const [port] = await once(receiver, 'message')
  const box = await createSecretBox('a key for nothing but this measurement')
  const secrets = { ...box, wrongKey: undefined, stillFits: async () => true }
  const key = await createKey(db, { name: 'bench', tier: 'enterprise', expiresAt: null }, Date.now())
  for (const path of [...Array.from({ length: count }, (_, at) => String(at)), ...others]) {
    const input = { url: `http://127.0.0.1:${port}/${path}`, events: ['price.updated' as const] }
    await createSubscription(db, secrets, key.id, input, Date.now())
  }
  return { receiver, secrets }
}

async function record(db: Db, count: number): Promise<void> {
  const data = { machine: { text: 'x'.repeat(1_200) }, version: 1 }
  await writeTransaction(db, (trx) =>
    recordEvents(
      trx,
      Array.from({ length: count }, () => ({ type: 'price.updated' as const, created_at: Date.now(), data })),
    ),
  )
}

function newSender(db: Db, secrets: Secrets, onOutcome: () => void) {
  const log = { info() {}, warn() {}, error: console.error }
  const post = createPost(createTargetGuard({ allowPrivate: true }))
  return createSender({ db, secrets, post, log, onOutcome })
}

async function delaysOf(receiver: ChildProcess): Promise<number[]> {
  receiver.send('delays')
  const [delays] = await once(receiver, 'message')
  return delays
}
