import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createLoadShedder, threadCpuMs } from './load-shedder.ts'

/** Returns a shedder with a clock of its own: how busy the machine is must not count. */
function open(t: TestContext, maxEventLoopDelayMs = 0) {
  let clock = 0
  const shedder = createLoadShedder({ maxEventLoopDelayMs, maxMemoryMb: 0 }, () => clock)
  t.after(shedder.close)
  const done: string[] = []
  const hold = (ms: number) => {
    clock += ms
  }
  /** A request whose work takes this long; it leaves when its work is done. */
  const enter = (address: string, ms = 0): boolean => {
    const leave = shedder.enter(address, () => {
      hold(ms)
      done.push(address)
      setImmediate(() => leave?.())
    })
    return leave !== undefined
  }
  return { ...shedder, enter, hold, done }
}

type Opened = ReturnType<typeof open>

/** One address has this many requests waiting. */
function crowd({ enter }: Opened, count: number, ms: number): void {
  for (let i = 0; i <= count; i++) enter('busy', ms)
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn()
}

it('runs a request at once, and lets others arrive before the next', async (t) => {
  const shedder = open(t)
  for (const address of ['a', 'b']) shedder.enter(address, 10)
  assert.deepEqual([shedder.hasWaiting(), shedder.done], [true, ['a']])
  await until(() => shedder.done.length === 2)
  assert.equal(shedder.hasWaiting(), false)
})

it('lets addresses take turns, however many requests one of them has', async (t) => {
  const shedder = open(t)
  crowd(shedder, 50, 10)
  for (const address of ['a', 'b', 'a', 'c']) shedder.enter(address, 10)
  await until(() => shedder.done.length === 55)
  for (const address of ['a', 'b', 'c']) assert.ok(shedder.done.indexOf(address) <= 5, address)
  assert.equal(shedder.done.filter((address) => address === 'busy').length, 51)
})

it('refuses who would wait too long, and not the others', async (t) => {
  const shedder = open(t, 100)
  crowd(shedder, 50, 10)
  await until(() => shedder.done.length >= 10)
  assert.equal(shedder.enter('busy', 10), false)
  for (const address of ['a', 'b', 'c', 'a']) assert.equal(shedder.enter(address, 10), true, address)
  await until(() => !shedder.hasWaiting())
  await turn()
  assert.equal(shedder.enter('busy', 10), true)
})

it('counts all who wait when each asks little', async (t) => {
  const shedder = open(t, 100)
  crowd(shedder, 20, 10)
  await until(() => shedder.done.length >= 10)
  for (let i = 0; i < 30; i++) shedder.enter(`new ${i}`, 10)
  assert.equal(shedder.enter('last', 10), false)
})

it('refuses nothing with eight or fewer in flight, however long each takes', async (t) => {
  const shedder = open(t, 100)
  crowd(shedder, 0, 10_000)
  await turn()
  assert.deepEqual(
    Array.from({ length: 8 }, (_, i) => shedder.enter(`visitor ${i % 2}`, 10_000)),
    Array(8).fill(true),
  )
  assert.equal(shedder.enter('visitor 0', 10_000), false)
})

it('holds a bounded number of requests of one address in flight, and counts those that leave', async (t) => {
  const { enter, close } = createLoadShedder({ maxEventLoopDelayMs: 500, maxMemoryMb: 0 }, () => 0)
  t.after(close)
  const leaves = Array.from({ length: 200 }, () => enter('busy', () => {}))
  assert.equal(leaves.filter(Boolean).length, 128)
  assert.ok(enter('other', () => {}))
  leaves[0]!()
  assert.ok(enter('busy', () => {}))
  assert.equal(
    enter('busy', () => {}),
    undefined,
  )
})

it('expects the wait that it measures: what arrives between two turns counts', async (t) => {
  const acceptedWith = async (betweenMs: number) => {
    const shedder = open(t, 300)
    crowd(shedder, 60, 1)
    while (shedder.done.length < 41) {
      shedder.hold(betweenMs)
      await turn()
    }
    return Array.from({ length: 100 }, () => shedder.enter('busy', 1)).filter(Boolean).length
  }
  const [alone, withArrivals] = [await acceptedWith(0), await acceptedWith(9)]
  assert.ok(alone > 80 && withArrivals < 50, `${alone} and ${withArrivals}`)
})

it('measures the processor time of this thread', async () => {
  const before = threadCpuMs()
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(threadCpuMs() - before < 60)
  for (const start = threadCpuMs(); threadCpuMs() - start < 20; );
  assert.ok(threadCpuMs() - before >= 20)
})
