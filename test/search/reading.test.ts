import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MISREAD_NAMES, MISSED, MISSED_BESIDE } from './reading-misses.ts'
import { describe as describeScore, misread, readLines, readQueries, SETS, scoreQueries } from './reading-score.ts'
import { openSampleAnswers } from './sample-answers.ts'

const file = (name: string) => new URL(`./reading-sets/${name}`, import.meta.url)

test('people are read and answered as they mean it, except for known misses', (t) => {
  const missed: Record<string, string[]> = {}
  for (const set of SETS) {
    const score = scoreQueries(readQueries(file(`${set}.ndjson`)))
    t.diagnostic(`${set}: ${describeScore(score)}`)
    for (const { what, q, told: reported } of score.misses) {
      if (what === 'left') continue
      t.diagnostic(`${what}: ${q} ${reported}`)
      missed[q] = [...new Set([...(missed[q] ?? []), what])]
    }
  }
  assert.deepEqual(missed, MISSED)
})

test('implements and used listings that are asked for come first, but for misses that are told', async () => {
  const answers = await openSampleAnswers()
  const missed: string[] = []
  let requested = 0
  for (const { q, implements: tools, listings } of SETS.flatMap((set) => readQueries(file(`${set}.ndjson`)))) {
    const required = tools ?? listings?.map(String)
    if (required === undefined) continue
    requested++
    const [result = 'none'] = tools ? answers.implements(q, 1) : (await answers.listings(q, 1)).map(String)
    if (!(required.length === 0 ? ['none'] : required).includes(result)) missed.push(q)
  }
  await answers.close()
  assert.ok(requested > 200, `${requested}`)
  assert.deepEqual(missed.toSorted(), MISSED_BESIDE.toSorted())
})

test('no model name is read as a figure, but for those that are told', (t) => {
  const names = readLines(file('model-names.txt'))
  const wrong = misread(names)
  t.diagnostic(`${wrong.length} of ${names.length} model names are read as a figure`)
  assert.deepEqual(wrong, MISREAD_NAMES)
})
