import { POWER_SOURCES, WHEEL_DRIVES } from '../../contract/values.ts'
import type { Figures } from '../../search/reading/figures.ts'
import type { Reading } from '../../search/reading/read-query.ts'
import type { SearchQuery } from '../../search/types.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import type { SearchNames } from './filters.ts'
import { searchAddress } from './filters.ts'

type Measure = 'hp' | 'price' | 'weight' | 'cylinders'
/** How far a single figure reaches to either side. */
const NEAR: Record<'hp' | 'price' | 'weight', number> = { hp: 0.05, price: 0.1, weight: 0.1 }

/** How the typed text was understood, if not as plain words: each figure with a link that removes it. */
export function readAs(reader: Reader, query: SearchQuery, reading: Reading, names: SearchNames): Html | null {
  const { words, figures, leftOut, isPlain } = reading
  if (isPlain) return null
  const { w } = reader
  const given = (['hp', 'price', 'weight', 'cylinders'] as const).flatMap((measure) => {
    const label = figureLabel(reader, figures, measure)
    return label === undefined
      ? []
      : [{ label, address: searchAddress(reader, query, without(query, reading, measure)) }]
  })
  return html`<div class="read-as"><p class="quiet" id="read-as">${w.readAs}</p><ul aria-labelledby="read-as">${words.length > 0 && html`<li class="tag">${words.map((word) => wordLabel(reader, word, names)).join(' ')}</li>`}${given.map(
    ({ label, address }) =>
      html`<li><a class="chip" href="${address}" rel="nofollow"><span class="unseen">${reader.say('remove', { value: '' })}</span>${label}<span aria-hidden="true"> ×</span></a></li>`,
  )}</ul>${leftOut.length > 0 && html`<p class="quiet">${reader.say('leftOutWords', { words: leftOut.join(', ') })}</p>`}</div>`
}

function wordLabel(reader: Reader, word: string, names: SearchNames): string {
  if ((WHEEL_DRIVES as readonly string[]).includes(word)) return reader.value('wheel_drive', word)
  if ((POWER_SOURCES as readonly string[]).includes(word)) return reader.value('power_source', word)
  const maker = names.manufacturer(word)
  return maker === word ? names.machine_class(word) : maker
}

function figureLabel(reader: Reader, figures: Readonly<Figures>, measure: Measure): string | undefined {
  if (measure === 'cylinders') {
    const { cylinders } = figures
    return cylinders === null ? undefined : `${reader.figure(cylinders)} ${reader.value('spec', 'cylinders')}`
  }
  const [low, high] = [figures[`${measure}_min`], figures[`${measure}_max`]]
  const write = (value: number) =>
    measure === 'price' ? reader.money(value) : reader.measure(value, measure === 'hp' ? 'HP' : 'kg')
  if (low === null) return high === null ? undefined : reader.say('upTo', { value: write(high) })
  if (high === null) return reader.say('atLeast', { value: write(low) })
  const middle = Math.round(low + high) / 2
  const isNear =
    Math.abs(high - middle * (1 + NEAR[measure])) < 0.01 && Math.abs(low - middle * (1 - NEAR[measure])) < 0.01
  if (isNear) return reader.say('aboutFigure', { value: write(middle) })
  return low === high ? write(low) : `${measure === 'hp' ? reader.figure(low) : write(low)}–${write(high)}`
}

/** The search without one of its figures. The others become filters, or words where there is no filter. */
function without(query: SearchQuery, { words, figures }: Reading, measure: Measure): Partial<SearchQuery> {
  const said = (other: Measure, text: string | null) => (other === measure || text === null ? [] : [text])
  const { hp_min, hp_max, price_min, price_max, weight_min, weight_max, cylinders } = figures
  const q = [
    ...words,
    ...said('price', price_min === null ? null : `above ${price_min} rupees`),
    ...said('weight', weight_min === null ? null : `above ${weight_min} kg`),
    ...said('weight', weight_max === null ? null : `under ${weight_max} kg`),
    ...said('cylinders', cylinders === null ? null : `${cylinders} cylinder`),
  ].join(' ')
  const hp = measure === 'hp' ? {} : { hp_min: higher(hp_min, query.hp_min), hp_max: lower(hp_max, query.hp_max) }
  return { q, ...hp, ...(measure === 'price' ? {} : { price_max: lower(price_max, query.price_max) }) }
}

function higher(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}
