import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TimeoutError, withTimeout } from './timeout.ts'

it('gives the outcome of work that ends in time', async () => {
  assert.equal(await withTimeout(Promise.resolve(7), 1_000), 7)
  await assert.rejects(withTimeout(Promise.reject(new Error('its own')), 1_000), /its own/)
})

it('gives up on work that does not end, and drops what comes later', async () => {
  const work = Promise.withResolvers<number>()
  await assert.rejects(withTimeout(work.promise, 1), TimeoutError)
  work.reject(new Error('too late to matter'))
})

it('takes an answer that came while the process itself was stalled', async () => {
  const work = new Promise<string>((resolve) => setTimeout(resolve, 5, 'there'))
  const waiting = withTimeout(work, 5)
  for (const end = performance.now() + 30; performance.now() < end; );
  assert.equal(await waiting, 'there')
})
