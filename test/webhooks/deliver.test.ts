import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { openDelivery } from './processes.ts'
import { publish, SECRET_KEY, startReceiver, subscribe } from './workshop.ts'

it('yantra deliver sends in its own process, and at SIGTERM ends with every outcome recorded', async (t) => {
  const { url, db, secrets, keyId } = await openDelivery(t, sqlite)
  const answers: (() => void)[] = []
  const receiver = await startReceiver(t, (_, response) => answers.push(() => response.end()))
  await subscribe(db, secrets, keyId, receiver.url)
  const env = { ...PROGRAM_ENV, DATABASE_URL: url, SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const child = fork(new URL('../../src/cli/main.ts', import.meta.url), ['deliver'], { env, silent: true })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await publish(db, 5)
  await receiver.arrived(5)
  child.kill('SIGTERM')
  for (const answer of answers) answer()
  assert.deepEqual(await ended, [0, null])
  const states = await db.selectFrom('deliveries').select('state').execute()
  assert.deepEqual(
    states.map(({ state }) => state),
    Array(5).fill('delivered'),
  )
  assert.equal(receiver.requests.length, 5)
})
