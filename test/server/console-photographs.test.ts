import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { it } from 'node:test'
import { type AdminContext, runAction } from '../../src/admin/actions.ts'
import { records } from '../../src/admin/records.ts'
import { toConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { type Db, writeTransaction } from '../../src/database/schema.ts'
import { keepPhotograph, makePhotograph, sweepPhotographs } from '../../src/import/photographs.ts'
import { DAY_MS } from '../../src/lib/calendar.ts'
import { newFolder, putSample, sqlite, target } from '../backends.ts'
import { signIn } from '../console.ts'
import { PLACE, png } from '../png.ts'
import { importRows, type Service, startService, yantra } from '../service.ts'

async function send({ url }: Service, cookie: string, path: string, bytes: Buffer, caption: string) {
  const form = new FormData()
  form.set('caption', caption)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'IMG_2231.jpg')
  const headers = { cookie, origin: new URL(url).origin }
  return fetch(`${url}/console/${path}/photographs`, { method: 'POST', body: form, headers, redirect: 'manual' })
}

async function keepOne(db: Db, folder: string) {
  const photograph = await makePhotograph(png(4))
  assert.ok(!('refused' in photograph))
  await keepPhotograph(db, folder, photograph, 'listing', '1')
  return photograph
}

it('a photograph is put to a machine and a listing, made anew, and served while a visible record names it', async (t) => {
  const MEDIA_DIR = `${newFolder(t)}/media`
  const env = { DATABASE_URL: await sqlite.newUrl(t), MEDIA_DIR }
  const service = await startService(t, env)
  const console = await signIn(service, '--as', 'Asha')
  for (const [page, read, caption] of [
    ['records/machine/mahindra-575-di', '/v1/tractors/mahindra-575-di', 'From the left'],
    ['records/listing/1', '/v1/market/listings/1', 'Call 98155 00321'],
  ] as const) {
    const answers = await Promise.all([1, 2].map((shade) => send(service, console.cookie, page, png(shade), caption)))
    for (const answer of answers) assert.equal(answer.status, 303)
    assert.match(await console.until(page, /Added a photograph of 12 × 8/), /Add a photograph/)
    const visible = await (await service.get(read)).text()
    const names = [...new Set(visible.match(/\/photos\/[a-p]{32}\.jpg/g))]
    assert.equal(names.length, 2, 'both, though they came at once')
    assert.ok(!visible.includes('98155'))
    for (const name of names) {
      const { status, headers, body } = await service.get(name).then(async (answer) => ({
        ...{ status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) },
      }))
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg'])
      assert.match(headers.get('cache-control')!, /^public, max-age=86400$/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.ok(!body.includes(PLACE))
    }
  }
  assert.equal(readdirSync(MEDIA_DIR).length, 12, 'one picture, three widths, two formats')
  const [name] = (await (await service.get('/v1/market/listings/1')).text()).match(/\/photos\/[a-p]{32}/)!
  for (const end of ['-small.webp', '-middle.jpg', '.webp']) assert.equal((await service.get(name + end)).status, 200)
  assert.match(await (await service.get('/en/used/1')).text(), new RegExp(`srcset="[^"]*${name}-small.webp 480w, `))
  await yantra(env, 'listings', 'withdraw', '1')
  assert.equal((await service.get(`${name}.jpg`)).status, 200, 'the machine names it, too')
  await importRows(t, env, [{ type: 'machine', slug: 'mahindra-575-di', patch: true, published_at: null }])
  assert.equal((await service.get(`${name}.jpg`)).status, 404, 'nobody may see what names it')
})

