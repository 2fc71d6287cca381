import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { startImport } from '../../bench/import-process.ts'
import { newFolder, sqlite } from '../backends.ts'
import { yantra } from '../service.ts'
import { sized } from '../tier.ts'
import { BOOK, sheetPart, zipOf } from '../zip.ts'

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

  it('end with a message and an exit code, and leave nothing behind', async (t) => {
    const env = { DATABASE_URL: await sqlite.newUrl(t) }
    const folder = newFolder(t)
    mkdirSync(join(folder, 'folder.csv'))
    const wrong: string[] = []
    for (const [name, content, message] of FILES) {
      const file = join(folder, name)
      if (content !== undefined) writeFileSync(file, content)
      const { code, stderr } = await yantra(env, 'import', file, '--type', 'machine')
      const isFine = (code === 1 || code === 2) && message.test(stderr) && !/\n\s+at /.test(stderr)
      if (!isFine) wrong.push(`${name}: exit code ${code}, ${stderr.slice(0, 300)}`)
    }
    assert.equal(wrong.join('\n'), '')
    const { stdout } = await yantra(env, 'export')
    assert.doesNotMatch(stdout, /"type":"(?:manufacturer|machine)"/)
  })
})

const MB = 1024 * 1024
const fields = '"type":"machine","manufacturer":"a","machine_class":"tractor","lifecycle":"current"'
const machine = (slug: string, more: string) => `{${fields},"slug":"${slug}","name":"A"${more}}\n`
const packed = gzipSync(machine('a', '').repeat(5_000).replaceAll('"A"', '"B"'))
const damaged = Buffer.from(packed).fill(0, 12, 40)
const noise = Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 7_919 + (i >> 3) * 31) % 251))
const columns = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join(',')
const workbook = zipOf([...BOOK, sheetPart([['HP'], ['45']])])
const bomb = { ...sheetPart([]), packed: deflateRawSync(Buffer.alloc(50 * MB, ' ')) }
const large = { name: 'xl/media/a.png', content: 'x', packed: Buffer.alloc(4 * MB), unfolded: 300 * MB }
const csv = 'slug,name,manufacturer\n'

const FILES: readonly [name: string, content: string | Uint8Array | undefined, message: RegExp][] = [
  ['empty.ndjson', '', /:1: row: is empty\n/],
  ['empty.csv', '', /:1: row: is empty\n/],
  ['empty.xlsx', '', /:1: row: is empty\n/],
  ['empty.ndjson.gz', gzipSync(''), /:1: row: is empty\n/],
  ['blank.ndjson', '\n\n  \n', /:1: row: is empty\n/],
  ['blank.csv', '\n\n\n', /:1: row: is empty\n/],
  ['nulls.ndjson', Buffer.alloc(1_000), /row: is not JSON/],
  ['nulls.csv', Buffer.alloc(1_000), /row: /],
  ['noise.ndjson', noise, /row: is not/],
  ['noise.csv', noise, /row: /],
  ['noise.xlsx', noise, /row: /],
  ['cut.ndjson.gz', packed.subarray(0, 20), /row: the file is truncated/],
  ['damaged.ndjson.gz', damaged, /row: the gzip data are damaged/],
  ['bomb.ndjson.gz', gzipSync(Buffer.alloc(80 * MB, ' ')), /row: the gzip unfolds to more than 200 times its size/],
  ['cut.xlsx', workbook.subarray(0, 300), /row: is no workbook that can be read: it is cut off/],
  ['bomb.xlsx', zipOf([...BOOK, { ...bomb, unfolded: 50 * MB }]), /unfolds to 50 MB, \d+ times its size/],
  ['liar.xlsx', zipOf([...BOOK, { ...bomb, unfolded: 1_000 }]), /exceeds limit of 1000 bytes/],
  ['large.xlsx', zipOf([...BOOK, large]), /unfolds to 300 MB, more than the 256 MB/],
  ['parts.xlsx', zipOf([{ name: 'a.txt', content: 'x' }]), /is no workbook that can be read/],
  ['no-sheet.xlsx', zipOf([...BOOK]), /row: /],
  ['no-table.ods', zipOf([{ name: 'content.xml', content: '<office/>' }]), /row: /],
  [
    'encrypted.xlsx',
    Buffer.from('d0cf11e0a1b11ae100000000', 'hex'),
    /is an old Excel workbook \(\.xls\) or an encrypted one/,
  ],
  ['old.csv', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /is an old Excel workbook/],
  ['list.csv', '%PDF-1.7\n1 0 obj', /row: is a PDF/],
  ['list.ndjson', '%PDF-1.7\n1 0 obj', /row: is a PDF/],
  ['workbook.ndjson', workbook, /row: is a workbook/],
  ['picture.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /row: /],
  ['page.csv', '<html><body><table><tr><td>HP</td></tr></table></body></html>\n', /row: /],
  ['data.xlsx', '<?xml version="1.0"?><Workbook/>', /row: /],
  ['array.ndjson', '[{},{}]', /row: is a JSON array/],
  ['pretty.ndjson', '{\n  "slug": "a"\n}\n', /row: is not JSON/],
  ['wide.ndjson', Buffer.from(`\ufeff${machine('a', '')}`, 'utf16le'), /row: is UTF-16/],
  ['latin.ndjson', Buffer.from(machine('a', ',"family":"Citro\xebn"'), 'latin1'), /row: is not valid UTF-8/],
  ['long.ndjson', `{"a":"${'x'.repeat(5 * MB)}"}`, /row: is longer than 4 MB/],
  ['deep.ndjson', `{"a":${'['.repeat(200_000)}`, /row: is not JSON/],
  ['infinite.ndjson', machine('a', ',"engine_hp":1e999'), /engine_hp: is past 9007199254740991/],
  ['surrogate.ndjson', machine('a', ',"family":"\\ud800"'), /family: holds half of a surrogate pair/],
  ['null.ndjson', machine('a', ',"family":"\\u0000"'), /family: holds the character U\+0000/],
  ['proto.ndjson', machine('a', ',"__proto__":{"is_sample":true}'), /__proto__: is not a field of a machine/],
  ['script.ndjson', machine('a', ',"image":"javascript:alert(1)"'), /image: must be an http or https address/],
  ['columns.csv', `${columns(200_000)}\n1\n`, /:1: row: the header is longer than 64 kB\n/],
  ['many.csv', `${columns(1_500)}\n1\n`, /:1: row: the header has 1500 columns, more than 1000\n/],
  ['million.csv', ','.repeat(1_000_000), /:1: row: the header is longer than 64 kB\n/],
  ['twice.csv', 'slug,slug\na,A\n', /:1: row: the header names slug twice/],
  ['quote.csv', `${csv}"a,A,a\n`, /row: is not CSV: Quote Not Closed/],
  ['formulas.csv', `${csv}=cmd|'/c calc'!A1,=1+1,a\n`, /slug: must be a slug/],
  ['cells.csv', `${csv}a,A,a,1,2,3\n`, /row: has more cells than the header/],
  ['folder.csv', undefined, /is a directory/],
  ['missing.csv', undefined, /there is no such file/],
]

/** 0 if there is no /proc. */
function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
