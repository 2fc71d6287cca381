import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { createUploads } from '../../src/admin/uploads.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { UploadTable } from '../../src/database/tables/operator.ts'
import { sweepParts, UPLOAD_RETAINED_MS } from '../../src/import/uploads.ts'
import { sqlite, target } from '../backends.ts'

const ROWS = 7_000
const CONTENT = Array.from({ length: ROWS }, (_, i) =>
  JSON.stringify({ type: 'manufacturer', slug: `maker-${i}`, name: 'x'.repeat(150) }),
).join('\n')
const NAMES = { file: 'makers.ndjson', type: '', format: 'ndjson', options: '' } as const

async function open(t: TestContext) {
  const url = await sqlite.newUrl(t)
  const db = await openDatabase(target(url))
  t.after(() => db.destroy())
  // The threads and processes that read uploads do not keep a process alive; in the service its server does.
  const alive = setInterval(() => {}, 60_000)
  t.after(() => clearInterval(alive))
  const failures: unknown[] = []
  const start = () => {
    const onFailure = (error: unknown) => void failures.push(error)
    const uploads = createUploads({ db, target: target(url), review: false, onFailure })
    t.after(() => uploads.ended())
    return uploads
  }
  const parts = async () => (await db.selectFrom('upload_parts').select('number').execute()).length
  const stateOf = (id: string) =>
    db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return { db, failures, start, uploads: start(), parts, stateOf }
}

/** Sends the content in pieces, with something in between. */
async function send({ receive, take }: ReturnType<typeof createUploads>, between = async () => {}) {
  const { id, size } = await receive(
    async (file) => {
      for (let from = 0; from < CONTENT.length; from += 600_000) {
        await file.write(Buffer.from(CONTENT.slice(from, from + 600_000)))
        await between()
      }
      return { id: file.id, size: file.size }
    },
    () => true,
  )
  await take({ id, size, ...NAMES })
  return id
}

it('a starting replica keeps the parts of a file that is being received', async (t) => {
  const { db, uploads, start, stateOf, parts } = await open(t)
  const id = await send(uploads, async () => {
    await start().ended()
    await sweepParts(db, Date.now())
  })
  assert.equal(await parts(), 2)
  await uploads.ended()
  assert.equal((await stateOf(id)).state, 'checked')
})

it('the parts of an upload outlive its hour while it is read, and go afterwards', async (t) => {
  const { db, uploads, parts } = await open(t)
  const id = await send(uploads)
  await uploads.ended()
  const later = Date.now() + 2 * UPLOAD_RETAINED_MS
  const setState = (state: UploadTable['state']) =>
    db.updateTable('uploads').set({ state }).where('id', '=', id).execute()
  for (const state of ['checking', 'applying'] as const) {
    await setState(state)
    await sweepParts(db, later)
    assert.equal(await parts(), 2, state)
  }
  await setState('checked')
  await sweepParts(db, later)
  assert.equal(await parts(), 0)
})

it('an upload whose part is missing fails instead of importing half of the file', async (t) => {
  const { db, failures, uploads, stateOf } = await open(t)
  const id = await send(uploads)
  await uploads.ended()
  await db.deleteFrom('upload_parts').where('number', '=', 1).execute()
  assert.ok(await uploads.apply(id, 'Asha', ''))
  await uploads.ended()
  assert.equal((await stateOf(id)).state, 'failed')
  assert.match(String(failures), /part 2 of the upload is missing/)
  const { state, created } = await db.selectFrom('imports').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([state, created < ROWS], ['failed', true])
})
