import assert from 'node:assert/strict'
import { it } from 'node:test'
import { audited, listAudit } from '../../src/audit/audit.ts'
import { kolkataDate } from '../../src/calendar.ts'
import { createKey, listKeys } from '../../src/keys/key-store.ts'
import { processFindings } from '../../src/operator/findings.ts'
import { GONE_MS, listProcesses, startPresence } from '../../src/operator/presence.ts'
import { createTraffic, createTrafficLog, readTraffic, readUse } from '../../src/operator/traffic.ts'
import { onEachBackend } from '../backends.ts'

const ACTOR = { by: 'console', who: 'Asha' } as const
const NOW = Date.UTC(2026, 10, 15, 12, 7, 30)
const MINUTE_MS = 60_000
const LOG = { info() {}, warn() {}, error() {} }

onEachBackend('what the operator is shown', (backend) => {
  it('writes a change down together with the change, or neither', async (t) => {
    const db = await backend.newDatabase(t)
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
    const db = await backend.newDatabase(t)
    const state = () => ({ revision: 7, lagMs: 0, engine: 'meilisearch', engineState: 'failing' })
    const { stop } = startPresence({ db, kind: 'serve', state, log: LOG })
    let processes = await listProcesses(db, Date.now())
    for (let n = 0; processes.length === 0 && n < 500; n++) processes = await listProcesses(db, Date.now())
    const [one] = processes
    assert.deepEqual([one?.kind, one?.revision, one?.isGone, one?.engineState], ['serve', 7, false, 'failing'])
    assert.match(processFindings(processes, Date.now())[0]!.detail, /meilisearch is failing/)
    const later = one!.seenAt + GONE_MS + 1
    const gone = await listProcesses(db, later)
    assert.equal(gone[0]?.isGone, true)
    assert.match(processFindings(gone, later)[0]!.detail, /stopped without signing off/)
    await stop()
    assert.deepEqual(await listProcesses(db, Date.now()), [])
  })

  it('sums what all processes answered by minute, by quarter and by day and key', async (t) => {
    const db = await backend.newDatabase(t)
    const { id: key } = await createKey(db, { name: 'Portal', tier: 'standard', expiresAt: null }, NOW)
    for (const process of ['a', 'b']) {
      const traffic = createTraffic((route) => (route === '/healthz' ? undefined : route))
      const log = createTrafficLog(process, traffic)
      const write = async (now: number) => {
        await db.transaction().execute((trx) => log.write(trx, now))
        log.saved(now)
      }
      for (let n = 0; n < 98; n++) traffic.note('/v1/tractors', 200, 0.001, key)
      traffic.note('/v1/tractors', 503, 2, undefined)
      traffic.note('/v1/tractors', 404, 0.001, undefined)
      traffic.note('/healthz', 200, 9, undefined)
      await write(NOW)
      traffic.note('/v1/tractors', 200, 0.001, key)
      await write(NOW + 5_000)
      await write(NOW + MINUTE_MS)
    }
    const { points: hour, total } = (await readTraffic(db, NOW + MINUTE_MS)).hour
    // Of the whole hour, not of its last minute.
    assert.deepEqual([total.requests, total.errors, total.refused], [202, 2, 2])
    assert.ok(total.p50! >= 1 && total.p50! < 1.4 && total.p99! < 2_700)
    const [before, point, now] = hour.slice(-3)
    assert.equal(hour.length, 60)
    assert.deepEqual([before?.requests, before?.p50, now?.requests], [0, null, 0])
    assert.deepEqual([point?.requests, point?.errors, point?.refused], [202, 2, 2])
    assert.ok(point!.p50! >= 1 && point!.p50! < 1.4 && point!.p99! < 2_700)
    const { points: day, total: ofDay } = (await readTraffic(db, NOW + 3 * 3_600_000)).day
    assert.deepEqual([day.length, day.at(-13)?.requests, ofDay.requests, ofDay.p50], [96, 202, 202, total.p50])
    assert.equal((await readTraffic(db, NOW + 25 * 3_600_000)).day.total.requests, 0)
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
    const db = await backend.newDatabase(t)
    const traffic = createTraffic((route) => route)
    const log = createTrafficLog('a', traffic)
    traffic.note('/v1/tractors', 200, 0.001, 'key_1')
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await log.write(trx, NOW)
        throw new Error('lost')
      }),
    )
    await db.transaction().execute((trx) => log.write(trx, NOW + MINUTE_MS))
    assert.equal((await readUse(db, kolkataDate(NOW)))[0]?.requests, 1)
    assert.equal((await readTraffic(db, NOW)).hour.points.at(-1)?.requests, 1)
  })
})
