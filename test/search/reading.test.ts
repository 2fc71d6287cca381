import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { type MeilisearchServer, openMeilisearch, withoutMeilisearch } from '../meilisearch.ts'
import { createFilledIndex, type FilledIndex } from './meilisearch-index.ts'
import { FOUND_BY_MEILISEARCH, MISREAD_NAMES, MISSED, MISSED_BESIDE, MISSED_BY_MEILISEARCH } from './reading-misses.ts'
import {
  describe as describeScore,
  type Find,
  findHere,
  misread,
  readLines,
  readQueries,
  SETS,
  scoreQueries,
} from './reading-score.ts'
import { openSampleAnswers } from './sample-answers.ts'
import { readSampleIndex } from './sample-index.ts'

const file = (name: string) => new URL(`./reading-sets/${name}`, import.meta.url)

function testSets(engine: 'database' | 'meilisearch', find: Find): void {
  test(`people are read and answered as they mean it on ${engine}, but for misses that are told`, async (t) => {
    const missed: Record<string, string[]> = {}
    for (const set of SETS) {
      const score = await scoreQueries(readQueries(file(`${set}.ndjson`)), find)
      t.diagnostic(`${set} on ${engine}: ${describeScore(score)}`)
      for (const { what, q, told } of score.misses) {
        if (what === 'left') continue
        t.diagnostic(`${what}: ${q} ${told}`)
        missed[q] = [...new Set([...(missed[q] ?? []), what])]
      }
    }
    const expected: Record<string, string[]> = { ...MISSED, ...(engine === 'meilisearch' && MISSED_BY_MEILISEARCH) }
    if (engine === 'meilisearch') for (const q of FOUND_BY_MEILISEARCH) delete expected[q]
    assert.deepEqual(missed, expected)
  })
}

testSets('database', findHere)

describe('with Meilisearch', { skip: withoutMeilisearch }, () => {
  const { index: memory, machines, catalogue } = readSampleIndex()
  let server: MeilisearchServer
  let index: FilledIndex
  before(async () => {
    server = await openMeilisearch()
    index = await createFilledIndex(server)
    await index.fill(catalogue)
  })
  after(async () => {
    await index?.remove()
    await server?.stop()
  })

  testSets('meilisearch', async (q) => {
    const query = { ...EMPTY_QUERY, q, limit: 3 }
    const { ids } = (await index.search(query)) ?? memory.search(query)
    return ids.map((id) => machines.get(id)!.slug)
  })
})

test('implements and used listings that are asked for come first, but for misses that are told', async () => {
  const answers = await openSampleAnswers()
  const missed: string[] = []
  let asked = 0
  for (const { q, implements: tools, listings } of SETS.flatMap((set) => readQueries(file(`${set}.ndjson`)))) {
    const wanted = tools ?? listings?.map(String)
    if (wanted === undefined) continue
    asked++
    const [found = 'none'] = tools ? answers.implements(q, 1) : (await answers.listings(q, 1)).map(String)
    if (!(wanted.length === 0 ? ['none'] : wanted).includes(found)) missed.push(q)
  }
  await answers.close()
  assert.ok(asked > 200, `${asked}`)
  assert.deepEqual(missed.toSorted(), MISSED_BESIDE.toSorted())
})

test('no model name is read as a figure, but for those that are told', (t) => {
  const names = readLines(file('model-names.txt'))
  const wrong = misread(names)
  t.diagnostic(`${wrong.length} of ${names.length} model names are read as a figure`)
  assert.deepEqual(wrong, MISREAD_NAMES)
})
