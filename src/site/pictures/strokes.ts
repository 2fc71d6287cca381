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
export const dot = (x: number, y: number, r: number) =>
  `<circle class="accent" fill="${ACCENT}" cx="${x}" cy="${y}" r="${r}"/>`

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

/** A finished drawing as a file. */
export function picture(shapes: string, ground: string = `M10 ${GROUND + 2}H230`): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 150" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path stroke-opacity=".35" d="${ground}"/>${shapes}</svg>`
}
