import type { ClassProfile } from '../../read-model/class-profile.ts'
import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'

/** Maps values to places in a drawing. */
type Scale = (value: number) => number

export function scale(low: number, high: number, from: number, to: number): Scale {
  const span = high - low || 1
  return (value) => Math.round((from + ((value - low) / span) * (to - from)) * 10) / 10
}

/** Three to six round values that cover a range. */
export function ticks(low: number, high: number): number[] {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return [low]
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!
  const values: number[] = []
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) {
    values.push(Number(value.toPrecision(12)))
  }
  return values
}

/** Widens a range on both sides, so nothing lies on the edge. */
export function widen(values: readonly number[], share = 0.08): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const margin = (high - low || Math.abs(high) || 1) * share
  return [Math.max(0, low - margin), high + margin]
}

/** Dots as one path: lines of no length with round ends. */
export function dots(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y]) => `M${x} ${y}h0`).join('')
}

/** Where a value lies between the lowest and the highest; a tick marks the median. */
export function strip(values: readonly number[], value: number, alt: string): Html {
  const [low, high] = [values[0]!, values.at(-1)!]
  const x = scale(low, high, 8, 152)
  return html`<svg class="strip" viewBox="0 0 160 20" role="img" aria-label="${alt}"><path class="track" d="M8 10H152"/><path class="tick" d="M${x(middle(values))} 4V16"/><path class="mark" d="M${x(Math.min(Math.max(value, low), high))} 10h0"/></svg>`
}

export function middle(values: readonly number[]): number {
  const half = values.length >> 1
  return values.length % 2 === 1 ? values[half]! : (values[half - 1]! + values[half]!) / 2
}

type Point = ClassProfile['points'][number]

const [WIDTH, HEIGHT] = [400, 300]
const [LEFT, RIGHT, TOP, BOTTOM] = [92, 12, 12, 40]

/** Power against price from zero on, every dot named and linked, with one machine marked. */
export function scatter(reader: Reader, points: readonly Point[], marked: Point | undefined, alt: string): Html {
  const all = marked ? [...points, marked] : points
  const [, hpHigh] = widen(all.map(({ engine_hp }) => engine_hp))
  const [, priceHigh] = widen(all.map(({ price_from_inr }) => price_from_inr))
  const x = scale(0, hpHigh, LEFT, WIDTH - RIGHT)
  const y = scale(0, priceHigh, HEIGHT - BOTTOM, TOP)
  const dot = ({ slug, name, engine_hp, price_from_inr }: Point, kind: string) =>
    html`<a href="${reader.to(`machines/${slug}`)}"><path class="${kind}" d="M${x(engine_hp)} ${y(price_from_inr)}h0"/><title>${name}, ${reader.measure(engine_hp, 'HP')}, ${reader.money(price_from_inr)}</title></a>`
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="${alt}">
${ticks(0, priceHigh).map((price) => html`<path class="grid" d="M${LEFT} ${y(price)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(price) + 4}" text-anchor="end">${reader.money(price)}</text>`)}
${ticks(0, hpHigh).map((hp) => html`<text x="${x(hp)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${reader.figure(hp)}</text>`)}
<text x="${WIDTH - RIGHT}" y="${HEIGHT - 4}" text-anchor="end">${reader.unit('HP')}</text>
${marked && html`<path class="cross" d="M${x(marked.engine_hp)} ${TOP}V${HEIGHT - BOTTOM}M${LEFT} ${y(marked.price_from_inr)}H${WIDTH - RIGHT}"/>`}
${points.map((point) => dot(point, 'dots'))}${marked && dot(marked, 'mark')}
</svg>`
}
