import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../test/properties.ts'
import { NO_NAMES } from './mapping/names.ts'
import { readTable } from './read-table.ts'
import { writeTable } from './table-export.ts'

const parts = [
  '=SUM(A1:A9)',
  "'",
  '"',
  '\n',
  ',',
  ';',
  '+91',
  '-',
  '@cmd',
  '007',
  '1e5',
  'Total',
  'do',
  'टायर',
  'டயர்',
  '😀',
  ' ',
  '\t',
]
// Blanks at the ends of a cell are nobody's text, and `-` alone clears.
const texts = fc
  .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 })
  .map((all) => all.join('').trim())
  .filter((text) => text !== '' && text !== '-')

for (const path of ['a.csv', 'a.xlsx'])
  it(`reads every text of its own tables as it was written: ${path}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 5 }), async (rows) => {
        const written: Buffer[] = []
        const table = await writeTable(path, ['slug', 'brakes', 'clutch'], async (content) => {
          written.push(Buffer.from(content))
        })
        await table.write(rows.map(([brakes, clutch], i) => ({ slug: `a-${i}`, brakes, clutch })))
        await table.end()
        const settings = { names: NO_NAMES, defaultType: 'machine' } as const
        const chunks = (async function* () {
          yield Buffer.concat(written)
        })()
        const read: unknown[][] = []
        for await (const some of readTable(chunks, settings, '2026-11-19'))
          read.push(...some.map(({ row }) => [row.brakes, row.clutch]))
        assert.deepEqual(read, rows)
      }),
      { numRuns: 60 },
    )
  })
