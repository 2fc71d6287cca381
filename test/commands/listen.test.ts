import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { newFolder } from '../backends.ts'
import { PROGRAM_ENV } from '../processes.ts'
import { importRows, type Service, startService, yantra } from '../service.ts'
import { startReceiver } from '../webhooks/workshop.ts'

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

const ROW = {
  type: 'machine',
  name: '500',
  manufacturer: { slug: 'test-maker', name: 'Test Maker' },
  machine_class: 'tractor',
  lifecycle: 'current',
  published_at: '2020-01-01',
}

async function newService(t: TestContext, env: Record<string, string> = {}): Promise<Service> {
  const database = `file:${join(newFolder(t), 'yantra.db')}`
  const settings = { DATABASE_URL: database, SAMPLE: 'false', WEBHOOK_ALLOW_PRIVATE: 'true', ...env }
  return startService(t, settings, { deliver: true })
}

async function newKey({ env }: Service, tier = 'enterprise'): Promise<string> {
  const { stdout } = await yantra(env, 'keys', 'create', '--name', 'me', '--tier', tier, '--json')
  return (JSON.parse(stdout) as { key: string }).key
}

/** An address where nothing listens. */
async function nobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

/** `yantra listen` as a process of its own, and the lines it prints. */
function startListening(t: TestContext, key: string, ...args: string[]) {
  const env = { ...PROGRAM_ENV, YANTRA_KEY: key }
  const child: ChildProcess = fork(CLI, ['listen', ...args], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  t.after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  return { child, ended: once(child, 'exit'), line: async () => String((await lines.next()).value) }
}

it('yantra listen', async (t) => {
  const service = await newService(t)

  await t.test(
    'forwards deliveries with their signatures, and removes its subscription when it is stopped',
    async (t) => {
      const key = await newKey(service)
      const receiver = await startReceiver(t, (_, response) => response.writeHead(202).end())
      const listening = startListening(t, key, '--forward-to', receiver.url, '--server', service.url, '--json')
      const { id, secret } = JSON.parse(await listening.line()) as { id: string; secret: string }
      const [subscription] = JSON.parse((await yantra(service.env, 'webhooks', 'list', '--json')).stdout)
      assert.equal(subscription.id, id)
      assert.match(subscription.url, /^http:\/\/127\.0\.0\.1:\d+\/yantra-listen\/[\w-]{22}$/)
      assert.equal((await fetch(new URL('/other', subscription.url), { method: 'POST', body: '{}' })).status, 404)

      await importRows(t, service.env, [{ ...ROW, slug: 'test-maker-500' }])
      await receiver.arrived(1)
      const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[number]]
      const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; id: string }
      assert.equal(event.type, 'variant.published')
      assert.match(headers['x-service-signature'] as string, /^[0-9a-f]{64}$/)
      const { time, ms, ...told } = JSON.parse(await listening.line())
      assert.deepEqual(told, { id: event.id, type: 'variant.published', status: 202 })
      assert.ok(!Number.isNaN(Date.parse(time)) && ms >= 0)

      listening.child.kill('SIGINT')
      assert.deepEqual(await listening.ended, [0, null])
      assert.deepEqual(JSON.parse((await yantra(service.env, 'webhooks', 'list', '--json')).stdout), [])
    },
  )

  await t.test('says when the local address is down, and lets the server try again', async (t) => {
    const listening = startListening(
      t,
      await newKey(service),
      ...['--forward-to', await nobody(), '--server', service.url],
    )
    const ready: string[] = []
    while (!ready.at(-1)?.startsWith('Ctrl-C')) ready.push(await listening.line())
    assert.match(ready[0]!, /^Ready: variant\.published, variant\.updated, /)
    await listening.line()
    await importRows(t, service.env, [{ ...ROW, slug: 'test-maker-600' }])
    const line = await listening.line()
    assert.match(
      line,
      /^\d\d:\d\d:\d\d {2}variant\.published {2}down +\d+ ms {2}evt_\S+ {2}127\.0\.0\.1:\d+ does not answer/,
    )
    assert.match(line, /; the server tries again$/)
    const [id] = /evt_\S+/.exec(line)!
    // The second attempt comes 5 s after the first.
    assert.match(await listening.line(), new RegExp(` down .* ${id} `))
    listening.child.kill('SIGTERM')
    assert.deepEqual(await listening.ended, [0, null])
  })
})

it('says what is wrong, and what to do', async (t) => {
  const [service, closed] = await Promise.all([newService(t), newService(t, { WEBHOOK_ALLOW_PRIVATE: 'false' })])
  const key = await newKey(service)
  const listen = async (env: Record<string, string>, ...args: string[]) => {
    const { code, stderr } = await yantra(env, 'listen', ...args)
    assert.equal(code, 2)
    return stderr
  }
  const to = ['--forward-to', 'http://localhost:3000']
  const at = (url: string) => [...to, '--server', url]
  const withKey = { YANTRA_KEY: key }

  assert.match(await listen(withKey), /--forward-to is missing/)
  assert.match(await listen(withKey, '--forward-to', 'localhost:3000'), /--forward-to must be an http/)
  assert.match(await listen({}, ...at(service.url)), /YANTRA_KEY is not set; `yantra keys create/)
  assert.match(await listen(withKey, ...at(await nobody())), /does not answer \(ECONNREFUSED\); is it running\?/)
  assert.match(await listen(withKey, ...at(`${service.url}/healthz`)), /\/healthz answers 404/)
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  assert.match(await listen({ YANTRA_KEY: wrong }, ...at(service.url)), /does not know the key in YANTRA_KEY/)
  const standard = { YANTRA_KEY: await newKey(service, 'standard') }
  assert.match(await listen(standard, ...at(service.url)), /needs a key of the enterprise tier.*--tier enterprise/)
  const there = { YANTRA_KEY: await newKey(closed) }
  assert.match(await listen(there, ...at(closed.url)), /does not deliver to this machine .*WEBHOOK_ALLOW_PRIVATE=true/)
  const receiver = await startReceiver(t)
  assert.match(await listen(withKey, ...at(receiver.url)), /not as a Yantra server does/)
})
