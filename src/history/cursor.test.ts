import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../errors.ts'
import { type CursorStep, END_OF_REVISION, readCursor, writeCursor } from './cursor.ts'

const HASH = 'abc-DEF_1234'
const feed = 'machine'
const whole = (asOf: number) => ({ at: asOf, revision: asOf, id: END_OF_REVISION })

test('a cursor is read as it was written: its steps, and the beginning of a hash', () => {
  for (const steps of [
    [whole(0)],
    [whole(1_296)],
    [{ at: 40, revision: 7, id: 3 }],
    [
      whole(40),
      { at: 90, revision: 45, id: 36 },
      { at: 91, revision: 46, id: END_OF_REVISION },
      { at: 4_000, revision: 90, id: 1 },
    ],
  ] as CursorStep[][])
    assert.deepEqual(readCursor(feed, writeCursor(feed, { steps, hash: `${HASH}and more` })), { steps, hash: HASH })
  const steps = [whole(72), { at: 73, revision: 73, id: 37 }]
  const text = writeCursor(feed, { steps, hash: HASH })
  assert.equal(text, `machine.${HASH}~20.20~1.1.11`)
  const errors = [{ parameter: 'since', message: 'must be a cursor of this feed; this one is of the machine feed' }]
  assert.throws(() => readCursor('listing', text), { code: 'bad-input', errors })
})

test('a cursor of release 1.7, which names no feed, is read by the feed that gets it', () => {
  const steps = [whole(72), { at: 73, revision: 73, id: 37 }]
  assert.deepEqual(readCursor(feed, `${HASH}~20.20~1.1.11`), { steps, hash: HASH })
})

test('nothing else is a cursor', () => {
  const good = `${HASH}~1.1`
  const texts = [
    HASH,
    `${good}~`,
    `${good}!`,
    ` ${good}`,
    `${good.slice(1)}`,
    `${HASH}~1`,
    `${HASH}~1.1.1.1`,
    `x${good}`,
    `${HASH}~_._`,
    `${HASH}~1.Z`,
    `.${good}`,
    `implement.${good}`,
  ]
  const long = [`${HASH}~${'1'.repeat(11)}.1`, `${HASH}~1.${'1'.repeat(11)}`, `${HASH}~1.1.${'1'.repeat(11)}`]
  const beforeSteps = Buffer.from(`123.9007199254740991.123.${HASH}`).toString('base64url')
  for (const text of ['nonsense', beforeSteps, ...texts, ...long])
    assert.throws(() => readCursor(feed, text), { code: 'bad-input' }, text)
  const errors = [{ parameter: 'since', message: 'must be a cursor of this feed' }]
  assert.throws(
    () => readCursor(feed, 'nonsense'),
    (error: Problem) => {
      assert.deepEqual([error.message, error.errors], ['Bad input: since.', errors])
      return true
    },
  )
})
