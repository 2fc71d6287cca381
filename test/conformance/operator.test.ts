import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkProcesses } from '../../src/admin/checks/work.ts'
import { GONE_MS, listProcesses, startHeartbeat } from '../../src/admin/heartbeat.ts'
import { createKeyUse, readUse } from '../../src/admin/key-use.ts'
import { createKey, listKeys } from '../../src/auth/api-key-store.ts'
import { audited, listAudit } from '../../src/history/audit.ts'
import { kolkataDate } from '../../src/lib/calendar.ts'

import { sqlite } from '../backends.ts'

const ACTOR = { by: 'console', who: 'Asha' } as const
const NOW = Date.UTC(2026, 10, 15, 12, 7, 30)
const MINUTE_MS = 60_000
const LOG = { info() {}, warn() {}, error() {} }

it('writes a change down together with the change, or neither', async (t) => {
  const db = await sqlite.newDatabase(t)
  const key = { name: 'Portal', tier: 'standard', expiresAt: null } as const
  const change = { action: 'keys.create', target: 'key_1', detail: { name: 'Portal' } } as const
  const fail = () => {
    throw new Error('no')
  }
  await assert.rejects(audited(db, ACTOR, (trx) => createKey(trx, key, NOW), fail))
  assert.deepEqual([(await listKeys(db)).length, (await listAudit(db, { limit: 9 })).length], [0, 0])
  await audited(
    db,
    ACTOR,
    (trx) => createKey(trx, key, NOW),
    () => change,
  )
  const [entry] = await listAudit(db, { limit: 9 })
  assert.equal((await listKeys(db)).length, 1)
  assert.deepEqual({ ...entry, at: '' }, { ...change, ...ACTOR, at: '' })
})

it('shows each process until it stops, and one that fell silent as gone', async (t) => {
  const db = await sqlite.newDatabase(t)
  const state = () => ({ revision: 7, lagMs: 0, engine: 'meilisearch', engineState: 'failing' })
  const { stop } = startHeartbeat({ db, kind: 'serve', state, log: LOG })
  let processes = await listProcesses(db, Date.now())
  for (let n = 0; processes.length === 0 && n < 500; n++) processes = await listProcesses(db, Date.now())
  const [item] = processes
  assert.deepEqual([item?.kind, item?.revision, item?.isGone, item?.engineState], ['serve', 7, false, 'failing'])
  assert.match(checkProcesses(processes, Date.now())[0]!.detail, /meilisearch is failing/)
  const later = item!.seenAt + GONE_MS + 1
  const removed = await listProcesses(db, later)
  assert.equal(removed[0]?.isGone, true)
  assert.match(checkProcesses(removed, later)[0]!.detail, /died 30 s ago/)
  await stop()
  assert.deepEqual(await listProcesses(db, Date.now()), [])
})

it('sums the requests of all processes by day and key', async (t) => {
  const db = await sqlite.newDatabase(t)
  const { id: key } = await createKey(db, { name: 'Portal', tier: 'standard', expiresAt: null }, NOW)
  for (const _process of ['a', 'b']) {
    const keyUse = createKeyUse((route) => (route === '/healthz' ? undefined : route))
    const write = async (now: number) => {
      await db.transaction().execute((trx) => keyUse.write(trx, now))
      keyUse.saved(now)
    }
    for (let n = 0; n < 98; n++) keyUse.note('/v1/tractors', 200, key)
    keyUse.note('/v1/tractors', 503)
    keyUse.note('/v1/tractors', 404)
    keyUse.note('/healthz', 200)
    await write(NOW)
    keyUse.note('/v1/tractors', 200, key)
    await write(NOW + 5_000)
    await write(NOW + MINUTE_MS)
  }
  const use = await readUse(db, kolkataDate(NOW))
  assert.deepEqual(
    use.map(({ keyId, requests, errors }) => [keyId, requests, errors]),
    [
      ['', 4, 2],
      [key, 198, 0],
    ],
  )
  assert.deepEqual((await readUse(db, kolkataDate(NOW), key)).length, 1)
  assert.equal((await listKeys(db))[0]?.last_used_at, NOW + 5_000)
})

it('counts again what could not be written', async (t) => {
  const db = await sqlite.newDatabase(t)
  const keyUse = createKeyUse((route) => route)
  keyUse.note('/v1/tractors', 200, 'key_1')
  await assert.rejects(
    db.transaction().execute(async (trx) => {
      await keyUse.write(trx, NOW)
      throw new Error('lost')
    }),
  )
  await db.transaction().execute((trx) => keyUse.write(trx, NOW + MINUTE_MS))
  assert.equal((await readUse(db, kolkataDate(NOW)))[0]?.requests, 1)
})
