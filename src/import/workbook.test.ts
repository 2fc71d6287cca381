import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { writeOds } from 'hucre/ods'
import { type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { BOOK, sheetPart, type ZipPart, zipOf } from '../../test/zip.ts'
import { delimiterOf, openTable } from './table-source.ts'

const MB = 1024 * 1024

async function open(bytes: Uint8Array, sheet?: string) {
  async function* chunks() {
    yield Buffer.from(bytes)
  }
  const { lines, notes } = await openTable(chunks(), sheet)
  const rows: string[][] = []
  for await (const some of lines) rows.push(...some.map(({ cells }) => cells))
  return { rows, notes }
}

const book = (...more: ZipPart[]) => zipOf([...BOOK, sheetPart([['HP'], ['45']]), ...more])

it('refuses a workbook by its directory, before anything of it is unfolded', async () => {
  assert.deepEqual((await open(book())).rows, [['HP'], ['45']])
  const spoken = (unfolded: number, size = 10) =>
    open(book({ name: 'xl/media/a.png', content: 'x', packed: Buffer.alloc(size), unfolded }))
  await assert.rejects(spoken(300 * MB, 4 * MB), /unfolds to 300 MB, more than the 256 MB .*save the sheet as CSV/)
  await assert.rejects(spoken(0xffffffff, 4 * MB), /unfolds to 4,096 MB, more than the 256 MB/)
  await assert.rejects(spoken(110 * MB, MB), /unfolds to 110 MB, 110 times its size, more than 100 times/)
  assert.equal((await spoken(90 * MB, MB)).rows.length, 2)
  // A small one may.
  assert.equal((await spoken(7 * MB)).rows.length, 2)
  await assert.rejects(spoken(0, 1_000), /does not say how long its part xl\/media\/a\.png is/)
  await assert.rejects(open(book().subarray(0, 300)), /cut off/)
  await assert.rejects(open(Buffer.from('504b0304140006000800', 'hex')), /cut off/)
})

it('holds each part to what the directory says of it', async () => {
  const bomb = { ...sheetPart([]), packed: deflateRawSync(Buffer.alloc(50 * MB, ' ')), unfolded: 1_000 }
  await assert.rejects(open(zipOf([...BOOK, bomb])), /exceeds limit of 1000 bytes/)
})

it('reads the wanted sheet only, and tells what is hidden in it', async () => {
  const rows = [
    ['HP', 'Cost', 'Price'],
    ['45', '1', '2'],
    ['50', '3', '4'],
    ['55', '5', '6'],
  ]
  const sheet: WriteSheet = {
    name: 'Prices',
    rows,
    columns: [{}, { hidden: true }],
    rowDefs: new Map([[2, { hidden: true }]]),
  }
  const sheets: WriteSheet[] = [{ name: 'Old', rows: [['x']], hidden: true }, sheet, { name: '1', rows: [['z']] }]
  const xlsx = await writeXlsx({ sheets })
  assert.deepEqual(await open(xlsx), {
    rows,
    notes: [
      'is read from its sheet Prices; others are left: Old, 1',
      'is read with what is hidden in it: row 3',
      'is read with what is hidden in it: column B',
    ],
  })
  assert.deepEqual((await open(xlsx, '1')).rows, [['z']])
  assert.deepEqual((await open(xlsx, 'Old')).rows, [['x']])
  await assert.rejects(open(xlsx, 'New'), /has no sheet New: there are Old, Prices, 1/)
})

it('tells what is hidden in .ods', async () => {
  const table = (name: string, inner: string) => `<table:table table:name="${name}">${inner}</table:table>`
  const row = (cell: string, more = '') =>
    `<table:table-row${more}><table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell></table:table-row>`
  const columns =
    '<table:table-column table:number-columns-repeated="27"/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
  const hidden = row('b', ' table:visibility="filter"')
  const content = `<office:document-content><office:body><office:spreadsheet>${table('A', row('x', ' table:visibility="collapse"'))}${table('B', columns + row('a') + hidden)}</office:spreadsheet></office:body></office:document-content>`
  const mimetype = 'application/vnd.oasis.opendocument.spreadsheet'
  const ods = zipOf([
    { name: 'mimetype', content: mimetype },
    { name: 'content.xml', content },
  ])
  const { rows, notes } = await open(ods, 'B')
  assert.deepEqual(rows, [['a'], ['b']])
  assert.deepEqual(notes.slice(1), [
    'is read with what is hidden in it: row 2',
    'is read with what is hidden in it: columns AB, AC',
  ])
  const written = await writeOds({ sheets: [{ name: 'C', rows: [['HP'], [45]] }] })
  assert.deepEqual(await open(written), { rows: [['HP'], ['45']], notes: [] })
})

it('takes the sign that parts the lines evenly for that between cells', () => {
  const cases: [text: string, sign: string][] = [
    ['Model;HP;Price\n575 DI;45;6,75,000\n855 FE;50;7,10,000\n', ';'],
    ['Price list, all India, 2026;;\nModel;HP;Price\n575 DI;45;6,75,000\n', ';'],
    ['Model,HP,Price\n575; DI,45,"6,75,000"\n855; FE,50,"7,10,000"\n', ','],
    ['Model\tPrice\n575, DI\t6,75,000\n', '\t'],
    ['a|b\n1|2', '|'],
    ['slug\nmahindra', ','],
    ['slug,name', ','],
  ]
  for (const [text, sign] of cases) assert.equal(delimiterOf(text), sign, text)
})
