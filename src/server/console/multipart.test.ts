import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { readForm } from './multipart.ts'

const TYPE = 'multipart/form-data; boundary=X-y'
const FORM = [
  '--X-y',
  'Content-Disposition: form-data; name="type"',
  '',
  'machine',
  '--X-y',
  'Content-Disposition: form-data; name="file"; filename="ट्रैक्टर%22.csv"',
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

async function read(text: string, size: number, { type = TYPE, take = (_: Buffer) => {} } = {}) {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  let content = ''
  const { fields, file } = await readForm(Readable.from(pieces), type, (some) => {
    take(some)
    content += some
  })
  return { ...Object.fromEntries(fields), file, content }
}

it('reads a form, whatever the pieces it comes in', async () => {
  for (const size of [1, 2, 3, 5, 7, 11, 64, 10_000]) {
    assert.deepEqual(
      await read(FORM, size),
      { type: 'machine', file: 'ट्रैक्टर".csv', content: 'slug,name\r\n--X-\r\n--', empty: '' },
      `pieces of ${size}`,
    )
  }
})

it('refuses a form that ends early, has no boundary, or is something else', { timeout: 10_000 }, async () => {
  for (let end = 1; end <= FORM.length - 14; end++)
    await assert.rejects(read(FORM.slice(0, end), 9), /did not arrive whole/, `cut at ${end}`)
  for (const type of ['multipart/form-data', 'text/plain', 'multipart/mixed; boundary=X-y', ''])
    await assert.rejects(read(FORM, 9, { type }), /Send the file as/)
  await assert.rejects(read('--X-yabc', 9), /did not arrive whole/)
  await assert.rejects(read(`--X-y\r\n${'a'.repeat(20_000)}`, 999), /did not arrive whole/)
})

it('refuses fields that are too long or too many, and says what hindered the taking', { timeout: 10_000 }, async () => {
  const field = (value: string) => `--X-y\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n`
  await assert.rejects(read(`${field('a'.repeat(5_000))}--X-y--`, 64), /too long/)
  await assert.rejects(read(`${field('a').repeat(30)}--X-y--`, 64), /did not arrive whole/)
  const take = () => {
    throw new Error('the disk is full')
  }
  await assert.rejects(read(FORM, 9, { take }), /^Error: the disk is full$/)
})
