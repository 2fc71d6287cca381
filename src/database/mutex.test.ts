import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMutex } from './mutex.ts'
import { DatabaseUnavailable } from './unavailable.ts'

it('hands out turns in the order of asking, one at a time', async () => {
  const nextTurn = createMutex()
  const order: number[] = []
  let busy = 0
  async function work(number: number): Promise<void> {
    const end = await nextTurn(Number.POSITIVE_INFINITY)
    assert.equal(busy++, 0)
    order.push(number)
    await new Promise(setImmediate)
    busy--
    end()
  }
  await Promise.all([1, 2, 3, 4].map(work))
  assert.deepEqual(order, [1, 2, 3, 4])
})

it('tells whoever waited too long, and passes it over', async () => {
  const nextTurn = createMutex()
  const endFirst = await nextTurn(1_000)
  const second = nextTurn(1)
  const third = nextTurn(Number.POSITIVE_INFINITY)
  await assert.rejects(second, (error) => error instanceof DatabaseUnavailable && error.reason === 'lock')
  endFirst()
  const endThird = await third
  endThird()
  const endFourth = await nextTurn(0)
  endFourth()
})
