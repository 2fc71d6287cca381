import { type Html, html } from '../html.ts'

export function scale(low: number, high: number, from: number, to: number): (value: number) => number {
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

export function widen(values: readonly number[], share = 0.08): [low: number, high: number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = (high - low || Math.abs(high) || 1) * share
  return [Math.max(0, low - margin), high + margin]
}

export function strip(values: readonly number[], value: number, alt: string): Html {
  const [low, high] = [values[0]!, values.at(-1)!]
  const x = scale(low, high, 8, 152)
  return html`<svg class="strip" viewBox="0 0 160 20" role="img" aria-label="${alt}"><path class="track" d="M8 10H152"/><path class="tick" d="M${x(median(values))} 4V16"/><path class="mark" d="M${x(Math.min(Math.max(value, low), high))} 10h0"/></svg>`
}

export function median(values: readonly number[]): number {
  const half = values.length >> 1
  return values.length % 2 === 1 ? values[half]! : (values[half - 1]! + values[half]!) / 2
}

export interface Dot {
  x: number
  y: number
  title: string
  look: string
}

interface Plot {
  alt: string
  dots: readonly Dot[]
  lines?: readonly (readonly Dot[])[]
  across: { low: number; high: number; labels: readonly (readonly [value: number, label: string])[] }
  up: { low: number; high: number; label(value: number): string }
}

/** Renders dots over two axes; a table next to it has the values. Coordinates are shares, so letters keep their size. */
export function plot({ alt, dots, lines = [], across, up }: Plot): Html {
  const x = scale(across.low, across.high, 4, 97)
  const y = scale(up.low, up.high, 88, 6)
  const ends = new Map([
    [across.labels[0]![0], 'start'],
    [across.labels.at(-1)![0], 'end'],
  ])
  const marked = dots.filter(({ look }) => look === 'mark')
  return html`<svg class="chart" role="img" aria-label="${alt}">
${ticks(up.low, up.high).map((value) => html`<line class="grid" x1="0" x2="100%" y1="${y(value)}%" y2="${y(value)}%"/><text x="-8" y="${y(value)}%" dy="4" text-anchor="end">${up.label(value)}</text>`)}
${across.labels.map(([value, label]) => html`<text x="${x(value)}%" y="98%" text-anchor="${ends.get(value) ?? 'middle'}">${label}</text>`)}
${marked.map((dot) => html`<line class="cross" x1="${x(dot.x)}%" x2="${x(dot.x)}%" y1="6%" y2="88%"/><line class="cross" x1="0" x2="100%" y1="${y(dot.y)}%" y2="${y(dot.y)}%"/>`)}
${lines.map((line) => line.slice(1).map((to, i) => html`<line class="line ${to.look}" x1="${x(line[i]!.x)}%" y1="${y(line[i]!.y)}%" x2="${x(to.x)}%" y2="${y(to.y)}%"/>`))}
${dots.map((dot) => html`<circle class="dot ${dot.look}" cx="${x(dot.x)}%" cy="${y(dot.y)}%" r="${dot.look === 'mark' ? 8 : 6}"><title>${dot.title}</title></circle>`)}</svg>`
}
