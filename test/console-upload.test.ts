import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeLink } from '../src/admin/sessions.ts'
import { openDatabase } from '../src/database/open.ts'
import { newFolder, sqlite, target } from './backends.ts'
import { catalogueApp } from './catalogue-app.ts'
import { cookieOf, signIn } from './console.ts'
import { startService, yantra } from './service.ts'

const BOUNDARY = 'yantra-boundary'
const ROW = `${JSON.stringify({ type: 'machine', slug: 'mahindra-575-di', patch: true, lift_capacity_kg: 1_234 })}\n`
const END = `\r\n--${BOUNDARY}--\r\n`
const FORM = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="half.ndjson"\r\n`,
  `Content-Type: application/x-ndjson\r\n\r\n${ROW.repeat(40_000)}${END}`,
].join('')

/** The database tells nobody: it is looked at until it is so. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await holds()); looks++) {
    assert.ok(looks < 2_000, 'it did not come to pass')
    await sleep(5)
  }
}

it('gives files more time than other bodies, whatever the query of their address', async (t) => {
  const db = await sqlite.newSample(t)
  const app = await catalogueApp(t, db, { env: { MEDIA_DIR: newFolder(t) }, timeouts: { requestMs: 1_500 } })
  const { token } = await makeLink(db, { by: 'cli', who: 'test' }, { who: 'Asha', role: 'editor' }, Date.now())
  const cookie = cookieOf(await fetch(`${app.url}/console/enter?link=${token}`, { redirect: 'manual' }))

  async function send(path: string, form: string, type: string) {
    const socket = connect(app.port, '127.0.0.1').setEncoding('latin1')
    const closed = once(
      socket.on('error', () => {}),
      'close',
    )
    const answer = once(socket, 'data')
    const headers = [`Host: a`, `Cookie: ${cookie}`, 'Origin: http://a', `Content-Type: ${type}`]
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${form.length}\r\n\r\n`)
    socket.write(form.slice(0, 10))
    return { answer, closed, finish: () => socket.write(form.slice(10)) }
  }

  const type = `multipart/form-data; boundary=${BOUNDARY}`
  const files = ['imports', 'imports?x=1', 'records/machine/mahindra-575-di/photographs']
  const uploads = await Promise.all(files.map((path) => send(`/console/${path}`, FORM.slice(0, 2_000) + END, type)))
  const other = await send('/console/keys/create', 'name=Lender&tier=standard', 'application/x-www-form-urlencoded')
  await other.closed
  assert.match(String(await other.answer), /^HTTP\/1\.1 408 /)
  for (const [i, { answer, finish }] of uploads.entries()) {
    finish()
    assert.match(String(await answer), /^HTTP\/1\.1 303 /, files[i] ?? '')
  }
})

it('keeps nothing of an upload that is cut off', async (t) => {
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const service = await startService(t, env)
  const { cookie, get } = await signIn(service)
  const { host, port, origin } = new URL(service.url)
  const db = await openDatabase(target(env.DATABASE_URL))
  t.after(() => db.destroy())
  const parts = async () => (await db.selectFrom('upload_parts').select('number').execute()).length
  const remaining = async () => {
    const uploads = await db.selectFrom('uploads').selectAll().execute()
    const [imports, log] = [await yantra(env, 'imports', 'list', '--json'), await yantra(env, 'audit', '--json')]
    return { uploads, imports: imports.stdout, log: log.stdout }
  }

  async function send(): Promise<Socket> {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const headers = [`Host: ${host}`, `Cookie: ${cookie}`, `Origin: ${origin}`, `Content-Length: ${FORM.length}`]
    const type = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`
    socket.write(`POST /console/imports HTTP/1.1\r\n${[...headers, type].join('\r\n')}\r\n\r\n`)
    return socket
  }

  for (const [how, pieces] of [
    ['at once', 1],
    ['slowly', 12],
  ] as const) {
    await t.test(`when half of it came ${how}`, async () => {
      const first = await remaining()
      const socket = await send()
      const half = FORM.slice(0, FORM.length / 2)
      const size = Math.ceil(half.length / pieces)
      for (let i = 0; i < half.length; i += size) {
        if (!socket.write(half.slice(i, i + size))) await once(socket, 'drain')
      }
      await until(async () => (await parts()) > 0)
      socket.destroy()
      await until(async () => (await parts()) === 0)
      assert.deepEqual(await remaining(), first)
      assert.equal((await get('imports')).status, 200)
    })
  }

  await t.test('and takes the next one', async () => {
    const socket = await send()
    socket.write(FORM)
    const [answer] = await once(socket.setEncoding('latin1'), 'data')
    assert.match(answer, /^HTTP\/1\.1 303 .*\r\nlocation: \/console\/imports\/uploads\//is)
    socket.destroy()
    assert.equal((await remaining()).uploads.length, 1)
  })
})
