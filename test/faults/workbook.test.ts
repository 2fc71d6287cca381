import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { startImport } from '../../bench/import-process.ts'
import { newFolder } from '../backends.ts'
import { signIn } from '../console.ts'
import { newFile, serve } from '../nightly/serve.ts'
import { BOOK, sheetPart, zipOf } from '../zip.ts'

const MB = 1024 * 1024
const MORE_MB = 100
const SHEET = '/v1/tractors/mahindra-575-di'

/** A workbook of some 2 MB whose sheet unfolds to so much, of which no more than a piece is ever held. */
async function bookOf(unfolded: number): Promise<Buffer> {
  const row = `<row>${'<c t="inlineStr"><is><t>Mahindra 575 DI</t></is></c><c><v>45</v></c>'.repeat(8)}</row>`
  const piece = Buffer.from(row.repeat(3_000))
  const pieces = [Buffer.from('<worksheet><sheetData>'), ...Array(Math.ceil(unfolded / piece.length)).fill(piece)]
  pieces.push(Buffer.from('</sheetData></worksheet>'))
  const packed = await buffer(Readable.from(pieces).pipe(createDeflateRaw({ level: 9 })))
  const [crc, size] = pieces.reduce(([crc, size], one) => [crc32(one, crc), size + one.length], [0, 0])
  const noise = randomBytes(Math.max(0, 2 * MB - packed.length))
  const picture = { name: 'xl/media/a.png', content: noise, packed: noise }
  return zipOf([...BOOK, { ...sheetPart([]), packed, crc, unfolded: size }, picture])
}

it('workbooks that unfold to much leave the serving process as it was, and are refused with the reason', async (t) => {
  const url = `file:${newFile()}`
  const env = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) }
  const service = await serve({ ...env, RATE_LIMIT_ANONYMOUS: '0' })
  t.after(() => service.stop())
  const console = await signIn({ url: service.url, env: { ...env, PORT: String(service.port) } })
  const files = { '600.xlsx': await bookOf(600 * MB), '190.xlsx': await bookOf(190 * MB) }
  // What the first upload loads stays.
  await console.until(await console.send('one.ndjson', '{}\n'), /would be created/)

  let [most, slowest, reads] = [0, 0, 0]
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      most = Math.max(most, service.residentMb())
      const start = performance.now()
      const answer = await fetch(service.url + SHEET)
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
      slowest = Math.max(slowest, performance.now() - start)
      reads++
      await sleep(20)
    }
  })()
  const before = service.residentMb()
  const said = async (name: keyof typeof files, times: number, reason: RegExp) => {
    const sent = Array.from({ length: times }, () => console.send(name, files[name], { type: 'machine' }))
    const pages = await Promise.all(sent)
    for (const page of pages) {
      for (let looks = 0; looks < 100 && (await textOf(page)).includes('under way'); ) looks++
      assert.match((await textOf(page)).replace(/<[^>]+>/g, ' '), reason)
    }
  }
  const textOf = async (page: string) => (await console.get(page)).text()
  await said('600.xlsx', 2, /unfolds to 60\d MB, more than the 256 MB that a workbook may have/)
  // What its directory allows may still be more than a process is given, which takes minutes to find out.
  if (process.env.NIGHTLY === '1') await said('190.xlsx', 1, /needs more than 512 MB of memory to be read/)
  const folder = newFolder(t)
  const commands = [1, 2].map((number) => {
    const file = join(folder, `${number}.xlsx`)
    writeFileSync(file, files['600.xlsx'])
    return startImport(env, '--type', 'machine', '--dry-run', file).ended
  })
  for (const { code, stderr, summary } of await Promise.all(commands)) {
    assert.deepEqual([code, summary?.rejected], [1, 1])
    assert.match(stderr, /unfolds to 60\d MB, more than the 256 MB/)
  }
  isOver = true
  await watch
  t.diagnostic(`memory + ${Math.round(most - before)} MB, ${reads} reads, the slowest ${Math.round(slowest)} ms`)
  assert.ok(most - before < MORE_MB, `${before} MB became ${most} MB`)
})
