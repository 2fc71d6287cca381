import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import { readRevision, upsertRows, writeTransaction } from '../../src/database/schema.ts'
import { describeDatabase } from '../../src/database/target.ts'
import { DatabaseUnavailable, REQUEST_TIMEOUTS } from '../../src/database/unavailable.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { importRows } from '../../src/import/import-rows.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard } from '../../src/webhooks/ssrf-guard.ts'
import { postgres, target } from '../backends.ts'
import { importAll } from '../catalogue-app.ts'
import { CUT_NAME, cutBetweenStatements } from '../cut-connections.ts'
import { freePort } from '../postgres.ts'
import { sized } from '../tier.ts'
import { newKeyId, newLog, newSecrets, publish, startReceiver, subscribe } from '../webhooks/workshop.ts'

const CUTS = sized(3, 200)

async function open(t: TestContext, mayCut: () => boolean) {
  const url = await postgres.newUrl(t)
  const whole = await openDatabase(target(url))
  const used = await openDatabase(target(url), { timeouts: REQUEST_TIMEOUTS, applicationName: CUT_NAME })
  t.after(() => Promise.all([whole.destroy(), used.destroy()]))
  return { whole, ...(await cutBetweenStatements(t, url, used, mayCut)) }
}

/** True now and then, so that in the end every statement of a transaction is one that the cut comes after. */
const sometimes = () => Math.random() < 0.4

describe('a PostgreSQL connection that is cut between two statements of a transaction', () => {
  it('fails that transaction with an error that says so, leaves nothing of it, and is replaced', async (t) => {
    let armed = true
    const { db, whole, cuts } = await open(t, () => armed)
    const before = await readRevision(whole)
    const write = () =>
      writeTransaction(db, async (trx, lock) => {
        const revision = lock.next()
        await upsertRows(
          trx,
          'manufacturers',
          ['slug'],
          [{ id: 1, slug: 'a', name: 'A', aliases: '[]', colour: null, revision }],
        )
        await trx.selectFrom('manufacturers').select('id').execute()
      })
    await assert.rejects(write(), (error) => error instanceof DatabaseUnavailable && error.reason === 'connection')
    assert.equal(cuts(), 1)
    assert.equal(await readRevision(whole), before)
    assert.deepEqual(await whole.selectFrom('manufacturers').select('id').execute(), [])
    armed = false
    await write()
    assert.equal(await readRevision(whole), before + 1)
  })

  it('costs the sender nothing: every event arrives', async (t) => {
    const { db, whole, cuts } = await open(t, () => cuts() < CUTS && sometimes())
    const secrets = await newSecrets()
    const receiver = await startReceiver(t)
    await subscribe(whole, secrets, await newKeyId(whole), receiver.url)
    const log = newLog()
    const post = createPost(createTargetGuard({ allowPrivate: true }))
    const sender = createSender({ db, secrets, post, log, leaseMs: 2_000, limits: { perSubscription: 4 } })
    sender.start()
    const ids: string[] = []
    while (cuts() < CUTS) {
      ids.push(...(await publish(whole, 5)))
      await sleep(100)
    }
    const received = () => new Set(receiver.requests.map((item) => String(item.headers['webhook-id'])))
    while (received().size < ids.length) await sleep(50)
    await sender.stop()
    assert.deepEqual(received(), new Set(ids))
    const lost = log.lines.filter((line) => line.level === 'error')
    assert.ok(lost.length > 0, 'the sender says that its deliveries wait')
    t.diagnostic(`sender: ${cuts()} cuts, all ${ids.length} events arrived`)
  })

  it('costs an import nothing: every row is there once', async (t) => {
    const { db, whole, cuts } = await open(t, () => cuts() < CUTS && sometimes())
    await importAll(whole, [])
    let written = 0
    async function* batches() {
      while (cuts() < CUTS || written < 10) {
        const number = ++written
        const row = { type: 'manufacturer', slug: `maker-${number}`, name: `Maker ${number}` }
        yield [checkRow(row, { file: 'test', line: number, raw: undefined }, { today: '2030-01-01' })]
      }
    }
    const summary = await importRows(db, batches())
    assert.equal(summary.read, written)
    assert.equal(summary.rejected, 0)
    const rows = await whole.selectFrom('manufacturers').select('id').where('slug', 'like', 'maker-%').execute()
    assert.equal(rows.length, written)
    t.diagnostic(`import: ${cuts()} cuts, ${rows.length} of ${written} rows`)
  })
})

describe('a PostgreSQL database with several servers', () => {
  /** The same database at an address where nobody answers, and then where it is. */
  async function several(t: TestContext) {
    const url = new URL(await postgres.newUrl(t))
    const hosts = `${url.hostname}:${await freePort()},${url.host}`
    return { url: url.href, both: url.href.replace(url.host, hosts) }
  }

  it('is opened at the one that answers', async (t) => {
    const { both } = await several(t)
    const db = await openDatabase(target(both), { timeouts: REQUEST_TIMEOUTS })
    t.after(() => db.destroy())
    assert.equal(await readRevision(db), 0)
    assert.equal(describeDatabase(target(both)).split(' or ').length, 2)
  })

  it('is away while none takes writes, and back when one does', async (t) => {
    const { url, both } = await several(t)
    const direct = await openDatabase(target(url))
    t.after(() => direct.destroy())
    const setReadOnly = (value: string) =>
      sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set default_transaction_read_only = ${sql.raw(value)}`.execute(
        direct,
      )
    await setReadOnly('on')
    const isAway = (error: unknown) => error instanceof DatabaseUnavailable && /25006/.test(error.message)
    const patience = REQUEST_TIMEOUTS
    await assert.rejects(openDatabase(target(both), { timeouts: patience }), isAway)
    await setReadOnly('off')
    await (await openDatabase(target(both), { timeouts: patience })).destroy()
  })
})
