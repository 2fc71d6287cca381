import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { createPost } from '../../src/webhooks/post.ts'
import { createResolver, createTargetGuard, UnresolvableHostError } from '../../src/webhooks/ssrf-guard.ts'
import { startNameServer } from './name-server.ts'

it('returns all addresses of a name and distinguishes no address from no response', async (t) => {
  const server = await startNameServer(t, (name) => {
    if (name === 'two.example') return ['93.184.215.14', '93.184.215.15']
    if (name === 'empty.example') return []
    if (name === 'servfail.example') return 'servfail'
    return name === 'silent.example' ? 'silence' : 'nxdomain'
  })
  const resolve = createResolver([server])
  const two = await resolve('TWO.example.')
  assert.deepEqual(two.map((item) => item.address).sort(), ['93.184.215.14', '93.184.215.15'])
  for (const name of ['empty.example', 'nothing.example', 'a..b', `${'x'.repeat(64)}.example`]) {
    await assert.rejects(resolve(name), new UnresolvableHostError(`${name} has no address`))
  }
  for (const name of ['servfail.example', 'silent.example']) {
    await assert.rejects(resolve(name), (error) => !(error instanceof UnresolvableHostError), name)
  }
})

it('never connects to loopback through a name server that changes its response', async (t) => {
  let touched = 0
  const canary = createServer(() => touched++)
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  t.after(() => canary.close())
  const address = canary.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let requested = 0
  const server = await startNameServer(t, (name) => {
    if (name === 'mixed.example') return ['93.184.215.14', '127.0.0.1']
    // Two questions, for either family, make one look-up.
    return requested++ < 2 ? ['93.184.215.14'] : ['127.0.0.1']
  })
  const guard = createTargetGuard({ allowPrivate: false, resolve: createResolver([server]) })
  const post = createPost(guard, { connectMs: 2_000, totalMs: 2_000 })
  const url = `https://rebind.example:${port}/`
  assert.equal(await guard.problemOf(url), undefined)
  assert.equal((await post(url, {}, '{}')).kind, 'refused')
  const mixed = `https://mixed.example:${port}/`
  assert.match((await guard.problemOf(mixed)) ?? '', /not on the public internet/)
  assert.equal((await post(mixed, {}, '{}')).kind, 'refused')
  assert.equal(touched, 0)
})
