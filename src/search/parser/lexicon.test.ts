import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { annotate, phraseAt } from './lexicon.ts'
import { readSections } from './sections.ts'
import { parseSenses } from './senses.ts'
import { phraseKey, tokenizeQuery } from './tokens.ts'

const FOLDER = new URL('./lexicon/', import.meta.url)
const LISTS = readdirSync(FOLDER).flatMap((file) =>
  file.endsWith('.txt') && file !== 'states.txt' ? [file.slice(0, -4)] : [],
)

it('has one phrase a line, each once in its section, and no long line', () => {
  assert.ok(LISTS.length > 10)
  for (const list of LISTS) {
    for (const { header, phrases } of readSections(list)) {
      assert.deepEqual([...new Set(phrases)], phrases, `${list}: ${header}`)
      for (const phrase of phrases) assert.ok(phraseKey(phrase) !== '', `${list}: ${phrase}`)
    }
    const lines = readFileSync(new URL(`${list}.txt`, FOLDER), 'utf8').split('\n')
    const data = lines.filter((line) => !line.startsWith('#'))
    assert.ok(
      data.every((line) => line.length <= 200 && !/\t|, /.test(line)),
      list,
    )
  }
})

it('rejects unknown senses and values', () => {
  assert.deepEqual(parseSenses('unit=kg factor=1000 weak'), { unit: 'kg', factor: 1_000, weak: true })
  for (const header of ['colour=red', 'unit=parsec', 'stop=1', 'scale=many', 'weak=', 'role'])
    assert.throws(() => parseSenses(header), /unknown sense/, header)
})

it('takes the longest phrase with a sense', () => {
  const tokens = annotate(tokenizeQuery('not more than 2 owners'))
  assert.equal(phraseAt(tokens, 0, 'prefix')?.end, 3)
  assert.equal(phraseAt(tokens, 0, 'role')?.end, 1)
})
