import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey, revokeKey, rotateKey } from '../../src/auth/key-store.ts'
import { openDatabase } from '../../src/database/open.ts'
import { postgres, target } from '../backends.ts'
import { startProcesses } from '../processes.ts'

it('24: three processes refuse a revoked or rotated key within 5 s and accept a new one at once', async (t) => {
  const url = await postgres.newUrl(t)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  const limits = { RATE_LIMIT_ANONYMOUS: '100000', RATE_LIMIT_ENTERPRISE: '0' }
  const processes = await startProcesses(t, 3, { DATABASE_URL: url, LOG_LEVEL: 'silent', ...limits })
  const newKey = () => createKey(db, { name: 'A', tier: 'enterprise', expiresAt: null }, Date.now())
  const get = async (base: string, key: string) => {
    const response = await fetch(`${base}/v1/tractors/a-tractor`, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    return response.status
  }
  const [revoked, rotated] = [await newKey(), await newKey()]
  /** When the last request with the response 200 was sent. */
  let lastGood = 0
  let good = 0
  async function requestUntilRefused(base: string, key: string): Promise<void> {
    for (let status = 0; status !== 401; await sleep(10)) {
      const sent = performance.now()
      status = await get(base, key)
      // A busy database may leave the key unchecked for a while.
      assert.ok([200, 401, 503].includes(status), String(status))
      if (status !== 200) continue
      lastGood = Math.max(lastGood, sent)
      good++
    }
  }
  const running = processes.flatMap((base) => [revoked, rotated].map(({ key }) => requestUntilRefused(base, key)))
  while (good < 100) await sleep(10)
  await revokeKey(db, revoked.id, Date.now())
  const next = await rotateKey(db, rotated.id, 0, Date.now())
  const ended = performance.now()
  for (const base of processes) assert.equal(await get(base, next!.key), 200)
  await Promise.all(running)
  const late = Math.round(lastGood - ended)
  t.diagnostic(`the last of ${good} requests with 200 was sent ${late} ms after the revocation`)
  assert.ok(late < 5_000, `${late} ms`)
})
