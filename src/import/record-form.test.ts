import assert from 'node:assert/strict'
import { it } from 'node:test'
import { changedFields, formOf, readRecordForm } from './record-form.ts'
import { RECORD_TYPES } from './row-shapes.ts'

const PRICE = {
  kind: 'on_road',
  observed_at: '2026-08-21',
  price_inr: 465_000,
  source_kind: 'dealer',
  state_code: 'PB',
}

it('makes a form of every type, without keys, contacts and parts of other fields', () => {
  for (const type of RECORD_TYPES) {
    const names = formOf(type).map(({ name }) => name)
    assert.ok(names.length > 2, type)
    for (const name of ['id', 'slug', 'key', 'contact', 'price']) assert.ok(!names.includes(name), `${type} ${name}`)
  }
  const kinds = Object.fromEntries(formOf('machine').map(({ name, kind }) => [name, kind]))
  assert.deepEqual(
    [
      'manufacturer',
      'engine_hp',
      'launched_at',
      'power_source',
      'is_sample',
      'linkage',
      'aliases',
      'prices',
      'spec',
    ].map((name) => kinds[name]),
    ['text', 'number', 'date', 'choice', 'choice', 'choices', 'lines', 'table', 'table'],
  )
})

it('reads what people write, leaves out items without a value and keeps sources with theirs', () => {
  const form = new URLSearchParams({
    engine_hp: '45 HP',
    pto_hp: 'much',
    aliases: ' a \r\n\r\nb',
    is_sample: 'false',
    'prices[0].city': '',
    'prices[0].source': '"gone"',
    'prices[7].price_inr': '4,65,000',
    'prices[7].source': '"a dealer"',
    'spec[0].label': 'Engine',
    'spec[0].fields[3].key': 'rpm',
    'prices[99999].city': 'Pune',
    '__proto__[0].x': '1',
  })
  form.append('linkage', 'cat-1')
  form.append('linkage', 'cat-2')
  const { engine_hp, pto_hp, aliases, is_sample, prices, spec, linkage, name } = readRecordForm('machine', form)
  assert.deepEqual(
    { engine_hp, pto_hp, aliases, is_sample, prices, spec, linkage, name },
    {
      ...{
        engine_hp: 45,
        pto_hp: 'much',
        aliases: ['a', 'b'],
        is_sample: false,
        linkage: ['cat-1', 'cat-2'],
        name: null,
      },
      prices: [{ price_inr: 465_000, source: 'a dealer' }],
      spec: [{ label: 'Engine', fields: [{ key: 'rpm' }] }],
    },
  )
})

it('finds what differs, not line ends, sources, empty lists or the order of keys', () => {
  const record = { description: 'a\nb', prices: [{ ...PRICE, source: 'x' }], basis: { a: 1, b: 2 }, hours: 5 }
  const same = { description: 'a\r\nb ', prices: [{ ...PRICE }], basis: { b: 2, a: 1 }, hours: 5, photos: null }
  assert.deepEqual(changedFields(same, record), {})
  const other = { ...same, hours: null, prices: [{ ...PRICE, price_inr: 1 }] }
  assert.deepEqual(Object.keys(changedFields(other, record)), ['prices', 'hours'])
})
