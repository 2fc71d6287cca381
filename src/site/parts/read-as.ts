import { POWER_SOURCES, WHEEL_DRIVES } from '../../contract/values.ts'
import { type Reading, textOf } from '../../search/reading/read-query.ts'
import { MEASURES, type Measure, NEAR, type Said, type SaidBounds } from '../../search/reading/said.ts'
import { asRead } from '../../search/search-request.ts'
import type { SearchQuery } from '../../search/types.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import type { SearchNames } from './filters.ts'
import { searchAddress } from './filters.ts'

/** What can be taken away: a measure with both its ends, or one of these. */
type Told = Measure | 'cylinders' | 'launched_since' | 'sort'
const TOLD: readonly Told[] = [...MEASURES, 'cylinders', 'launched_since', 'sort']

/** How the typed text was understood, if not as plain words: each figure with a link that removes it. */
export function readAs(reader: Reader, query: SearchQuery, reading: Reading, names: SearchNames): Html | null {
  const { sides, leftOut, isPlain } = reading
  if (isPlain) return null
  const { w } = reader
  const words = sides.map((side) => side.map((word) => wordLabel(reader, word, names)).join(' ')).join(' / ')
  const given = TOLD.flatMap((told) => {
    const label = labelOf(reader, query, reading, told)
    return label === undefined ? [] : [{ label, address: searchAddress(reader, query, without(query, reading, told)) }]
  })
  return html`<div class="read-as"><p class="quiet" id="read-as">${w.readAs}</p><ul aria-labelledby="read-as">${words !== '' && html`<li class="tag">${words}</li>`}${given.map(
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

function labelOf(reader: Reader, query: SearchQuery, { said, sort }: Reading, told: Told): string | undefined {
  if (told === 'sort') return sort === null || query.sort !== null ? undefined : reader.value('sort', sort)
  if (told === 'launched_since') {
    const { launched_since } = said
    return launched_since === undefined ? undefined : reader.say('atLeast', { value: launched_since.slice(0, 4) })
  }
  if (told === 'cylinders') {
    const { cylinders } = said
    return cylinders === undefined ? undefined : `${reader.figure(cylinders)} ${reader.value('spec', 'cylinders')}`
  }
  const label = measureLabel(reader, said, told)
  if (label === undefined || (told !== 'lift' && told !== 'weight')) return label
  return `${reader.value('spec', told === 'lift' ? 'lift_capacity_kg' : 'operating_weight_kg')}: ${label}`
}

function measureLabel(reader: Reader, said: Said, measure: Measure): string | undefined {
  const [low, high] = [said[`${measure}_min`], said[`${measure}_max`]]
  const write = (value: number) =>
    measure === 'price' ? reader.money(value) : reader.measure(value, measure === 'hp' ? 'HP' : 'kg')
  if (low === undefined) return high === undefined ? undefined : reader.say('upTo', { value: write(high) })
  if (high === undefined) return reader.say('atLeast', { value: write(low) })
  const middle = Math.round(low + high) / 2
  const isNear = (bound: number, share: number) => Math.abs(bound - middle * share) <= (measure === 'hp' ? 0.01 : 0.5)
  if (isNear(high, 1 + NEAR[measure]) && isNear(low, 1 - NEAR[measure]))
    return reader.say('aboutFigure', { value: write(middle) })
  return low === high ? write(low) : `${measure === 'hp' ? reader.figure(low) : write(low)}–${write(high)}`
}

/** The search as it was read, without one thing that the text said. */
function without(query: SearchQuery, reading: Reading, told: Told): Partial<SearchQuery> {
  const left = (Object.keys(reading.said) as (keyof SaidBounds)[]).filter((name) => name.split('_m')[0] !== told)
  const asked = asRead(query, reading)
  return {
    q: textOf(reading),
    ...Object.fromEntries(left.map((name) => [name, asked[name]])),
    sort: told === 'sort' ? query.sort : asked.sort,
  }
}
