import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readRevision, writeTransaction } from '../../src/database/schema.ts'
import { onEachBackend } from '../backends.ts'
import { exported, implement, listing, machine, manufacturer, price, record, take } from '../import/take.ts'

onEachBackend('import', (backend) => {
  it('takes every type, and the same rows again change nothing', async (t) => {
    const db = await backend.newDatabase(t)
    const rows = [
      manufacturer,
      machine,
      implement,
      { ...listing, contact: { phone: '98765 43210' }, source_url: 'https://s/7' },
    ]
    const first = await take(db, rows)
    const none = {
      rejected: 0,
      repeated: 0,
      to_review: 0,
      removed: {},
      emptied: {},
      left_out: {},
      warnings: [],
      not_rows: 0,
      unpublished: 0,
      reasons: [],
      faults: [],
    }
    assert.deepEqual({ ...first }, { read: 4, created: 4, changed: 0, unchanged: 0, ...none })
    const revision = await readRevision(db)
    const again = await take(db, rows)
    assert.deepEqual([again.unchanged, again.changed], [4, 0])
    assert.equal(await readRevision(db), revision)
  })

  it('replaces a record: what the new row leaves out is gone, sources and contact included', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [
      manufacturer,
      { ...machine, source_url: 'https://s/1', aliases: ['x'] },
      { ...listing, contact: { phone: '9' } },
    ])
    const { kind: _, engine_hp: __, ...less } = machine
    const result = await take(db, [less, listing])
    assert.equal(result.changed, 2)
    const remaining = await record(db, machine.slug)
    assert.deepEqual(
      [remaining?.kind, remaining?.engine_hp, remaining?.aliases, remaining?.source_url],
      [undefined, undefined, [], undefined],
    )
    assert.equal((await record(db, 7))?.contact, undefined)
    assert.deepEqual(await db.selectFrom('listing_contacts').selectAll().execute(), [])
    assert.deepEqual(await db.selectFrom('sources').selectAll().execute(), [])
  })

  it('patches the fields that a row carries, for every type', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [
      manufacturer,
      { ...machine, source_url: 'https://s/1', prices: [{ ...price, source: 'kept with the price' }] },
      implement,
      { ...listing, contact: { phone: '9' }, hours: 100 },
    ])
    const result = await take(db, [
      { type: 'manufacturer', slug: 'mahindra', patch: true, aliases: ['m'] },
      { type: 'class', key: 'tractor', patch: true, hours_a_year: null },
      { type: 'machine', slug: machine.slug, patch: true, kind: null, pto_hp: 39.8 },
      { type: 'implement', slug: implement.slug, patch: true, hp_max: 60 },
      { type: 'listing', id: 7, patch: true, price_inr: 450_000, hours: null },
    ])
    assert.deepEqual([result.changed, result.faults], [5, []])
    assert.equal((await record(db, 'mahindra'))?.name, 'Mahindra')
    const tractor = await record(db, 'tractor')
    assert.deepEqual([tractor?.hours_a_year, tractor?.label], [undefined, 'Tractor'])
    const remaining = await record(db, machine.slug)
    assert.deepEqual(
      [remaining?.kind, remaining?.pto_hp, remaining?.engine_hp, remaining?.manufacturer],
      [undefined, 39.8, 45, 'mahindra'],
    )
    assert.equal(remaining?.source_url, 'https://s/1')
    assert.deepEqual(remaining?.prices, [{ ...price, source: 'kept with the price' }])
    const tool = await record(db, implement.slug)
    assert.deepEqual([tool?.hp_min, tool?.hp_max, tool?.manufacturer], [35, 60, 'mahindra'])
    const sold = await record(db, 7)
    assert.deepEqual([sold?.price_inr, sold?.hours, sold?.contact], [450_000, undefined, { phone: '9' }])

    const refused = await take(db, [
      { type: 'machine', slug: 'unknown', patch: true, kind: null },
      { type: 'listing', id: 8, patch: true, price_inr: 1 },
      { type: 'machine', slug: machine.slug, patch: true, name: null },
      { type: 'machine', slug: machine.slug, patch: true, kind: 'crawler' },
      { type: 'machine', slug: machine.slug, patch: true, power_source: 'electric', cylinders: 3 },
      { type: 'machine', slug: machine.slug, patch: true, machine_class: 'excavator', kind: 'utility' },
    ])
    assert.equal(refused.rejected, 6)
    assert.deepEqual(
      refused.faults.map((fault) => fault.split(':')[0]),
      ['1 slug', '2 id', '3 name', '4 kind', '5 cylinders', '6 kind'],
    )
  })

  it('gives ids, keeps them, and refuses one that belongs to another', async (t) => {
    const db = await backend.newDatabase(t)
    const result = await take(db, [
      manufacturer,
      { ...machine, slug: 'a', id: 10 },
      { ...machine, slug: 'b' },
      { ...machine, slug: 'c', id: 10 },
      { ...machine, slug: 'a', id: 12 },
      { ...machine, slug: 'b', id: 11, name: 'B' },
    ])
    assert.deepEqual(result.faults, [
      '4 id: belongs to another record; found 10, of a',
      '5 id: must be the id it has or left out: an id never changes; found 12, not 10',
    ])
    assert.deepEqual([(await record(db, 'b'))?.id, (await record(db, 'b'))?.name], [11, 'B'])
    const later = await take(db, [
      { ...machine, slug: 'd', id: 11 },
      { ...machine, slug: 'e', id: Number.MAX_SAFE_INTEGER },
      { ...machine, slug: 'f' },
    ])
    assert.deepEqual(later.faults, [
      '1 id: belongs to another record; found 11, of b',
      '3 id: is missing, and none is left to give: the highest possible one is in use',
    ])
  })

  it('lets a later row see an earlier one, in one batch and across batches', async (t) => {
    for (const batch of [1, 2, 100]) {
      const db = await backend.newDatabase(t)
      const result = await take(
        db,
        [
          {
            type: 'class',
            key: 'robot',
            label: 'R',
            label_hi: 'R',
            label_ta: 'R',
            plural: 'R',
            plural_hi: 'R',
            plural_ta: 'R',
            kinds: ['field'],
            plate: [],
            synonyms: [],
          },
          {
            ...machine,
            slug: 'r-1',
            machine_class: 'robot',
            kind: 'field',
            manufacturer: { slug: 'new', name: 'New' },
          },
          { ...machine, slug: 'r-1', machine_class: 'robot', kind: 'field', manufacturer: 'new', name: 'Second' },
          { type: 'machine', slug: 'r-1', patch: true, engine_hp: null },
          {
            ...machine,
            slug: 'r-2',
            machine_class: 'robot',
            kind: 'field',
            manufacturer: { slug: 'new', name: 'Renamed' },
          },
          { ...machine, slug: 'r-3', machine_class: 'later', manufacturer: 'nobody' },
        ],
        { batch },
      )
      assert.deepEqual([result.created, result.changed, result.rejected], [3, 2, 1])
      assert.deepEqual(result.faults, [
        '6 manufacturer: there is no such manufacturer; import it first, or give {"slug", "name"}; found nobody',
        '6 machine_class: there is no such class; found later',
      ])
      const remaining = await record(db, 'r-1')
      assert.deepEqual(
        [remaining?.name, remaining?.engine_hp, remaining?.section],
        ['Second', undefined, 'construction'],
      )
      assert.equal((await record(db, 'new'))?.name, 'New')
    }
  })

  it('makes no maker for a row that is rejected', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [{ ...machine, kind: 'none', manufacturer: { slug: 'ghost', name: 'Ghost' } }])
    assert.equal(await record(db, 'ghost'), undefined)
  })

  it('takes the section from the class unless the row has one', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [manufacturer, machine, { ...machine, slug: 'other', section: 'construction' }])
    assert.equal((await record(db, machine.slug))?.section, 'farm')
    assert.equal((await record(db, 'other'))?.section, 'construction')
    await take(db, [{ type: 'machine', slug: machine.slug, patch: true, machine_class: 'excavator', kind: null }])
    assert.equal((await record(db, machine.slug))?.section, 'construction')
  })

  it('lets no class lose a kind that a machine has, and expects the plate by default', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [manufacturer])
    const result = await take(db, [
      machine,
      { type: 'class', key: 'tractor', patch: true, kinds: ['orchard'] },
      { type: 'machine', slug: machine.slug, patch: true, kind: 'orchard' },
      { type: 'class', key: 'tractor', patch: true, kinds: ['orchard'] },
      { type: 'class', key: 'baler', patch: true, expects: null },
    ])
    assert.deepEqual(result.faults, ['2 kinds: must keep utility: machines have it'])
    assert.deepEqual((await record(db, 'tractor'))?.kinds, ['orchard'])
    const baler = await record(db, 'baler')
    assert.deepEqual(
      baler?.expects,
      (baler!.plate as { key: string }[]).map(({ key }) => key),
    )
  })

  it('takes a listing through its states and no other way', async (t) => {
    const db = await backend.newDatabase(t)
    const step = async (status: string, more: object = {}) =>
      (await take(db, [{ type: 'listing', id: 7, patch: true, status, ...more }])).faults
    await take(db, [{ ...listing, status: 'draft' }])
    assert.deepEqual(await step('live'), ['1 status: cannot become live: it is draft, which may become review'])
    assert.deepEqual(await step('review'), [])
    assert.deepEqual(await step('live'), [])
    assert.deepEqual(await step('sold'), ['1 sold_at: is missing: a sold listing needs it'])
    assert.deepEqual(await step('live', { sold_at: '2026-11-10T00:00:00Z' }), [
      '1 sold_at: must be absent: the listing is live',
    ])
    assert.deepEqual(await step('sold', { sold_at: '2026-11-10T05:30:00+05:30', sold_price_inr: 450_000 }), [])
    assert.deepEqual(await step('live'), [
      '1 status: cannot become live: it is sold, which is final',
      '1 sold_at: must be absent: the listing is live',
      '1 sold_price_inr: must be absent: the listing is live',
    ])
    const row = await db.selectFrom('listings').select(['status', 'sold_at']).executeTakeFirstOrThrow()
    assert.deepEqual({ ...row }, { status: 'sold', sold_at: Date.parse('2026-11-10T00:00:00Z') })
  })

  it('guards a listing before it is stored', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [
      {
        ...listing,
        description: 'Call 98765 43210 today',
        condition: { owner_phone: '98765 43210', engine: 'good' },
        contact: { name: 'N', phone: '98765 43210' },
      },
    ])
    const { doc } = await db.selectFrom('listings').select('doc').executeTakeFirstOrThrow()
    assert.ok(!doc.includes('43210'))
    assert.match(doc, /\[contact removed\]/)
    const open = (await exported(db, false)).find((row) => row.type === 'listing')
    assert.ok(!JSON.stringify(open).includes('43210'))
    assert.deepEqual((await record(db, 7))?.contact, { name: 'N', phone: '98765 43210' })
  })

  it('checks what one field says about another', async (t) => {
    const db = await backend.newDatabase(t)
    const result = await take(db, [
      manufacturer,
      { ...machine, power_source: 'electric', cylinders: 3, engine_cc: 1000 },
      { ...machine, prices: [{ ...price, high_inr: 1 }] },
      { ...implement, hp_min: 50, hp_max: 40, fits_classes: ['nothing'] },
      { ...listing, machine_class: 'nothing' },
      { ...listing, maker_slug: 'need-not-exist', machine_slug: 'nor-this', vehicle_class: 'nor_this' },
    ])
    assert.deepEqual(result.faults, [
      '2 cylinders: must be absent: the machine is electric; found 3',
      '2 engine_cc: must be absent: the machine is electric; found 1000',
      '3 prices[0].high_inr: must not be less than price_inr',
      '4 hp_max: must not be less than hp_min; found 40 and 50',
      '4 fits_classes: there is no such class; found nothing',
      '5 machine_class: there is no such class; found nothing',
    ])
  })

  it('takes no lock for a dry run, which says of each row what the import then does', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [manufacturer, { ...machine, slug: 'there', id: 41 }, { ...listing, id: 8 }])
    const { name: _, ...existing } = (await record(db, 'tractor'))!
    const kinds = [...(existing.kinds as string[]), 'vineyard']
    const patch = (fields: object) => ({ type: 'machine', patch: true, slug: machine.slug, ...fields })
    const rows = [
      { type: 'manufacturer', slug: 'new', name: 'New' },
      { ...machine, manufacturer: 'new', source_url: 'https://a.example/' },
      { ...machine, slug: 'by-name', manufacturer: { slug: 'named', name: 'Named' } },
      { ...machine, slug: 'by-slug', manufacturer: 'named' },
      { ...machine, slug: 'unknown', manufacturer: 'unknown' },
      patch({ engine_hp: 46 }),
      patch({ engine_hp: 46 }),
      patch({ price: { ...price, price_inr: 1_000_000, source_url: 'https://b.example/' } }),
      { ...machine, manufacturer: 'new' },
      { ...machine, slug: 'id-in-use', id: 41 },
      { ...machine, slug: 'with-id', id: 77 },
      { ...machine, slug: 'id-in-use-too', id: 77 },
      { ...machine, slug: 'next-id' },
      patch({ kind: 'vineyard' }),
      { type: 'class', key: 'tractor', patch: true, kinds },
      patch({ kind: 'vineyard' }),
      { type: 'class', key: 'tractor', patch: true, kinds: existing.kinds },
      patch({ kind: 'utility' }),
      { type: 'class', key: 'tractor', patch: true, kinds: existing.kinds },
      { type: 'class', key: 'tractor', patch: true, kinds: ['orchard'] },
      { ...listing, contact: { phone: '98765 43210' } },
      { type: 'listing', id: listing.id, patch: true, status: 'withdrawn' },
      { type: 'listing', id: listing.id, patch: true, status: 'sold' },
      listing,
      { type: 'listing', id: 8, patch: true, contact: { phone: '98765 43210' } },
      { type: 'listing', id: 8, patch: true, contact: { phone: '98765 43210' } },
      implement,
      { ...implement, weight_kg: 350 },
    ]
    const before = await exported(db)
    // A dry run of a locked database would wait here for itself.
    const dry = await writeTransaction(db, () => take(db, rows, { dryRun: true, batch: 1 }))
    assert.deepEqual(await exported(db), before)
    assert.deepEqual(dry, await take(db, rows, { batch: 1 }))
    assert.ok(dry.faults.length > 5 && dry.changed > 5 && dry.unchanged > 1, JSON.stringify(dry))
  })

  it('keeps nothing of a strict import with a bad row, nothing of a dry run, all of a good strict one', async (t) => {
    const db = await backend.newDatabase(t)
    await take(db, [])
    const revision = await readRevision(db)
    const bad = await take(db, [manufacturer, machine, { ...machine, slug: 'Bad' }], { strict: true, batch: 1 })
    assert.deepEqual([bad.read, bad.created, bad.rejected], [3, 0, 1])
    const dry = await take(db, [manufacturer, machine], { dryRun: true, batch: 1 })
    assert.deepEqual([dry.created, dry.rejected], [2, 0])
    assert.equal(await readRevision(db), revision)
    assert.equal(await record(db, 'mahindra'), undefined)
    const good = await take(db, [manufacturer, machine], { strict: true, batch: 1 })
    assert.equal(good.created, 2)
    assert.equal((await record(db, machine.slug))?.name, machine.name)
  })
})
