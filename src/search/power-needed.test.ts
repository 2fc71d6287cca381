import assert from 'node:assert/strict'
import { it } from 'node:test'
import { powerNeeded } from './power-needed.ts'

it('asks for the power of the implements that have most of the words in their names', () => {
  const tool = { kind: 'rotavator', fits_classes: ['tractor'] }
  const all = [
    { ...tool, name: 'Rotavator 6 ft', hp_min: 40, hp_max: 50 },
    { ...tool, name: 'Rotavator 9 ft', hp_min: 60, hp_max: null },
    { ...tool, name: 'Mini Tiller 3 ft', hp_min: 12, hp_max: 22 },
    { ...tool, kind: 'auger', name: 'Auger', hp_min: null, hp_max: null },
  ]
  const needed = (words: string, kind = 'rotavator', machineClass = 'tractor') =>
    powerNeeded(all, [kind], words.split(' '), machineClass)
  assert.deepEqual(needed('rotavator 6 ft'), { hp_min: 40, hp_max: 50 })
  assert.deepEqual(needed('rotavator'), { hp_min: 12 })
  assert.deepEqual(needed('rotavator', 'rotavator', ''), { hp_min: 12 })
  assert.deepEqual(needed('rotavator', 'rotavator', 'backhoe_loader'), {})
  assert.deepEqual(needed('auger', 'auger'), {})
})
