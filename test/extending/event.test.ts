import assert from 'node:assert/strict'
import { it } from 'node:test'
import { patchedTree, walk } from './patched-tree.ts'

it('makes a new event of three files and its words, told whichever way a change came', (t) => {
  const { folder, files } = patchedTree(t, 'An event')
  assert.ok(files.filter((file) => file.endsWith('.ts')).length <= 3, files.join())
  assert.deepEqual(
    files.filter((file) => !file.endsWith('.ts')),
    ['src/schema/api/notes.tsv'],
  )
  const { steps, example } = walk<{ steps: unknown[]; example: boolean }>(folder, 'event-walk.ts')
  const item = [['implement.published', 'rotavator-5', { slug: 'mahindra', name: 'Mahindra' }, true]]
  assert.deepEqual(steps, [
    ['import', item],
    ['the same import', []],
    ['hidden', []],
    ['revert', item],
    ['hidden by an import', []],
    ['undo', item],
    ['removal', []],
    ['import for tomorrow', []],
    ['the day before', []],
    ['its day', item],
    ['another look', []],
  ])
  assert.ok(example, 'the example of the reference is true to its schema')
})
