import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startImport } from '../../bench/import-process.ts'
import { newFolder, sqlite } from '../backends.ts'

/** NIGHTLY=1 unfolds it to three million. */
const ROWS = process.env.NIGHTLY === '1' ? 3_000_000 : 700_000

it('takes a small gzip that unfolds to very many rows in flat memory, and says why it took none', async (t) => {
  const file = join(newFolder(t), 'bomb.ndjson.gz')
  const packed = gzipSync('{}\n'.repeat(ROWS), { level: 9 })
  assert.ok(packed.length < 16_384)
  writeFileSync(file, packed)
  const { child, ended } = startImport(await sqlite.newUrl(t), file)
  const start = performance.now()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(child.pid!))
  }, 100)
  const { code, summary, stderr } = await ended
  clearInterval(watch)
  assert.deepEqual([code, summary?.read, summary?.rejected], [1, ROWS, ROWS])
  assert.deepEqual(
    summary?.reasons.map(({ field, rows }) => [field, rows]),
    [['type', ROWS]],
  )
  assert.ok(stderr.split('\n').length < 40)
  t.diagnostic(`peak memory ${Math.round(peak / 1e6)} MB, ${Math.round(performance.now() - start)} ms`)
  assert.ok(peak < 400e6, `${peak} bytes`)
})

/** 0 where there is no /proc. */
function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
