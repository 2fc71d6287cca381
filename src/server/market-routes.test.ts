import assert from 'node:assert/strict'
import { it } from 'node:test'
import { heldMemory } from '../../test/held-memory.ts'
import { machinesOf } from './market-routes.ts'

it('keeps nothing of machines that nobody knows, whoever asks for them', () => {
  const { machineOf } = machinesOf({ onChange() {}, model: { rowOf: () => -1, findImplement() {} } } as never)
  const before = heldMemory().heap
  for (let number = 0; number < 100_000; number++) assert.equal(machineOf(`no-such-machine-${number}`), undefined)
  assert.ok(heldMemory().heap - before < 3_000_000)
  assert.equal(machineOf('none'), undefined)
})
