import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countGaps, createGapIndex, machinesWith } from '../../src/catalogue/gaps/gap-index.ts'
import { onEachBackend } from '../backends.ts'
import { newFollower } from '../catalogue-app.ts'
import { machine, maker, NOW, price, take } from '../intake/take.ts'

const TODAY = '2026-11-15'
const old = { ...price, observed_at: '2026-01-01' }

onEachBackend('what the catalogue lacks', (backend) => {
  it('is counted by class and maker, and follows changes', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [
      maker,
      { type: 'class', key: 'tractor', patch: true, expects: ['engine_hp', 'pto_hp', 'prices', 'image'] },
      { ...machine, prices: [old], image: 'https://media.example/1.webp' },
      { ...machine, slug: 'b', prices: [] },
      { ...machine, slug: 'c', published_at: null },
    ])
    const index = createGapIndex(newFollower(t, db), () => NOW)
    const { machines, unpublished } = await index.read()
    assert.deepEqual(
      machines.map(({ slug, completeness }) => [slug, completeness]),
      [
        ['b', 25],
        ['mahindra-575-di', 75],
      ],
    )
    assert.equal(unpublished, 1)
    const [all] = countGaps(machines, TODAY, ({ classKey }) => ({ key: classKey, label: classKey }))
    assert.deepEqual(
      [all?.machines, all?.completeness, all?.price, all?.price_90, all?.price_180, all?.picture],
      [2, 50, 1, 1, 1, 1],
    )
    const query = { gap: 'price', machineClass: 'tractor', maker: 'mahindra' } as const
    assert.deepEqual(
      machinesWith(machines, query, TODAY).map(({ slug }) => slug),
      ['b'],
    )
    await take(db, [{ type: 'machine', slug: 'b', patch: true, prices: [price], pto_hp: 40 }])
    assert.equal((await index.read()).machines.find(({ slug }) => slug === 'b')?.completeness, 75)
    await take(db, [{ type: 'manufacturer', slug: 'mahindra', patch: true, name: 'Renamed' }])
    assert.deepEqual(new Set((await index.read()).machines.map(({ maker }) => maker.name)), new Set(['Renamed']))
    await take(db, [{ type: 'class', key: 'tractor', patch: true, expects: ['engine_hp'] }])
    assert.deepEqual(
      (await index.read()).machines.map(({ completeness }) => completeness),
      [100, 100],
    )
  })
})
