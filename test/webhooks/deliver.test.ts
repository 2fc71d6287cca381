import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/database/open.ts'
import { openSecrets } from '../../src/webhooks/signing.ts'
import { onEachBackend, target } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { newKeyId, publish, SECRET_KEY, startReceiver, subscribe } from './workshop.ts'

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

onEachBackend('yantra deliver', (backend) => {
  it('delivers in a process of its own and ends when it is told to, with everything written', async (t) => {
    const url = await backend.newUrl(t)
    const db = await openDatabase(target(url))
    t.after(() => db.destroy())
    const secrets = await openSecrets(db, { secretKey: SECRET_KEY, database: target(url), warn: assert.fail })
    const answers: (() => void)[] = []
    const receiver = await startReceiver(t, (_, response) => answers.push(() => response.end()))
    await subscribe(db, secrets, await newKeyId(db), receiver.url)
    const env = { ...PROGRAM_ENV, DATABASE_URL: url, SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' }
    const child = fork(CLI, ['deliver'], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    t.after(() => child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await publish(db, 5)
    await receiver.arrived(5)
    child.kill('SIGTERM')
    for (const answer of answers) answer()
    assert.deepEqual(await ended, [0, null])
    const states = await db.selectFrom('deliveries').select('state').execute()
    assert.deepEqual(new Set(states.map((row) => row.state)), new Set(['delivered']))
    assert.equal(receiver.requests.length, 5)
  })
})
