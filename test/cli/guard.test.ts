import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { it } from 'node:test'
import { runCli } from '../../src/cli/main.ts'
import { checkRow } from '../../src/import/check-row.ts'
import { listing } from '../import/take.ts'

async function guard(...args: string[]): Promise<string> {
  let written = ''
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  assert.equal(await runCli(['guard', ...args], { stdin: process.stdin, stdout, stderr: process.stderr, env: {} }), 0)
  return written
}

const FIGURES = Array.from({ length: 30 }, (_, k) => `${23171 + 613 * k}`).join(' and ')
const TEXTS = [
  'Second owner, tyres 60 %, papers clear.',
  'Engine no 9876543210, call 98765 43211',
  'A=1 B=2: call IHGF EDCB AJ, no other way to ring me',
  'Good\u{e0041} tractor',
  `Shelf worn. ${FIGURES}`,
]

it('says what becomes of a text in the description of a listing, as an import does', async () => {
  const waits = await Promise.all(
    TEXTS.map(async (description) => {
      const { guarded, review } = JSON.parse(await guard(description, '--json'))
      const origin = { file: 'rows', line: 1, raw: undefined }
      const checked = checkRow({ ...listing, description }, origin, { today: '2026-11-15' })
      assert.deepEqual([guarded, review], [checked.fields.description, checked.guarded?.reviewReason ?? null])
      return review !== null
    }),
  )
  assert.deepEqual(waits, [false, false, true, false, true])
})

it('says so in words, with what decided', async () => {
  const lines = (await guard('Engine no 9876543210, call 98765 43211')).split('\n')
  assert.equal(lines[0], 'Engine no 9876543210, call [contact removed]')
  assert.match(lines[1] ?? '', /^ {2}kept {5}"9876543210" {2}mobile: a label before it says what it is$/)
  assert.match(lines[2] ?? '', /^ {2}removed {2}"98765 43211" {2}mobile: /)
  assert.match(
    await guard(TEXTS[2] ?? ''),
    /^ {2}review {3}a listing with this text waits in review: description holds /m,
  )
})
