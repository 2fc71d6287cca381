import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/database/open.ts'
import { writeTransaction } from '../src/database/revision.ts'
import type { Db } from '../src/database/schema.ts'
import { createKey } from '../src/keys/key-store.ts'
import { recordEvents } from '../src/webhooks/outbox.ts'
import { createPost } from '../src/webhooks/post.ts'
import { createSecretBox } from '../src/webhooks/secret-box.ts'
import { createSender } from '../src/webhooks/sender.ts'
import { createSubscription } from '../src/webhooks/subscriptions.ts'
import { createTargetGuard } from '../src/webhooks/target-guard.ts'
import { createPostgresDatabase, startPostgres } from '../test/postgres.ts'

/**
 * Deliveries a second of one sender process to local receivers in a process of their own, with the database's
 * durable settings: every claim and every outcome is committed to disk.
 */
const EVENTS = Number(process.argv[2] ?? 2_000)
const RECEIVERS = 10
const SECONDS_OF_PATIENCE = 120

if (process.argv[2] === 'receive') receive()
else await main()

function receive(): void {
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      count++
      response.end('ok')
    })
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('message', () => process.send?.(count))
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'yantra-bench-'))
  const sqlite = await openDatabase({ kind: 'sqlite', path: join(folder, 'bench.db') })
  await measure('sqlite', sqlite)
  await sqlite.destroy()
  rmSync(folder, { recursive: true })
  const server = await startPostgres({ durable: true })
  const postgres = await openDatabase({ kind: 'postgres', url: await createPostgresDatabase(server.url) })
  await measure('postgres', postgres)
  await postgres.destroy()
  await server.stop()
}

async function measure(name: string, db: Db): Promise<void> {
  const receiver = spawn(process.execPath, [import.meta.filename, 'receive'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port] = await once(receiver, 'message')
  const box = await createSecretBox('a key for nothing but this measurement')
  const secrets = { ...box, wrongKey: undefined, stillFits: async () => true }
  const key = await createKey(db, { name: 'bench', tier: 'enterprise', expiresAt: null }, Date.now())
  for (let i = 0; i < RECEIVERS; i++) {
    const input = { url: `http://127.0.0.1:${port}/${i}`, events: ['price.updated' as const] }
    await createSubscription(db, secrets, key.id, input, Date.now())
  }
  const data = { machine: { text: 'x'.repeat(1_200) }, version: 1 }
  await writeTransaction(db, (trx) =>
    recordEvents(
      trx,
      Array.from({ length: EVENTS }, () => ({ type: 'price.updated' as const, created_at: Date.now(), data })),
    ),
  )
  const total = EVENTS * RECEIVERS
  const done = Promise.withResolvers<void>()
  let outcomes = 0
  const log = { info() {}, warn() {}, error: console.error }
  const sender = createSender({
    db,
    secrets,
    post: createPost(createTargetGuard({ allowPrivate: true })),
    log,
    onOutcome: () => ++outcomes === total && done.resolve(),
  })
  const patience = setTimeout(() => done.resolve(), SECONDS_OF_PATIENCE * 1_000)
  const start = performance.now()
  const cpu = process.cpuUsage()
  sender.start()
  await done.promise
  await sender.stop()
  const seconds = (performance.now() - start) / 1_000
  const used = process.cpuUsage(cpu)
  clearTimeout(patience)
  const received = await countOf(receiver)
  const open = await db.selectFrom('deliveries').select('event_id').where('state', '!=', 'delivered').execute()
  console.log(
    `${name}: ${Math.round(total / seconds)} deliveries/s (${total} in ${seconds.toFixed(1)} s, ` +
      `${received} requests received, ${open.length} open, sender CPU ${((used.user + used.system) / 1e6).toFixed(1)} s)`,
  )
  receiver.kill()
}

async function countOf(receiver: ChildProcess): Promise<number> {
  receiver.send('count')
  const [count] = await once(receiver, 'message')
  return count
}
