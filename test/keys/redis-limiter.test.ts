import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Limiter } from '../../src/keys/limiter.ts'
import { createRedisLimiter } from '../../src/keys/redis-limiter.ts'
import { freePort } from '../postgres.ts'
import { hasRedis, startRedis } from '../redis.ts'

async function open(t: TestContext, url: string) {
  const lines: string[] = []
  const note = (_details: object, message: string) => void lines.push(message)
  const limiter = await createRedisLimiter(url, { warn: note, info: note })
  t.after(() => limiter.close())
  return { ...limiter, lines }
}

async function takeMany(limiter: Limiter, name: string, limit: number, count: number): Promise<number> {
  const takes = await Promise.all(Array.from({ length: count }, () => limiter.take(name, limit)))
  return takes.filter((take) => take.allowed).length
}

/** Asks until Redis counts again: its answers come with a promise. */
async function untilShared(limiter: Limiter): Promise<void> {
  while (!(limiter.take('probe', 1e9) instanceof Promise)) await sleep(10)
}

const AWAY = /does not answer/
const BACK = /Redis answers/

describe('the limiter in Redis', { skip: !hasRedis() }, () => {
  it('shares one window among processes, to the request', async (t) => {
    const { url } = await startRedis(t)
    const limiters = await Promise.all([open(t, url), open(t, url), open(t, url)])
    const allowed = await Promise.all(limiters.map((limiter) => takeMany(limiter, 'key:a', 1_000, 900)))
    assert.equal(
      allowed.reduce((sum, count) => sum + count),
      1_000,
    )
    assert.equal((await limiters[0]!.take('key:b', 1)).allowed, true)
  })

  it('counts down and tells when the window ends', async (t) => {
    const { url } = await startRedis(t)
    const limiter = await open(t, url)
    const takes = await Promise.all([1, 2, 3].map(() => limiter.take('key:a', 2)))
    assert.deepEqual(
      takes.map((take) => [take.allowed, take.remaining]),
      [
        [true, 1],
        [true, 0],
        [false, 0],
      ],
    )
    for (const { resetMs } of takes) assert.ok(resetMs > 0 && resetMs <= 60_000)
    const redis = new Redis(url)
    t.after(() => redis.disconnect())
    const [name] = await redis.keys('*')
    assert.ok((await redis.pttl(name!)) > 0, 'a window that has ended leaves nothing behind')
    await redis.pexpire(name!, 1)
    while (await redis.exists(name!)) await sleep(2)
    assert.deepEqual(await limiter.take('key:a', 2), { allowed: true, remaining: 1, resetMs: 60_000 })
  })

  it('gives requests back', async (t) => {
    const { url } = await startRedis(t)
    const limiter = await open(t, url)
    assert.equal(await takeMany(limiter, 'key:a', 5, 9), 5)
    limiter.refund('key:a')
    limiter.refund('key:a')
    assert.equal(await takeMany(limiter, 'key:a', 5, 9), 2)
    limiter.refund('nobody')
    assert.equal(await takeMany(limiter, 'nobody', 5, 9), 5)
  })

  it('goes on alone when Redis goes away, says so once, and shares again when it is back', async (t) => {
    const redis = await startRedis(t)
    const limiter = await open(t, redis.url)
    await limiter.take('key:a', 3)
    await redis.stop()
    for (let round = 0; round < 5; round++) await takeMany(limiter, 'key:a', 3, 5)
    assert.equal((await limiter.take('key:a', 3)).allowed, false, 'a limit of its own')
    assert.equal((await limiter.take('key:b', 3)).allowed, true)
    assert.deepEqual(limiter.lines.filter((line) => AWAY.test(line)).length, 1)
    await startRedis(t, redis.port)
    await untilShared(limiter)
    assert.equal(await takeMany(limiter, 'key:a', 3, 5), 3, 'the new Redis knows nothing of the old windows')
    assert.deepEqual(
      limiter.lines.map((line) => (AWAY.test(line) ? 'away' : BACK.test(line) ? 'back' : line)),
      ['back', 'away', 'back'],
    )
  })

  it('does not wait for a Redis that hangs', async (t) => {
    const redis = await startRedis(t)
    const limiter = await open(t, redis.url)
    redis.freeze()
    assert.equal(await takeMany(limiter, 'key:a', 3, 5), 3)
    assert.ok(!(limiter.take('key:a', 3) instanceof Promise), 'once known to be away it is not asked')
    redis.thaw()
    await untilShared(limiter)
  })

  it('starts without Redis and finds it later', async (t) => {
    const port = await freePort()
    const limiter = await open(t, `redis://127.0.0.1:${port}`)
    assert.equal(await takeMany(limiter, 'key:a', 3, 5), 3)
    await startRedis(t, port)
    await untilShared(limiter)
    assert.equal(limiter.lines.length, 2)
  })
})
