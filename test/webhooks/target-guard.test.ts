import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, it } from 'node:test'
import { createPost } from '../../src/webhooks/post.ts'
import { createTargetGuard, Unresolvable } from '../../src/webhooks/target-guard.ts'
import { SPELLINGS, startCanary } from './private-targets.ts'
import { startReceiver } from './workshop.ts'

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
const PUBLIC: LookupAddress = { address: '93.184.215.14', family: 4 }
const MAPPED: LookupAddress = { address: '::ffff:127.0.0.1', family: 6 }

describe('the target guard', () => {
  it('knows more than sixty spellings', () => assert.ok(new Set(SPELLINGS).size >= 60, String(SPELLINGS.length)))

  it('never touches a private target, however it is spelled, at creation or at a send', async (t) => {
    const canary = await startCanary(t)
    // A resolver that would give every name away.
    const guard = createTargetGuard({ allowPrivate: false, resolve: async () => [LOOPBACK] })
    const post = createPost(guard, { connectMs: 500, totalMs: 500 })
    for (const spelling of SPELLINGS) {
      const url = `https://${spelling}:${canary.port}/`
      assert.ok(await guard.problemOf(url), `${url} is taken at creation`)
      const result = await post(url, {}, '{}')
      assert.equal(result.kind, 'refused', `${url}: ${JSON.stringify(result)}`)
    }
    assert.equal(canary.touched, 0)
    t.diagnostic(`${SPELLINGS.length} spellings at creation and send: ${canary.touched} connections`)
  })

  it('says what a URL lacks', async () => {
    const guard = createTargetGuard({ allowPrivate: false, resolve: async () => [PUBLIC] })
    for (const text of ['not a url', '', 'hooks.example.com/x y', 'https:/a.example'])
      assert.match((await guard.problemOf(text)) ?? '', /^must be an absolute URL, such as https:/, text)
    for (const text of [' https://a.example/', 'https://a.example/x y', 'https://a.example\\x'])
      assert.match((await guard.problemOf(text)) ?? '', /blanks, control characters or backslashes/, text)
  })

  it('refuses a name whose second answer is private: what was checked is what is connected to', async (t) => {
    const canary = await startCanary(t)
    let asked = 0
    const guard = createTargetGuard({
      allowPrivate: false,
      resolve: async () => (asked++ === 0 ? [PUBLIC] : [LOOPBACK]),
    })
    const url = `https://rebind.example:${canary.port}/`
    assert.equal(await guard.problemOf(url), undefined)
    const result = await createPost(guard)(url, {}, '{}')
    assert.equal(result.kind, 'refused')
    assert.equal(asked, 2)
    assert.equal(canary.touched, 0)
  })

  it('refuses a name that mixes public and private addresses', async (t) => {
    const canary = await startCanary(t)
    for (const answer of [[PUBLIC, LOOPBACK], [LOOPBACK, PUBLIC], [PUBLIC, MAPPED], [MAPPED]]) {
      const guard = createTargetGuard({ allowPrivate: false, resolve: async () => answer })
      const url = `https://mixed.example:${canary.port}/`
      assert.match((await guard.problemOf(url)) ?? '', /not on the public internet/)
      assert.equal((await createPost(guard)(url, {}, '{}')).kind, 'refused')
    }
    assert.equal(canary.touched, 0)
    t.diagnostic('4 mixed answers refused, 0 connections')
  })

  it('never follows a redirect', async (t) => {
    const canary = await startCanary(t)
    const post = createPost(createTargetGuard({ allowPrivate: true }))
    for (const status of [301, 302, 303, 307, 308]) {
      const receiver = await startReceiver(t, (_, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end()
      })
      const result = await post(receiver.url, {}, '{}')
      assert.equal(result.kind === 'answer' && result.status, status)
    }
    assert.equal(canary.touched, 0)
    t.diagnostic('5 redirects, 0 hits')
  })

  it('tells a name that does not resolve from a resolver that fails', async () => {
    const unresolvable = createTargetGuard({
      allowPrivate: false,
      resolve: async (host) => {
        throw new Unresolvable(host)
      },
    })
    assert.match((await unresolvable.problemOf('https://nowhere.example/')) ?? '', /does not resolve/)
    const failing = createTargetGuard({
      allowPrivate: false,
      resolve: async () => {
        throw Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' })
      },
    })
    await assert.rejects(failing.problemOf('https://somewhere.example/'), /ESERVFAIL/)
    const result = await createPost(failing)('https://somewhere.example/', {}, '{}')
    assert.equal(result.kind, 'unreachable')
  })
})
