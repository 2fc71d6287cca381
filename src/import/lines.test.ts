import assert from 'node:assert/strict'
import { it } from 'node:test'
import { anyText } from '../../test/any-text.ts'
import fc from '../../test/properties.ts'
import { type Line, MAX_LINE_BYTES, readLines } from './lines.ts'

async function split(...chunks: (string | Buffer)[]): Promise<Line[]> {
  const out: Line[] = []
  const bytes = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk as string)
  })()
  for await (const lines of readLines(bytes)) out.push(...lines)
  return out
}

it('numbers lines as an editor does and passes over blank ones', async () => {
  assert.deepEqual(await split('a\n\n  \r\nb\r\nc'), [
    { number: 1, text: 'a' },
    { number: 4, text: 'b\r' },
    { number: 5, text: 'c' },
  ])
})

it('skips a byte order mark at the beginning only', async () => {
  assert.deepEqual(await split('\ufeffa\n\ufeffb'), [
    { number: 1, text: 'a' },
    { number: 2, text: '\ufeffb' },
  ])
})

it('gives the same lines however the bytes arrive', async () => {
  const text = fc.array(anyText({ maxLength: 12 }), { maxLength: 12 }).map((all) => all.join('\n'))
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(40), { maxLength: 8 }), async (input, cuts) => {
      // The second byte may decide whether the first is one of a mark.
      const bytes = Buffer.from(`ab${input}`)
      const chunks: Buffer[] = []
      let i = 0
      for (const cut of cuts) {
        chunks.push(bytes.subarray(i, i + cut + 2))
        i += cut + 2
      }
      chunks.push(bytes.subarray(i))
      const expected = bytes
        .toString()
        .split('\n')
        .map((line, index) => ({ number: index + 1, text: line }))
        .filter((line) => line.text.trim() !== '')
      assert.deepEqual(await split(...chunks), expected)
    }),
  )
})

it('names a line that is not UTF-8 and goes on with the next', async () => {
  const lines = await split('a\n', Buffer.from([0x62, 0xff, 0x0a]), 'c\nd\xe9\n', Buffer.from('\ne\n'))
  assert.deepEqual(
    lines.map(({ number, problem }) => [number, problem]),
    [
      [1, undefined],
      [2, 'is not valid UTF-8'],
      [3, undefined],
      [4, undefined],
      [6, undefined],
    ],
  )
})

it('passes over a line that is too long without holding it', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const chunks = Array.from({ length: 50 }, () => piece)
  const lines = await split('a\n', ...chunks, '\nb\n')
  assert.deepEqual(lines, [
    { number: 1, text: 'a' },
    { number: 2, text: '', problem: `is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB` },
    { number: 3, text: 'b' },
  ])
})
