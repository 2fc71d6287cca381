import { type Html, html } from '../html.ts'
import { scale } from './scale.ts'

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
