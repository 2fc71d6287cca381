import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { newFolder, sqlite, target } from '../backends.ts'
import { signIn } from '../console.ts'
import { startService, yantra } from '../service.ts'

const BOUNDARY = 'yantra-boundary'
const ROW = `${JSON.stringify({ type: 'machine', slug: 'mahindra-575-di', patch: true, lift_capacity_kg: 1_234 })}\n`
const FORM = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="half.ndjson"\r\n`,
  `Content-Type: application/x-ndjson\r\n\r\n${ROW.repeat(2_000)}\r\n--${BOUNDARY}--\r\n`,
].join('')

/** Files of uploads, and how many bytes they have together. */
function onDisk(): { names: string[]; bytes: number } {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith('yantra-upload-'))
  const bytes = names.map((name) => statSync(join(tmpdir(), name), { throwIfNoEntry: false })?.size ?? 0)
  return { names, bytes: bytes.reduce((sum, size) => sum + size, 0) }
}

/** The disk tells nobody: it is looked at until it is so. */
async function until(holds: () => boolean): Promise<void> {
  for (let looks = 0; !holds(); looks++) {
    assert.ok(looks < 2_000, 'it did not come to pass')
    await sleep(5)
  }
}

it('keeps nothing of an upload that is cut off', async (t) => {
  // Others upload meanwhile, too.
  process.env.TMPDIR = newFolder(t)
  const env = { DATABASE_URL: await sqlite.newUrl(t) }
  const service = await startService(t, env)
  const { cookie, get } = await signIn(service)
  const { host, port, origin } = new URL(service.url)
  const kept = async () => {
    const db = await openDatabase(target(env.DATABASE_URL))
    const uploads = await db.selectFrom('uploads').selectAll().execute()
    await db.destroy()
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
      const first = await kept()
      const socket = await send()
      const half = FORM.slice(0, FORM.length / 2)
      const size = Math.ceil(half.length / pieces)
      for (let at = 0; at < half.length; at += size) {
        const { bytes } = onDisk()
        socket.write(half.slice(at, at + size))
        // Each piece is on its way to the disk before the next is sent.
        await until(() => onDisk().bytes > bytes)
      }
      assert.equal(onDisk().names.length, 1)
      socket.destroy()
      await until(() => onDisk().names.length === 0)
      assert.deepEqual(await kept(), first)
      assert.equal((await get('imports')).status, 200)
    })
  }

  await t.test('and takes the next one', async () => {
    const socket = await send()
    socket.write(FORM)
    const [answer] = await once(socket.setEncoding('latin1'), 'data')
    assert.match(answer, /^HTTP\/1\.1 303 .*\r\nlocation: \/console\/imports\/uploads\//is)
    socket.destroy()
    assert.equal((await kept()).uploads.length, 1)
  })
})
