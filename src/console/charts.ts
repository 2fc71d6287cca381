import { indiaTime, kolkataClock } from '../calendar.ts'
import type { TrafficSpan } from '../operator/traffic.ts'
import { type Html, html } from '../site/html.ts'
import { figure } from '../site/words/figures.ts'
import { number, table } from './parts.ts'

const WIDTH = 600
const HEIGHT = 100

type Counts = { requests: number; errors: number; refused?: number }
interface Counted {
  points: readonly (Counts & { at: number })[]
  total: Counts
}

/** Requests in each span, with the failed ones marked. */
export function requestsChart({ points, total }: Counted, title: string, labelOf = kolkataClock): Html {
  const most = Math.max(1, ...points.map(({ requests }) => requests))
  const step = WIDTH / points.length
  const bar = (value: number, n: number, kind: string) => {
    const height = value === 0 ? 0 : Math.max(1.5, (value / most) * HEIGHT)
    return html`<rect class="${kind}" x="${round(n * step)}" y="${round(HEIGHT - height)}" width="${round(step * 0.8)}" height="${round(height)}"></rect>`
  }
  const { requests, errors, refused } = total
  const sums = html`${figure(requests)} requests, <span class="${errors > 0 ? 'fault' : ''}">${figure(errors)} errors</span>${refused !== undefined && `, ${figure(refused)} refused`}`
  const bars = points.map(({ requests, errors }, n) => [bar(requests, n, 'bar'), errors > 0 && bar(errors, n, 'error')])
  return chart(axisOf(points, labelOf), title, sums, figure(most), html`${bars}`)
}

/** How long answers took: the median and the 99th percentile. */
export function latencyChart({ points, total }: TrafficSpan, title: string): Html {
  const most = Math.max(1, ...points.map(({ p99 }) => p99 ?? 0))
  const sums =
    total.p50 === null
      ? 'nothing was asked'
      : html`<span class="key-p50">p50</span> ${formatMs(total.p50)}, <span class="key-p99">p99</span> ${formatMs(total.p99)}`
  const drawing = html`<path class="p99" d="${line(points, 'p99', most)}"></path><path class="p50" d="${line(points, 'p50', most)}"></path>`
  return chart(axisOf(points, kolkataClock), title, sums, formatMs(most), drawing)
}

function chart(axis: readonly string[], title: string, sums: Html | string, most: string, drawing: Html): Html {
  return html`<figure class="chart"><figcaption><strong>${title}</strong> <span>${sums}</span></figcaption>
<div class="plot"><span class="most">${most}</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${drawing}</svg></div>
<div class="axis">${axis.map((label) => html`<span>${label}</span>`)}</div></figure>`
}

/** The first moment, that in the middle, and the last. */
function axisOf(points: readonly { at: number }[], labelOf: (at: number) => string): string[] {
  return [0, points.length >> 1, points.length - 1].map((place) => labelOf(points[place]!.at))
}

/** The same as figures, for those who cannot see the chart. */
export function trafficTable({ points }: TrafficSpan, caption: string): Html {
  const asked = points.filter(({ requests }) => requests > 0).toReversed()
  const figures = table(caption, asked, [
    ['From', ({ at }) => indiaTime(at)],
    [number('Requests'), ({ requests }) => figure(requests)],
    [number('Errors'), ({ errors }) => figure(errors)],
    [number('Refused'), ({ refused }) => figure(refused)],
    [number('p50'), ({ p50 }) => formatMs(p50)],
    [number('p99'), ({ p99 }) => formatMs(p99)],
  ])
  return html`<details class="figures"><summary>${caption} in figures</summary>${asked.length > 0 ? figures : html`<p>Nothing was asked.</p>`}</details>`
}

/** A line with gaps where no requests came. */
function line(points: TrafficSpan['points'], name: 'p50' | 'p99', most: number): string {
  const step = WIDTH / points.length
  const pieces = points.map(({ [name]: value }, n) => {
    if (value === null) return ''
    const x = (n + 0.4) * step
    const y = round(HEIGHT - (value / most) * (HEIGHT - 2))
    // A single point is a short line.
    const begin = (points[n - 1]?.[name] ?? null) === null ? `M${round(x - step / 4)} ${y}` : ''
    return `${begin}L${round(x)} ${y}`
  })
  return pieces.join('')
}

function formatMs(ms: number | null): string {
  if (ms === null) return ''
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
