import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startImport } from '../../bench/import-process.ts'
import { newFolder, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'
import { sized } from '../tier.ts'

describe('hostile files', () => {
  it('of very many rows in a small gzip are read in flat memory, with one reason for all', async (t) => {
    const rows = sized(300_000, 3_000_000)
    const file = join(newFolder(t), 'bomb.ndjson.gz')
    const packed = gzipSync('{}\n'.repeat(rows), { level: 9 })
    assert.ok(packed.length < 16_384)
    writeFileSync(file, packed)
    const { child, ended } = startImport(await sqlite.newUrl(t), file)
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes(child.pid!))
    }, 100)
    const { code, summary, stderr } = await ended
    clearInterval(watch)
    assert.deepEqual([code, summary?.read, summary?.rejected], [1, rows, rows])
    assert.deepEqual(
      summary?.reasons.map(({ field, rows }) => [field, rows]),
      [['type', rows]],
    )
    assert.ok(stderr.split('\n').length < 40)
    t.diagnostic(`peak memory ${Math.round(peak / 1e6)} MB`)
    assert.ok(peak < 400e6, `${peak} bytes`)
  })

  it('with a header of 200,000 columns are refused at once', async (t) => {
    const env = { DATABASE_URL: await sqlite.newUrl(t) }
    const file = join(newFolder(t), 'a.csv')
    const names = Array.from({ length: 200_000 }, (_, i) => `c${i}`).join(',')
    const rejectionOf = async (content: string) => {
      writeFileSync(file, content)
      return (await yantra(env, 'import', file, '--type', 'machine')).stderr
    }
    assert.match(await rejectionOf(`${names}\n${'1,'.repeat(200_000)}\n`), /:1: row: the header is longer than 64 kB\n/)
    const many = await rejectionOf(`${names.slice(0, 20_000)}\n1\n`)
    assert.match(many, /:1: row: the header has \d+ columns, more than 1000\n/)
  })
})

/** 0 if there is no /proc. */
function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
