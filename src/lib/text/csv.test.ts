import assert from 'node:assert/strict'
import { it } from 'node:test'
import { csvLine, plainText } from './csv.ts'

it('writes cells so that a spreadsheet takes none of them for a formula', () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '|calc', '%0A']
  for (const cell of cells) assert.match(csvLine([cell]), /^"'/, JSON.stringify(cell))
  assert.equal(csvLine(['1', 'a-b', '', -5]), '1,a-b,,-5\r\n')
  for (const cell of cells) assert.equal(plainText(`'${cell}`), cell)
  assert.equal(plainText("'Arjun'"), "'Arjun'")
})

it('quotes what would end a cell', () => {
  assert.equal(csvLine(['say "hi", now', 'two\nlines']), '"say ""hi"", now","two\nlines"\r\n')
})
