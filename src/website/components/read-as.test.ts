import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EMPTY_PARSE, type ParsedQuery } from '../../search/parser/parse-query.ts'
import { EMPTY_QUERY } from '../../search/types.ts'
import type { Language } from '../language.ts'
import { createLocale } from '../locale.ts'
import type { ListQuery, SearchNames } from './filters.ts'
import { HITS } from './list.ts'
import { chips, plainQuery, priceKinds, readAs } from './read-as.ts'

const same = (value: string) => value
const names: SearchNames = {
  machine_class: (key) => (key === 'tractor' ? 'Tractors' : key),
  manufacturer: (slug) => (slug === 'mahindra' ? 'Mahindra' : slug),
  kind: same,
  power_source: same,
  wheel_drive: same,
  lifecycle: same,
  price_kind: same,
}
const readerOf = (language: Language) =>
  createLocale(language, { prefix: '', baseUrl: '', manufacturer: () => undefined })
const SENT: ListQuery = { ...EMPTY_QUERY, q: 'as typed', hp_max: 50, limit: HITS, state: '', all: '' }

function visible(reading: Partial<ParsedQuery>, language: Language = 'en') {
  const locale = readerOf(language)
  const query = (reading.clauses ?? []).map((words) => words.join(' ')).join(' or ')
  const whole = { ...EMPTY_PARSE, text: query, isPlain: false, ...reading }
  const plain = plainQuery(SENT, whole)
  const text = `${readAs(locale, whole, names) ?? ''}${chips(locale, plain, names, whole.sort) ?? ''}`
  const addresses = Array.from(text.matchAll(/href="([^"]+)"/g), ([, address]) => address!.replaceAll('&amp;', '&'))
  return { text, plain: text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), addresses }
}

describe('how a query was read', () => {
  it('is not told of plain words', () => {
    assert.equal(readAs(readerOf('en'), EMPTY_PARSE, names), null)
    assert.deepEqual(plainQuery(SENT, EMPTY_PARSE), SENT)
  })

  it('tells what a machine is fitted with as people write it', () => {
    const read = { clauses: [['powersteering', 'oilbrakes', 'tremiv']], ignored: [], isPlain: false }
    const text = String(readAs(readerOf('en'), read, names)).replace(/<[^>]+>/g, ' ')
    assert.match(text, /Steering: Power Brakes: Oil TREM IV/)
    assert.match(String(readAs(readerOf('ta'), read, names)), /ஸ்டீயரிங்: பவர்/)
  })

  it('is told in words of the page, each figure with a way to take it away', () => {
    const filters = { hp_min: 42.75, hp_max: 47.25, price_max: 800_000 }
    const { plain, addresses } = visible({ clauses: [['mahindra', 'tractor']], filters, ignored: ['best'] })
    assert.match(plain, /Showing results for: Mahindra Tractors Ignored: best .*About 45 HP.*₹8 lakh/)
    assert.deepEqual(addresses, [
      '/en/machines?q=mahindra+tractor&price_max=800000',
      '/en/machines?q=mahindra+tractor&hp_min=42.75&hp_max=47.25',
      '/en/machines?q=mahindra+tractor',
    ])
    assert.match(visible({ filters }, 'ta').plain, /சுமார் 45/)
  })

  it('says every bound and wish as a parameter', () => {
    const filters = { hp_min: 40, price_min: 500_000, mass_max: 2_000, lift_min: 1_500, cylinders: 3 }
    const [hp] = visible({ clauses: [['swaraj']], text: 'swaraj', filters, sort: 'price_asc' }).addresses
    const requested = new URLSearchParams(hp!.split('?')[1])
    const reported = { q: 'swaraj', lift_min: '1500', mass_max: '2000', cylinders: '3' }
    assert.deepEqual(Object.fromEntries(requested), { ...reported, price_min: '500000', sort: 'price_asc' })
  })

  it('takes a single state that the text names as the place of prices, unless another was chosen', () => {
    const intents = { ...EMPTY_PARSE.intents, states: ['PB'] }
    assert.equal(plainQuery(SENT, { ...EMPTY_PARSE, intents }).state, 'PB')
    assert.equal(plainQuery({ ...SENT, state: 'TN' }, { ...EMPTY_PARSE, intents }).state, 'TN')
    assert.equal(plainQuery(SENT, { ...EMPTY_PARSE, intents: { ...intents, states: ['PB', 'HR'] } }).state, '')
  })

  it('shows markup that was typed as text', () => {
    assert.doesNotMatch(visible({ clauses: [['<img']], ignored: ['<script>'] }).text, /<img|<script>/)
  })
})

describe('prices of several kinds', () => {
  const facets = { price_kind: { dealer_quote: 17, ex_showroom: 44 } }

  it('are told under a budget or a price sort, with a way to keep one', () => {
    const text = priceKinds(readerOf('en'), { ...SENT, price_max: 800_000 }, facets)!.text
    assert.match(
      text,
      /price_kind=ex_showroom"[^>]*>Ex-showroom <small>44<.*price_kind=dealer_quote"[^>]*>Dealer quote <small>17</,
    )
    assert.ok(priceKinds(readerOf('en'), { ...SENT, sort: 'price_desc' }, facets))
  })

  it('are not told without one, nor of one kind', () => {
    assert.equal(priceKinds(readerOf('en'), SENT, facets), null)
    assert.equal(priceKinds(readerOf('en'), { ...SENT, sort: 'price_asc', price_kind: 'on_road' }, facets), null)
  })
})
