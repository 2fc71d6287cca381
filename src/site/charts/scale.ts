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
