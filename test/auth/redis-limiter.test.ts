import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { before, describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Limiter } from '../../src/auth/rate-limiter.ts'
import { createRedisLimiter } from '../../src/auth/redis-rate-limiter.ts'
import { suiteContext } from '../backends.ts'
import { freePort } from '../postgres.ts'
import { hasRedis, type RedisServer, startRedis } from '../redis.ts'

async function open(t: TestContext, url: string) {
  const lines: string[] = []
  const note = (_details: object, message: string) => void lines.push(message)
  const limiter = await createRedisLimiter(url, { warn: note, info: note, error: note })
  t.after(() => limiter.close())
  return { ...limiter, lines }
}

async function takeMany(limiter: Limiter, name: string, limit: number, count: number): Promise<number> {
  const takes = await Promise.all(Array.from({ length: count }, () => limiter.take(name, limit)))
  return takes.filter((take) => take.allowed).length
}

/** Whether the limiter counts at once, without asking Redis. */
function countsAlone(limiter: Limiter): Promise<boolean> {
  return Promise.race([Promise.resolve(limiter.take('probe', 1e9)).then(() => true), nextTurn(false)])
}

async function untilShared(limiter: Limiter): Promise<void> {
  while (await countsAlone(limiter)) await sleep(10)
}

/** A port where each answer of Redis comes later than a request would wait for it. */
async function startLate(t: TestContext, port: number): Promise<number> {
  const server = createServer((client) => {
    const redis = connect(port, '127.0.0.1')
    client.pipe(redis)
    redis.on('data', (answer) => setTimeout(() => client.write(answer), 100))
    redis.on('error', () => {})
    client.on('error', () => {}).on('close', () => redis.destroy())
  })
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const AWAY = /Redis cannot count/
const BACK = /Redis counts/

/** Scripts that Redis was asked to run, refused ones too. */
async function countScripts(redis: Redis): Promise<number> {
  const stats = (await redis.info('commandstats')).matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+).*rejected_calls=(\d+)/gm)
  return [...stats].reduce((sum, [, calls, rejected]) => sum + Number(calls) + Number(rejected), 0)
}

describe('the limiter in Redis', { skip: !hasRedis() }, () => {
  const all = suiteContext()
  let shared: RedisServer
  before(async () => {
    shared = await startRedis(all)
  })

  /** The address of the shared server without counts of other tests. */
  async function emptyRedis(t: TestContext): Promise<{ url: string; redis: Redis }> {
    const redis = new Redis(shared.url)
    t.after(() => redis.disconnect())
    await redis.flushall()
    return { url: shared.url, redis }
  }

  it('shares one window among processes, to the request', async (t) => {
    const { url } = await emptyRedis(t)
    const limiters = await Promise.all([open(t, url), open(t, url), open(t, url)])
    const allowed = await Promise.all(limiters.map((limiter) => takeMany(limiter, 'key:a', 1_000, 900)))
    assert.equal(
      allowed.reduce((sum, count) => sum + count),
      1_000,
    )
    assert.equal((await limiters[0]!.take('key:b', 1)).allowed, true)
  })

  it('counts down and tells when the window ends', async (t) => {
    const { url, redis } = await emptyRedis(t)
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
    const [name] = await redis.keys('*key:a')
    assert.ok((await redis.pttl(name!)) > 0, 'a window that has ended leaves nothing behind')
    await redis.pexpire(name!, 1)
    while (await redis.exists(name!)) await sleep(2)
    assert.deepEqual(await limiter.take('key:a', 2), { allowed: true, remaining: 1, resetMs: 60_000 })
  })

  it('gives requests back', async (t) => {
    const { url } = await emptyRedis(t)
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
    assert.ok(await countsAlone(limiter), 'once known to be away it is not asked')
    redis.thaw()
    await untilShared(limiter)
  })

  it('goes on alone when Redis is out of memory, says so once, and shares again when there is room', async (t) => {
    const { url, redis } = await emptyRedis(t)
    const limiter = await open(t, url)
    await redis.config('SET', 'maxmemory', '1')
    assert.equal(await takeMany(limiter, 'key:a', 3, 5), 3)
    // Two probes and more: none takes an answer to a ping for a Redis that counts.
    const before = await countScripts(redis)
    while ((await countScripts(redis)) < before + 2) await sleep(20)
    assert.ok(await countsAlone(limiter))
    await redis.config('SET', 'maxmemory', '0')
    await untilShared(limiter)
    assert.deepEqual(
      limiter.lines.map((line) => (AWAY.test(line) ? 'away' : BACK.test(line) ? 'back' : line)),
      ['back', 'away', 'back'],
    )
  })

  it('waits longer for the first answer, since a process that starts is slow to read it', async (t) => {
    const { url } = await emptyRedis(t)
    const late = await startLate(t, Number(new URL(url).port))
    const { lines } = await open(t, `redis://127.0.0.1:${late}`)
    assert.match(lines.join(), BACK)
    assert.doesNotMatch(lines.join(), AWAY)
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

const NONSENSE = {
  'a word': '+OK\r\n',
  'too few numbers': '*1\r\n:1\r\n',
  'no numbers': '*3\r\n+a\r\n+b\r\n+c\r\n',
  'more than was requested': '*3\r\n:0\r\n:9\r\n:60000\r\n',
  'another protocol': 'HTTP/1.1 400 Bad Request\r\n\r\n',
}

it('counts alone if something else answers in place of Redis', async (t) => {
  for (const [what, reply] of Object.entries(NONSENSE)) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        // One reply for each command of the pipeline.
        for (const _ of data.toString('latin1').matchAll(/^\*\d+\r$/gm)) socket.write(reply)
      })
      t.after(() => socket.destroy())
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.after(() => server.close())
    const limiter = await open(t, `redis://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const takes = await Promise.all([1, 2, 3].map(() => limiter.take('key:a', 2)))
    assert.equal(takes.map(({ allowed, remaining }) => `${allowed} ${remaining}`).join(), 'true 1,true 0,false 0', what)
    assert.equal(limiter.lines.filter((line) => AWAY.test(line)).length, 1, what)
    assert.equal(limiter.lines.filter((line) => BACK.test(line)).length, 0, what)
  }
})
