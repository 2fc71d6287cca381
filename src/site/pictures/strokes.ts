/**
 * The strokes of all drawings. A drawing is 240 by 150, faces right and stands on y = 138. Lines take the colour of the
 * text around them, panels the accent colour, and what touches the ground is solid.
 */
export const ACCENT = '#e9a13b'
const GROUND = 138

/** A filled part of the body. */
export const panel = (d: string) => `<path class="accent" fill="${ACCENT}" d="${d}"/>`
/** Glass, rails, rods: lines only. */
export const line = (d: string) => `<path d="${d}"/>`
/** Blades, buckets, teeth: solid. */
export const solid = (d: string) => `<path fill="currentColor" d="${d}"/>`
export const dot = (x: number, y: number, r: number) =>
  `<circle class="accent" fill="${ACCENT}" cx="${x}" cy="${y}" r="${r}"/>`
export const ring = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}"/>`

/** A tyre with its rim, standing on the ground unless `y` says otherwise. */
export function wheel(x: number, r: number, y = GROUND - r): string {
  const rim = Math.round(r * 0.52)
  const hub = r < 14 ? '' : `<circle fill="currentColor" cx="${x}" cy="${y}" r="2"/>`
  return `<circle fill="currentColor" cx="${x}" cy="${y}" r="${r}"/>${dot(x, y, rim)}${hub}`
}

/** A field tyre: lugs stand out of its tread. */
export function lugWheel(x: number, r: number): string {
  const y = GROUND - r - 2
  return `<circle cx="${x}" cy="${y}" r="${r + 1}" stroke-width="5" stroke-linecap="butt" stroke-dasharray="5 5"/>${wheel(x, r, y)}`
}

/** A smooth drum of steel. */
export function drum(x: number, r: number): string {
  const y = GROUND - r
  return `${ring(x, y, r)}${ring(x, y, r - 7)}${dot(x, y, 5)}`
}

/** A crawler track with its rollers, from `left` to `right`. */
export function track(left: number, right: number, high: number, bottom = GROUND): string {
  const half = high / 2
  const roller = Math.round(high * 0.24)
  const many = Math.max(2, Math.round((right - left - high) / (roller * 2.7)) + 1)
  const step = (right - left - high) / (many - 1)
  const rollers = Array.from({ length: many }, (_, at) =>
    dot(Math.round(left + half + at * step), bottom - half, roller),
  )
  return `<rect fill="currentColor" x="${left}" y="${bottom - high}" width="${right - left}" height="${high}" rx="${half}"/>${rollers.join('')}`
}

/** A finished drawing as a file. */
export function picture(shapes: string, ground: string = `M10 ${GROUND + 2}H230`): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 150" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path stroke-opacity=".35" d="${ground}"/>${shapes}</svg>`
}
