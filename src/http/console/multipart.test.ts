import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readMultipart } from './multipart.ts'

const TYPE = 'multipart/form-data; boundary=X-y'
const FORM = [
  '--X-y',
  'Content-Disposition: form-data; name="type"',
  '',
  'machine',
  '--X-y',
  'Content-Disposition: form-data; name="file"; filename="a%22.csv"',
  'Content-Type: text/csv',
  '',
  'slug,name\r\n--X-\r\n--',
  '--X-y',
  'Content-Disposition: form-data; name="empty"',
  '',
  '',
  '--X-y--',
  'afterwards',
].join('\r\n')

async function read(text: string, size: number, type = TYPE) {
  async function* pieces() {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const parts: { name: string; file: string | undefined; text: string }[] = []
  for await (const event of readMultipart(pieces(), type)) {
    if (Buffer.isBuffer(event)) parts.at(-1)!.text += event.toString()
    else parts.push({ ...event, text: '' })
  }
  return parts
}

it('reads the parts of a form, whatever the pieces it comes in', async () => {
  for (const size of [1, 2, 3, 5, 7, 11, 64, 10_000]) {
    assert.deepEqual(
      await read(FORM, size),
      [
        { name: 'type', file: undefined, text: 'machine' },
        { name: 'file', file: 'a".csv', text: 'slug,name\r\n--X-\r\n--' },
        { name: 'empty', file: undefined, text: '' },
      ],
      `pieces of ${size}`,
    )
  }
})

it('refuses a form that ends early, has no boundary, or is something else', async () => {
  for (const end of [10, 60, 150, FORM.length - 20])
    await assert.rejects(read(FORM.slice(0, end), 9), /did not arrive whole/)
  await assert.rejects(read(FORM, 9, 'multipart/form-data'), /Send the file as/)
  await assert.rejects(read('--X-yabc', 9), /did not arrive whole/)
  await assert.rejects(read(`--X-y\r\n${'a'.repeat(20_000)}`, 999), /did not arrive whole/)
})
