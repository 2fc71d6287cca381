import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import type { CheckedRow } from '../../src/import/check-row.ts'
import { BATCH_ROWS, readBatches, readInThread } from '../../src/import/read-batches.ts'
import { newFolder } from '../backends.ts'
import { implement, listing, machine, manufacturer } from './take.ts'

async function gather(batches: AsyncIterable<CheckedRow[]>): Promise<CheckedRow[][]> {
  const all: CheckedRow[][] = []
  for await (const batch of batches) all.push(batch)
  return all
}

const text = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

it('gives the same batches from a thread as without one', async (t) => {
  const folder = newFolder(t)
  const path = (name: string) => join(folder, name)
  const machines = Array.from({ length: 2 * BATCH_ROWS }, (_, i) => ({ ...machine, slug: `m-${i}`, source: { at: i } }))
  const patch = { type: 'machine', slug: 'm-1', patch: true, kind: null }
  writeFileSync(
    path('a.ndjson'),
    `${text([manufacturer, implement, listing, patch])}{"type":1}\nnot JSON\n${text(machines)}`,
  )
  writeFileSync(path('b.csv'), 'type,slug,name\nmanufacturer,b,\nmanufacturer,c,"C')
  const paths = [path('a.ndjson'), path('b.csv'), path('none.ndjson')]
  const options = { signal: new AbortController().signal, keepTexts: true }
  const expected = await gather(readBatches(paths, { ...options, stdin: Readable.from([]) }))
  assert.equal(expected.length, 3)
  assert.deepEqual(await gather(readInThread(paths, options)), expected)
})

it('stops after the batch at hand once it is interrupted', async (t) => {
  const path = join(newFolder(t), 'a.ndjson')
  writeFileSync(path, text(Array.from({ length: 5 * BATCH_ROWS }, (_, i) => ({ ...manufacturer, slug: `m-${i}` }))))
  const controller = new AbortController()
  let batches = 0
  for await (const _ of readInThread([path], { signal: controller.signal })) {
    batches++
    controller.abort()
  }
  assert.equal(batches, 1)
})
