import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rejectedRow } from './check-row.ts'
import { error, issueText, originText } from './issue.ts'
import { rejectLine } from './rejects.ts'

const row = (raw: string | undefined, reason = 'is wrong') =>
  rejectedRow({ file: 'a.ndjson', line: 3, raw }, [error('row', reason)])
const lineOf = (raw: string | undefined) => rejectLine({ row: row(raw), issues: row(raw).issues })

it('writes a bad row as it came, with its reasons', () => {
  const notes = '"_errors":["row: is wrong"],"_from":"a.ndjson:3"}\n'
  const table: [string | undefined, string][] = [
    // Parsed and written again, the id would be another.
    ['{"id":9007199254740993, "b": 1}', `{"id":9007199254740993, "b": 1,${notes}`],
    [' { } \r', `{${notes}`],
    ['{"a":1,"_errors":["old"],"_from":"b:1"}', `{"a":1,${notes}`],
    ['[1]', `{"_row":"[1]",${notes}`],
    ['{"a":', `{"_row":"{\\"a\\":",${notes}`],
    [undefined, `{${notes}`],
  ]
  for (const [raw, expected] of table) {
    assert.equal(lineOf(raw), expected)
    JSON.parse(expected)
  }
})

it('keeps every reason on one line of the terminal, whatever the row holds', () => {
  const { origin, issues } = row(undefined, `is not "\u001b[31m\n\u202e${'x'.repeat(5_000)}"`)
  const spoken = `${originText(origin)}: ${issueText(issues[0]!)}`
  assert.match(spoken, /^a\.ndjson:3: row: is not "\ufffd\[31m \ufffdx+…$/)
  assert.ok(spoken.length < 600)
})
