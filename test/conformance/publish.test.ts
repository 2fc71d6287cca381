import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sqlite } from '../backends.ts'
import { signIn } from '../console.ts'
import { implement, machine, manufacturer } from '../import/take.ts'
import { importRows, startService, yantra } from '../service.ts'

const HIDDEN = { published_at: undefined }

it('is published by a command, counts as a part of the import, and goes with its undo', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const existing = { ...machine, ...HIDDEN, slug: 'known', name: 'Known' }
  await importRows(t, env, [manufacturer, existing])
  const rows = [
    { ...machine, ...HIDDEN },
    { ...implement, ...HIDDEN },
    { ...machine, slug: 'seen', name: 'Seen' },
    { type: 'machine', slug: 'known', patch: true, engine_hp: 47 },
  ]
  await importRows(t, env, rows)
  const [{ id }] = JSON.parse((await yantra(env, 'imports', 'list', '--json')).stdout) as [{ id: string }]
  const published = async () => {
    const lines = (await yantra(env, 'export')).stdout.trimEnd().split('\n')
    const all = lines.map((line) => JSON.parse(line) as { slug: string; published_at?: string })
    return all.filter(({ published_at }) => published_at).map(({ slug }) => slug)
  }
  assert.deepEqual(await published(), ['seen'])
  const done = await yantra(env, 'publish', '--import', id, '--json')
  assert.deepEqual([done.code, JSON.parse(done.stdout)], [0, { id, published: 2 }], done.stderr)
  // What the import only changed, somebody keeps back.
  assert.deepEqual((await published()).sort(), ['mahindra-575-di', 'rotavator-5', 'seen'])
  assert.deepEqual(JSON.parse((await yantra(env, 'publish', '--import', id, '--json')).stdout).published, 0)
  const [recorded] = JSON.parse((await yantra(env, 'audit', '--action', 'imports.publish', '--json')).stdout).slice(-1)
  assert.deepEqual([recorded.target, recorded.detail], [id, { published: 2 }])
  assert.equal((await yantra(env, 'publish', '--import', 'imp_0')).code, 1)
  assert.equal((await yantra(env, 'publish')).code, 2)
  assert.match((await yantra(env, 'history', 'verify')).stdout, /agree/)
  const undone = await yantra(env, 'imports', 'undo', id)
  assert.equal(undone.code, 0, undone.stderr)
  assert.deepEqual(await published(), [])
})

it('is published by the button that the console shows next, which a viewer does not have', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const [asha, viewer] = [await signIn(service), await signIn(service, '--as', 'Ravi', '--role', 'viewer')]
  const sent = await asha.send('new.ndjson', `${JSON.stringify({ ...machine, ...HIDDEN, slug: 'new', name: 'New' })}\n`)
  await asha.until(sent, /Apply<\/button>/)
  await asha.post(`${sent}/apply`)
  const applied = await asha.until(sent, /What is next/)
  assert.match(applied, /One new record is in and not published/)
  const [, there = ''] = /action="\/console\/(imports\/imp_[^"]+\/publish)"/.exec(applied)!
  const page = there.replace(/\/publish$/, '')
  assert.match(await (await asha.get(page)).text(), /What is next.*?Publish<\/button>/s)
  assert.doesNotMatch(await (await viewer.get(page)).text(), /<button[^>]*>Publish/)
  assert.equal((await viewer.post(there)).status, 403)
  assert.equal((await asha.post(there, {}, { origin: 'https://other.example' })).status, 403)
  assert.equal((await service.get('/v1/tractors/new')).status, 404)
  assert.equal((await asha.post(there)).status, 303)
  assert.match(await (await asha.get(page)).text(), /Published 1 record of import imp_/)
  assert.doesNotMatch(await (await asha.get(page)).text(), /What is next/)
})
