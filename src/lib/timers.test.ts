import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coalesce, schedule } from './timers.ts'

/** A run that ends when the test says so. */
function heldRun() {
  const open: (() => void)[] = []
  const run = () => new Promise<void>((resolve) => void open.push(resolve))
  return { open, run }
}

const turn = () => new Promise(setImmediate)

describe('one at a time', () => {
  it('gives callers during a run the next one, and only one', async () => {
    let began = 0
    let end = () => {}
    const run = coalesce(async () => {
      const number = ++began
      await new Promise<void>((resolve) => {
        end = resolve
      })
      return number
    })
    const first = run()
    const others = [run(), run(), run()]
    assert.equal(began, 1)
    end()
    assert.equal(await first, 1)
    await turn()
    assert.equal(began, 2)
    end()
    assert.deepEqual(await Promise.all(others), [2, 2, 2])
    assert.equal(began, 2)
  })

  it('never overlaps, even for a caller between two runs', async () => {
    let running = 0
    const run = coalesce(async () => {
      assert.equal(++running, 1)
      await turn()
      running--
    })
    const all: Promise<void>[] = []
    for (let count = 0; count < 50; count++) {
      all.push(run(), run().then(run))
      await Promise.resolve()
    }
    await Promise.all(all)
    assert.equal(running, 0)
  })

  it('goes on after a failed run, which fails only for its own callers', async () => {
    let count = 0
    const run = coalesce(() => {
      if (++count === 1) throw new Error('first')
      return count
    })
    const [first, second] = await Promise.allSettled([run(), run()])
    assert.equal(first.status, 'rejected')
    assert.deepEqual(second, { status: 'fulfilled', value: 2 })
    assert.equal(await run(), 3)
  })
})

describe('a loop', () => {
  it('waits for the end of a run before it counts the time to the next', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { open, run } = heldRun()
    const loop = schedule(100, run)
    t.mock.timers.tick(99)
    assert.equal(open.length, 0)
    t.mock.timers.tick(1)
    assert.equal(open.length, 1)
    t.mock.timers.tick(1_000)
    assert.equal(open.length, 1)
    open[0]!()
    await turn()
    t.mock.timers.tick(100)
    assert.equal(open.length, 2)
    open[1]!()
    await loop.stop()
  })

  it('waits as long as a run says', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let runs = 0
    const loop = schedule(100, () => (++runs === 1 ? 5 : undefined), { atOnce: true })
    await turn()
    t.mock.timers.tick(5)
    await turn()
    assert.equal(runs, 2)
    t.mock.timers.tick(99)
    assert.equal(runs, 2)
    await loop.stop()
  })

  it('stops at once between runs, and after the run under way during one', async () => {
    const { open, run } = heldRun()
    const inactive = schedule(1_000, run)
    await inactive.stop()
    await inactive.wake()
    assert.equal(open.length, 0)

    let input: AbortSignal | undefined
    const keepSignal = (signal: AbortSignal) => {
      input = signal
      return run()
    }
    const busy = schedule(1, keepSignal, { atOnce: true })
    let isOver = false
    const over = busy.stop().then(() => {
      isOver = true
    })
    await turn()
    assert.deepEqual([isOver, input!.aborted], [false, true])
    open[0]!()
    await over
    await busy.wake()
    assert.equal(open.length, 1)
  })

  it('stops with the signal it was given', async () => {
    const ending = new AbortController()
    let runs = 0
    const loop = schedule(1_000, () => void runs++, { signal: ending.signal })
    await loop.wake()
    ending.abort()
    await loop.wake()
    assert.equal(runs, 1)
    await schedule(1, () => void runs++, { signal: ending.signal, atOnce: true }).wake()
    assert.equal(runs, 1)
  })

  it('goes on after an error, and tells of it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const errors: unknown[] = []
    const loop = schedule(
      100,
      () => {
        throw new Error('no')
      },
      { atOnce: true, onError: (error) => errors.push(error) },
    )
    await turn()
    t.mock.timers.tick(100)
    await turn()
    assert.equal(errors.length, 2)
    await loop.stop()
  })
})
