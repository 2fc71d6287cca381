import assert from 'node:assert/strict'
import { it } from 'node:test'
import { untilStopped } from './until-stopped.ts'

it('ends at the first signal, and by force when that takes too long', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const exit = t.mock.method(process, 'exit', (() => {}) as never)
  t.mock.method(process.stderr, 'write', () => true)
  const heard = new Map((['SIGTERM', 'SIGINT'] as const).map((signal) => [signal, process.listeners(signal)]))
  t.after(() => {
    for (const [signal, before] of heard) {
      for (const listener of process.listeners(signal)) {
        if (!before.includes(listener)) process.removeListener(signal, listener)
      }
    }
  })
  const stopped = untilStopped()
  process.emit('SIGTERM')
  await stopped
  // npm and the terminal pass on the same signal.
  process.emit('SIGTERM')
  t.mock.timers.tick(9_400)
  assert.equal(exit.mock.callCount(), 0)
  t.mock.timers.tick(100)
  assert.deepEqual(
    exit.mock.calls.map(({ arguments: input }) => input),
    [[1]],
  )
})
