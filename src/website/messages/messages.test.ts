import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as contract from '../../schema/api/values.ts'
import { createLocale } from '../locale.ts'
import en from './en.json' with { type: 'json' }
import hi from './hi.json' with { type: 'json' }
import { OPEN_ROWS, openLists } from './messages.ts'
import ta from './ta.json' with { type: 'json' }

/** Names of the values that a text has places for. */
const placesOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

it('says the same in every language, of the same values', () => {
  for (const other of [hi, ta]) {
    assert.deepEqual(Object.keys(other.words), Object.keys(en.words))
    for (const [list, words] of Object.entries(en.values)) {
      assert.deepEqual(Object.keys(other.values[list as keyof typeof en.values]), Object.keys(words), list)
    }
    for (const [name, text] of Object.entries(en.words)) {
      assert.deepEqual(placesOf(other.words[name as keyof typeof en.words]), placesOf(text), name)
    }
  }
})

it('has a word for every value of the closed lists of the contract', () => {
  const lists: Record<keyof typeof en.values, readonly string[]> = {
    power_source: contract.POWER_SOURCES,
    wheel_drive: contract.WHEEL_DRIVES,
    price_kind: contract.PRICE_KINDS,
    price_kind_note: contract.PRICE_KINDS,
    source_kind: contract.SOURCE_KINDS,
    media_kind: contract.MEDIA_KINDS,
    lifecycle: contract.LIFECYCLES,
    section: contract.SECTIONS,
    seller: contract.SELLERS,
    inspection: contract.INSPECTION_MODES,
    inspection_note: contract.INSPECTION_MODES,
    sort: [...contract.SORTS, ...contract.LISTING_SORTS, 'best', 'added'],
  }
  for (const [list, values] of Object.entries(lists)) {
    const words = Object.keys(en.values[list as keyof typeof en.values])
    assert.deepEqual(words.toSorted(), [...new Set(values)].sort(), list)
  }
})

it('names districts in the script of the page, and others as they came', () => {
  const [hindi, tamil] = (['hi', 'ta'] as const).map((language) =>
    createLocale(language, { prefix: '', baseUrl: '', manufacturer: () => undefined }),
  )
  assert.deepEqual([hindi!.district('Ludhiana'), tamil!.district('LUDHIANA')], ['लुधियाना', 'லூதியானா'])
  assert.equal(hindi!.district('Ludhiana Rural'), 'Ludhiana Rural')
})

it('has every value of the open lists once, with its words in every language', () => {
  const incomplete = OPEN_ROWS.filter((row) => row.length !== 5 || row.some((text) => text.trim() === ''))
  assert.deepEqual(incomplete, [])
  const held = Object.values(openLists).flatMap((list) => Object.keys(list))
  assert.equal(held.length, OPEN_ROWS.length, 'a key stands twice in its list, or its list is unknown')
})
