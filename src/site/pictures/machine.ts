import { ACCENT } from './pictures.ts'
import { type DrawnFigures, type Pose, pose, round } from './pose.ts'

const GROUND = 138
const LEFT = 10
const RIGHT = 230
const TOP = 6
/** Leaves room beside the usual machine for a larger one at the same scale. */
const USUAL_SHARE = 0.9

/** "1 m", "5 m", "10 m" as lines: letters would make the browser look for a font in each picture. */
const METRE = 'm3 0v-4.5m0 1.5q1.5-2.5 3 0v3m0-3q1.5-2.5 3 0v3'
const LABELS: Record<number, string> = {
  1: `m0 1l2-1v7${METRE}`,
  5: `m3.5 0h-3v3q3.5-1 3.5 1.5t-3.5 2.5m3.5 0${METRE}`,
  10: `m-5 1l2-1v7m4-7q2 0 2 3.5t-2 3.5t-2-3.5t2-3.5m1 7${METRE}`,
}

/** The share at which shapes fill their picture. */
function fillingShare({ reach: [left, right, top] }: Pose): number {
  return Math.min((RIGHT - LEFT) / (right - left), (GROUND - TOP) / (GROUND - top))
}

/** Units to a metre at which a machine fills its picture well; undefined where nobody knows how large it is. */
function scaleOf(figures: DrawnFigures): number | undefined {
  const { machine_class, kind = null, wheel_drive = null } = figures
  const scales = [pose(figures), pose({ machine_class, kind, wheel_drive })].map(
    (drawn) => drawn?.unit && fillingShare(drawn) * drawn.unit,
  )
  const [own, usual] = scales
  return own && usual && Math.min(own, USUAL_SHARE * usual)
}

/** The machine's own figures that its drawing follows, its weight first; none for a drawing of the class. */
export function drawnFrom(figures: DrawnFigures): string[] {
  return pose(figures)?.own ?? []
}

/** The one scale, in units to a metre, at which all of these can stand side by side. */
export function commonScale(machines: readonly DrawnFigures[]): number | undefined {
  const scales = machines.flatMap((figures) => scaleOf(figures) ?? [])
  return scales.length > 1 ? Math.floor(Math.min(...scales) * 10) / 10 : undefined
}

/** The drawing of a class: its usual machine, as large as the picture allows. */
export function drawClass(key: string): string | undefined {
  const drawn = pose({ machine_class: key })
  return drawn && picture(placed(drawn, round(fillingShare(drawn))), groundOf(drawn))
}

/** A machine at a scale, on its ground, with a line that says how long a metre is, in its maker's colour. */
export function drawMachine(figures: DrawnFigures, colour = ACCENT, scale?: number): string | undefined {
  const drawn = pose(figures)
  const own = scaleOf(figures)
  if (!drawn || !own) return drawClass(figures.machine_class)?.replaceAll(ACCENT, colour)
  const to = Math.min(scale ?? own, own)
  const metres = to >= 14 ? 1 : to >= 4 ? 5 : 10
  const length = round(metres * to)
  const label = `<path data-metres="${metres}" stroke-width="1" d="M${round(213 - length)} 142${LABELS[metres]}"/>`
  const line = `M${round(RIGHT - length)} 145v4h${length}v-4`
  return picture(placed(drawn, round(to / drawn.unit!)) + label, groundOf(drawn) + line).replaceAll(ACCENT, colour)
}

/** On the ground, in the middle. */
function placed({ shapes, reach: [left, right] }: Pose, share: number): string {
  const x = round((LEFT + RIGHT) / 2 - (share * (left + right)) / 2)
  return `<g transform="matrix(${share} 0 0 ${share} ${x} ${round(GROUND * (1 - share))})">${shapes}</g>`
}

/** What goes below the ground brings its own line. */
function groundOf({ shapes }: Pose): string {
  return shapes.includes('stroke-opacity') ? '' : `M${LEFT} ${GROUND + 2}H${RIGHT}`
}

/** A finished drawing as a file. */
function picture(shapes: string, ground: string = `M10 ${GROUND + 2}H230`): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 150" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path stroke-opacity=".35" d="${ground}"/>${shapes}</svg>`
}
