import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NO_FIGURES } from '../../search/reading/figures.ts'
import type { Reading } from '../../search/reading/read-query.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import type { Language } from '../language.ts'
import { createReader } from '../reader.ts'
import type { SearchNames } from './filters.ts'
import { readAs } from './read-as.ts'

const same = (value: string) => value
const names: SearchNames = {
  machine_class: (key) => (key === 'tractor' ? 'Tractors' : key),
  manufacturer: (slug) => (slug === 'mahindra' ? 'Mahindra' : slug),
  ...{ kind: same, power_source: same, wheel_drive: same, lifecycle: same },
}

function shown(reading: Partial<Reading>, language: Language = 'en') {
  const reader = createReader(language, { prefix: '', baseUrl: '', makerName: () => undefined })
  const whole = { words: [], figures: NO_FIGURES, leftOut: [], isPlain: false, ...reading }
  const text = readAs(reader, { ...EMPTY_QUERY, q: 'as typed', hp_max: 50 }, whole, names)?.text ?? ''
  const addresses = Array.from(text.matchAll(/href="([^"]+)"/g), ([, address]) => address!.replaceAll('&amp;', '&'))
  return { text, plain: text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), addresses }
}

describe('how a query was read', () => {
  it('is not told of plain words', () => assert.equal(shown({ isPlain: true }).text, ''))

  it('is told in words of the page, each figure with a way to take it away', () => {
    const figures = { ...NO_FIGURES, hp_min: 42.75, hp_max: 47.25, price_max: 800_000 }
    const { plain, addresses } = shown({ words: ['mahindra', 'tractor'], figures, leftOut: ['best'] })
    assert.match(plain, /Understood as Mahindra Tractors .*About 45 HP.*₹8 lakh.* Left out: best/)
    assert.deepEqual(addresses, [
      '/en/machines?q=mahindra+tractor&hp_max=50&price_max=800000',
      '/en/machines?q=mahindra+tractor&hp_min=42.75&hp_max=47.25',
    ])
    assert.match(shown({ figures }, 'ta').plain, /சுமார் 45/)
  })

  it('keeps in words what no filter can say', () => {
    const figures = { ...NO_FIGURES, hp_min: 40, price_min: 500_000, weight_max: 2_000, cylinders: 3 }
    const [hp] = shown({ words: ['swaraj'], figures }).addresses
    assert.equal(hp, '/en/machines?q=swaraj+above+500000+rupees+under+2000+kg+3+cylinder&hp_max=50')
  })

  it('shows markup that was typed as text', () => {
    assert.doesNotMatch(shown({ words: ['<img'], leftOut: ['<script>'] }).text, /<img|<script>/)
  })
})
