import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_READ, type Reading } from '../../search/reading/read-query.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import type { Language } from '../language.ts'
import { createReader } from '../reader.ts'
import { HITS, type SearchNames } from './filters.ts'
import { readAs } from './read-as.ts'

const same = (value: string) => value
const names: SearchNames = {
  machine_class: (key) => (key === 'tractor' ? 'Tractors' : key),
  manufacturer: (slug) => (slug === 'mahindra' ? 'Mahindra' : slug),
  ...{ kind: same, power_source: same, wheel_drive: same, lifecycle: same },
}

function shown(reading: Partial<Reading>, language: Language = 'en') {
  const reader = createReader(language, { prefix: '', baseUrl: '', makerName: () => undefined })
  const whole = { ...NOTHING_READ, isPlain: false, ...reading }
  const text = readAs(reader, { ...EMPTY_QUERY, q: 'as typed', hp_max: 50, limit: HITS }, whole, names)?.text ?? ''
  const addresses = Array.from(text.matchAll(/href="([^"]+)"/g), ([, address]) => address!.replaceAll('&amp;', '&'))
  return { text, plain: text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), addresses }
}

describe('how a query was read', () => {
  it('is not told of plain words', () => assert.equal(shown({ isPlain: true }).text, ''))

  it('is told in words of the page, each figure with a way to take it away', () => {
    const said = { hp_min: 42.75, hp_max: 47.25, price_max: 800_000 }
    const { plain, addresses } = shown({ sides: [['mahindra', 'tractor']], said, leftOut: ['best'] })
    assert.match(plain, /Understood as Mahindra Tractors .*About 45 HP.*₹8 lakh.* Left out: best/)
    assert.deepEqual(addresses, [
      '/en/machines?q=mahindra+tractor&hp_max=50&price_max=800000',
      '/en/machines?q=mahindra+tractor&hp_min=42.75&hp_max=47.25',
    ])
    assert.match(shown({ said }, 'ta').plain, /சுமார் 45/)
  })

  it('says every bound and wish as a parameter', () => {
    const said = { hp_min: 40, price_min: 500_000, mass_max: 2_000, lift_min: 1_500, cylinders: 3 }
    const [hp] = shown({ sides: [['swaraj']], said, sort: 'price_asc' }).addresses
    const asked = new URLSearchParams(hp!.split('?')[1])
    const told = { q: 'swaraj', hp_max: '50', lift_min: '1500', mass_max: '2000', cylinders: '3' }
    assert.deepEqual(Object.fromEntries(asked), { ...told, price_min: '500000', sort: 'price_asc' })
  })

  it('shows markup that was typed as text', () => {
    assert.doesNotMatch(shown({ sides: [['<img']], leftOut: ['<script>'] }).text, /<img|<script>/)
  })
})
