import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import { it, type TestContext } from 'node:test'
import type { Outcome } from '../../src/webhooks/outcome.ts'
import { pingSubscription } from '../../src/webhooks/ping.ts'
import { createPost } from '../../src/webhooks/post.ts'
import { enableSubscription, replayDeliveries } from '../../src/webhooks/replay.ts'
import { createSender } from '../../src/webhooks/sender.ts'
import { createTargetGuard, UnresolvableHostError } from '../../src/webhooks/ssrf-guard.ts'
import { sqlite } from '../backends.ts'
import { newKeyId, newLog, newSecrets, publish, startReceiver, subscribe } from './workshop.ts'

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
const PUBLIC: LookupAddress = { address: '93.184.215.14', family: 4 }
const MAPPED: LookupAddress = { address: '::ffff:127.0.0.1', family: 6 }

/** What a name or number can be spelled as that leads to this machine or its network. */
const SPELLINGS = `
127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0177.0.0.1 0177.0.0.01 017700000001 127.0.0.1.
127.000.000.001 0x7F.0x0.0x0.0x1 ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 %31%32%37.0.0.1 0 0.0.0.0 0x0 00
localhost LOCALHOST localhost. localhost.. a.localhost a.b.localhost. ⓛocalhost ｌｏｃａｌｈｏｓｔ loc%61lhost
lo\u00adcalhost 10.0.0.1 10.1 0xa.0.0.1 167772161 012.1.1.1 172.16.0.1 172.31.255.255 192.168.1.1 0xc0a80101
192.168.257 100.64.0.1 100.100.100.200 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518
198.18.0.1 192.0.2.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16 192.0.0.192
[::] [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1]
[64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd00:ec2::254]
[ff02::1] [fec0::1] [2001:db8::1] [2606:4700::5efe:127.0.0.1] [::ffff:a9fe:a9fe] [100::1] [3fff::1]
`
  .trim()
  .split(/\s+/)

/** Listens on a port of IPv4 and IPv6 loopback. At the end of the test nothing may have connected. */
async function startCanary(t: TestContext): Promise<number> {
  let [port, connections] = [0, 0]
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer((socket) => {
      connections++
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    }).catch((error) => {
      if (host === '127.0.0.1') throw error
    })
    const address = server.address()
    if (typeof address === 'object' && address) port = address.port
    t.after(() => server.close())
  }
  t.after(() => assert.equal(connections, 0))
  return port
}

it('never connects to a private target in any spelling, at creation or delivery', async (t) => {
  assert.ok(new Set(SPELLINGS).size >= 60)
  const port = await startCanary(t)
  // A resolver that would give every name away.
  const guard = createTargetGuard({ allowPrivate: false, resolve: async () => [LOOPBACK] })
  const post = createPost(guard, { connectMs: 500, totalMs: 500 })
  for (const spelling of SPELLINGS) {
    const url = `https://${spelling}:${port}/`
    assert.ok(await guard.problemOf(url), url)
    assert.equal((await post(url, {}, '{}')).kind, 'refused', url)
  }
})

it('never connects to a private target by ping or replay', async (t) => {
  const port = await startCanary(t)
  const db = await sqlite.newDatabase(t)
  const secrets = await newSecrets()
  const guard = createTargetGuard({ allowPrivate: false, resolve: async () => [LOOPBACK] })
  const post = createPost(guard, { connectMs: 500, totalMs: 500 })
  const outcomes: Outcome[] = []
  const sender = createSender({ db, secrets, post, log: newLog(), onOutcome: (outcome) => outcomes.push(outcome) })
  const { id } = await subscribe(db, secrets, await newKeyId(db), 'https://example.com/')
  await publish(db, 1)
  for (const spelling of SPELLINGS) {
    const url = `https://${spelling}:${port}/`
    // Past every check at creation.
    await db.updateTable('subscriptions').set({ url }).where('id', '=', id).execute()
    assert.equal((await pingSubscription({ db, secrets, post }, id))?.result.kind, 'refused', url)
    await enableSubscription(db, id, Date.now())
    assert.equal(await replayDeliveries(db, id, { since: 0, failedOnly: false }, Date.now()), 1)
    await sender.sendDue()
    assert.equal(outcomes.at(-1)?.outcome, 'refused', url)
  }
  assert.equal(outcomes.length, SPELLINGS.length)
})

it('refuses a name that mixes public and private addresses', async (t) => {
  const port = await startCanary(t)
  for (const addresses of [[PUBLIC, LOOPBACK], [LOOPBACK, PUBLIC], [PUBLIC, MAPPED], [MAPPED]]) {
    const guard = createTargetGuard({ allowPrivate: false, resolve: async () => addresses })
    const url = `https://mixed.example:${port}/`
    assert.match((await guard.problemOf(url)) ?? '', /not on the public internet/)
    assert.equal((await createPost(guard)(url, {}, '{}')).kind, 'refused')
  }
})

it('never follows a redirect', async (t) => {
  const port = await startCanary(t)
  const post = createPost(createTargetGuard({ allowPrivate: true }))
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await startReceiver(t, (_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end()
    })
    const result = await post(receiver.url, {}, '{}')
    assert.equal(result.kind === 'answer' && result.status, status)
  }
})

it('distinguishes a name that does not resolve from a resolver that fails', async () => {
  const guardOf = (error: Error) => createTargetGuard({ allowPrivate: false, resolve: () => Promise.reject(error) })
  const unresolvable = guardOf(new UnresolvableHostError('nowhere.example'))
  assert.match((await unresolvable.problemOf('https://nowhere.example/')) ?? '', /does not resolve/)
  const failing = guardOf(Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' }))
  await assert.rejects(failing.problemOf('https://somewhere.example/'), /ESERVFAIL/)
  assert.equal((await createPost(failing)('https://somewhere.example/', {}, '{}')).kind, 'unreachable')
})