it('a photograph is refused with its reason, and nothing is kept', async (t) => {
  const MEDIA_DIR = `${newFolder(t)}/media`
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), MEDIA_DIR })
  const editor = await signIn(service)
  const page = 'records/machine/mahindra-575-di'
  for (const [bytes, reason] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /no JPEG, PNG or WebP/],
    [Buffer.alloc(9 * 1024 * 1024, png(1)), /up to 8 MB/],
    [Buffer.alloc(0), /no JPEG, PNG or WebP/],
  ] as const) {
    assert.equal((await send(service, editor.cookie, page, bytes, '')).status, 303)
    await editor.until(page, reason)
  }
  assert.equal((await send(service, editor.cookie, 'records/machine/none-such', png(1), '')).status, 404)
  assert.equal((await send(service, editor.cookie, 'records/manufacturer/mahindra', png(1), '')).status, 404)
  const viewer = await signIn(service, '--as', 'Ravi', '--role', 'viewer')
  assert.equal((await send(service, viewer.cookie, page, png(1), '')).status, 403)
  assert.equal(existsSync(MEDIA_DIR), false)
  for (const path of ['/photos/..%2Fyantra.db', `/photos/${'a'.repeat(32)}.png`, '/photos/x.svg']) {
    assert.equal((await service.get(path)).status, 404, path)
  }
})

it('a photograph is deleted a week after no record names it, and not before', async (t) => {
  const [db, folder] = [await sqlite.newSample(t), `${newFolder(t)}/media`]
  const created = await keepOne(db, folder)
  const { doc } = await db.selectFrom('listings').select('doc').where('id', '=', 1).executeTakeFirstOrThrow()
  const write = (text: string) => db.updateTable('listings').set({ doc: text }).where('id', '=', 1).execute()
  const start = Date.parse('2026-11-02T00:00:00Z')
  const deletedAfter = (days: number) => sweepPhotographs(db, folder, start + days * DAY_MS)
  await write(JSON.stringify({ ...JSON.parse(doc), photos: [`/photos/${created.name}.jpg`] }))
  for (const days of [0, 8, 30]) assert.equal(await deletedAfter(days), 0)
  await write(doc)
  for (const days of [31, 37.9]) assert.equal(await deletedAfter(days), 0)
  await write(JSON.stringify({ ...JSON.parse(doc), photos: [`/photos/${created.name}.jpg`] }))
  assert.equal(await deletedAfter(37.95), 0)
  await write(doc)
  for (const days of [38, 44.9]) assert.equal(await deletedAfter(days), 0, 'the week begins anew')
  assert.equal(readdirSync(folder).length, 6)
  assert.equal(await deletedAfter(45), 1)
  assert.deepEqual(readdirSync(folder), [])
  assert.deepEqual(await db.selectFrom('photographs').selectAll().execute(), [])
})

it('a photograph of an erased listing is deleted by the next sweep, if the erasing process had not done it', async (t) => {
  const folder = `${newFolder(t)}/media`
  const url = await sqlite.newUrl(t)
  await putSample(url)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  const created = await keepOne(db, folder)
  const photos = [`/photos/${created.name}.jpg`]
  assert.equal((await importRows(t, { DATABASE_URL: url }, [{ type: 'listing', id: 1, patch: true, photos }])).code, 0)
  // Without a folder it deletes no file, as if it were killed after its commit.
  const config = { ...toConfig({ DATABASE_URL: url }), mediaFolder: undefined }
  const desk = { db, config, actor: { by: 'console', who: 'Asha' }, now: Date.now() } as AdminContext
  assert.ok(await runAction(records, 'erase', desk, { type: 'listing', key: '1' }, { reason: 'asked to' }))
  assert.equal(readdirSync(folder).length, 6)
  assert.equal(await sweepPhotographs(db, folder, Date.now()), 1)
  assert.deepEqual(readdirSync(folder), [])
})

it('a photograph is looked for without the writer lock, which is taken only to note a change', async (t) => {
  const [db, folder] = [await sqlite.newSample(t), `${newFolder(t)}/media`]
  await keepOne(db, folder)
  await sweepPhotographs(db, folder, Date.now())
  await writeTransaction(db, async () => {
    assert.equal(await sweepPhotographs(db, folder, Date.now()), 0)
  })
})
