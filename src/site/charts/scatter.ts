import { type Html, html } from '../html.ts'
import type { Reader } from '../reader.ts'
import { dots, scale, ticks, widen } from './scale.ts'

interface Point {
  engine_hp: number
  price_from_inr: number
}

const [WIDTH, HEIGHT] = [400, 300]
const [LEFT, RIGHT, TOP, BOTTOM] = [92, 12, 12, 40]
/** More points would only be a cloud. */
const MOST = 240

/** Power against price, with one machine marked. */
export function scatter(reader: Reader, points: readonly Point[], marked: Point | undefined, alt: string): Html {
  const every = Math.ceil(points.length / MOST)
  const shown = points.filter((_, at) => at % every === 0)
  const all = marked ? [...shown, marked] : shown
  const [hpLow, hpHigh] = widen(all.map(({ engine_hp }) => engine_hp))
  const [priceLow, priceHigh] = widen(all.map(({ price_from_inr }) => price_from_inr))
  const x = scale(hpLow, hpHigh, LEFT, WIDTH - RIGHT)
  const y = scale(priceLow, priceHigh, HEIGHT - BOTTOM, TOP)
  const at = ({ engine_hp, price_from_inr }: Point) => [x(engine_hp), y(price_from_inr)] as const
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${alt}">
${ticks(priceLow, priceHigh).map((price) => html`<path class="grid" d="M${LEFT} ${y(price)}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${y(price) + 4}" text-anchor="end">${reader.money(price)}</text>`)}
${ticks(hpLow, hpHigh).map((hp) => html`<text x="${x(hp)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${reader.figure(hp)}</text>`)}
<text x="${WIDTH - RIGHT}" y="${HEIGHT - 4}" text-anchor="end">${reader.value('unit', 'HP')}</text>
<path class="dots" d="${dots(shown.map(at))}"/>
${marked && html`<path class="cross" d="M${at(marked)[0]} ${TOP}V${HEIGHT - BOTTOM}M${LEFT} ${at(marked)[1]}H${WIDTH - RIGHT}"/><path class="mark" d="${dots([at(marked)])}"/>`}
</svg>`
}
