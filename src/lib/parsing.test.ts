import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  date,
  decimalNumber,
  listChoices,
  oneOf,
  ParseError,
  type Parser,
  parserOf,
  text,
  unwrap,
  wholeNumber,
} from './parsing.ts'

const drive = oneOf(['2wd', '4wd', 'crawler'])
const folded = oneOf(['diesel', 'ex_showroom'], (word) => word.toLowerCase().replace(/[\s_-]+/g, ''))

const TABLE: [string, Parser<unknown>, unknown, unknown][] = [
  ['a value of the list', drive, '4wd', '4wd'],
  ['a near value', drive, '6wd', 'must be one of 2wd, 4wd, crawler; did you mean 2wd?'],
  ['a far value', drive, 'nothing', 'must be one of 2wd, 4wd, crawler'],
  ['a value of another type', drive, 4, 'must be one of 2wd, 4wd, crawler'],
  ['another case', drive, 'CRAWLER', 'must be one of 2wd, 4wd, crawler; did you mean crawler?'],
  ['a value that folds alike', folded, 'Ex Showroom', 'ex_showroom'],
  ['a name of every object', drive, 'constructor', 'must be one of 2wd, 4wd, crawler'],
  ['digits', wholeNumber(), '007', 7],
  ['a number', wholeNumber(), 7, 7],
  ['a fraction', wholeNumber(), 1.5, 'must be an integer of at least 0'],
  ['an exponent', wholeNumber({ max: 9 }), '1e0', 'must be an integer from 0 to 9'],
  ['a sign', wholeNumber({ max: 9 }), '+1', 'must be an integer from 0 to 9'],
  ['less than the least', wholeNumber({ min: 1, max: 9 }), '0', 'must be an integer from 1 to 9'],
  ['more than the most', wholeNumber({ max: 9 }), '10', 'must be an integer from 0 to 9'],
  ['more than the most, lowered', wholeNumber({ max: 9, clamp: true }), '9'.repeat(400), 9],
  [
    'less than the least, without a bound above',
    wholeNumber({ min: 1950 }),
    '19',
    'must be an integer of at least 1950',
  ],
  ['more than is exact', wholeNumber(), '9007199254740993', `must be at most ${Number.MAX_SAFE_INTEGER}`],
  [
    'a decimal number past what is exact',
    decimalNumber(),
    '9'.repeat(20),
    `must be at most ${Number.MAX_SAFE_INTEGER}`,
  ],
  ['no number', wholeNumber({ max: 9 }), true, 'must be an integer from 0 to 9'],
  ['a decimal number', decimalNumber(), '47.5', 47.5],
  [
    'a decimal number without its end',
    decimalNumber({ max: 1 }),
    '1.',
    'must be a number from 0 to 1, in digits: 47.5',
  ],
  ['a negative number', decimalNumber({ max: 1 }), -1, 'must be a number from 0 to 1, in digits: 47.5'],
  ['a text within its bound', text(2), '🚜🚜', '🚜🚜'],
  ['a longer text', text(2), 'abc', 'must have at most 2 characters'],
  ['no text', text(2), 7, 'must be a string'],
  ['a date', date, '2024-02-29', '2024-02-29'],
  ['a day that is none', date, '2023-02-29', 'must be a date of the calendar, YYYY-MM-DD'],
  ['a clamped parameter', parserOf({ type: 'integer', 'x-clamp': 100 }), '500', 100],
  ['a nullable number', parserOf({ type: ['number', 'null'] }), '47.5', 47.5],
  ['a nullable list', parserOf({ type: ['string', 'null'], enum: ['', 'a', null] }), 'a', 'a'],
  ['an empty value of a list', parserOf({ type: 'string', enum: ['', 'a'] }), '', 'must be one of a'],
]

describe('a reader takes or refuses', () => {
  for (const [name, read, input, expected] of TABLE) {
    it(name, () => {
      const value = read(input)
      assert.equal(value instanceof ParseError ? String(value) : value, expected)
    })
  }
})

it('throws what the caller makes of a fault', () => {
  assert.equal(
    unwrap(drive('2wd'), () => new Error('never')),
    '2wd',
  )
  assert.throws(() => unwrap(drive('9'), (fault) => new TypeError(`--drive ${fault}`)), {
    name: 'TypeError',
    message: '--drive must be one of 2wd, 4wd, crawler',
  })
})

it('names what there is instead of an unknown name', () => {
  assert.equal(listChoices('hp_mni', ['hp_min', 'hp_max']), '; did you mean hp_min?')
  assert.equal(listChoices('nothing', ['hp_min', 'hp_max']), '; there are hp_min, hp_max')
  assert.equal(listChoices('nothing', []), '; there are none')
})
