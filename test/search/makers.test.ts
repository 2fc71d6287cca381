import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { SORTS } from '../../src/schema/api/values.ts'
import { createSearchIndex } from '../../src/search/search-index.ts'
import { EMPTY_QUERY } from '../../src/search/types.ts'
import { readNames } from './name-score.ts'
import type { Catalogue } from './oracle.ts'
import { readSampleIndex } from './sample-index.ts'
import { takeDocuments } from './take-documents.ts'

/** Names of machines as they are sold, for whoever has the file; they are not ours to publish. */
const REAL_NAMES = new URL('../../../shared/data/real-names.ndjson.gz', import.meta.url).pathname

/** Makers whose name, in any order, brings a machine of another. */
function bringingOthers({ makers: manufacturers, classes, machines, today }: Catalogue): string[] {
  const index = createSearchIndex(today)
  index.apply({ manufacturers: manufacturers.values(), classes: classes.values() })
  takeDocuments(index, machines.values())
  const wrong: string[] = []
  let requested = 0
  for (const { slug, name } of manufacturers.values()) {
    const all = [...machines.values()].filter(({ manufacturer }) => manufacturer === slug)
    const visible = all.filter(({ published_at }) => published_at !== null && published_at <= today).length
    if (visible === 0) continue
    requested++
    for (const sort of [null, ...SORTS]) {
      const { ids, total } = index.search({ ...EMPTY_QUERY, q: name, sort, limit: 100 })
      const others = ids.filter((id) => machines.get(id)!.manufacturer !== slug)
      if (others.length > 0 || total !== visible) wrong.push(`${name} by ${sort}: ${total} of ${visible}`)
    }
  }
  assert.ok(requested >= 40, `${requested} makers`)
  return wrong
}

test("a maker's name gives all of its machines and no others, in every order", () => {
  assert.deepEqual(bringingOthers(readSampleIndex().catalogue), [])
})

test('so it does among names of the field', { skip: !existsSync(REAL_NAMES) }, () => {
  const { catalogue } = readSampleIndex()
  const real = readNames(REAL_NAMES)
  const machines = new Map(catalogue.machines)
  for (const machine of real.machines.values())
    machines.set(machine.id + 10_000, { ...machine, id: machine.id + 10_000 })
  const manufacturers = new Map([...real.makers, ...catalogue.makers])
  const classes = new Map([...real.classes, ...catalogue.classes])
  assert.deepEqual(bringingOthers({ ...catalogue, makers: manufacturers, classes, machines }), [])
})
