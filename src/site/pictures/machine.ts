import { type DrawnFigures, type Pose, pose, round } from './pose.ts'
import { ACCENT, picture } from './strokes.ts'

const GROUND = 138
const LEFT = 10
const RIGHT = 230
const TOP = 6
/** Leaves room beside the usual machine for a larger one at the same scale. */
const USUAL_SHARE = 0.9

/** The share at which shapes fill their picture. */
function fillingShare({ reach: [left, right, top] }: Pose): number {
  return Math.min((RIGHT - LEFT) / (right - left), (GROUND - TOP) / (GROUND - top))
}

/** Units to a metre at which a machine fills its picture well; undefined where nobody knows how large it is. */
function scaleOf(drawn: Pose): number | undefined {
  const { unit, usualUnit } = drawn
  return unit && usualUnit && Math.min(fillingShare(drawn) * unit, USUAL_SHARE * usualUnit)
}

/** The machine's own figures that its drawing follows, its weight first; none for a drawing of the class. */
export function drawnFrom(figures: DrawnFigures): string[] {
  return pose(figures)?.own ?? []
}

/** The one scale, in units to a metre, at which all of these can stand side by side. */
export function commonScale(machines: readonly DrawnFigures[]): number | undefined {
  const poses = machines.flatMap((figures) => pose(figures) ?? [])
  const scales = poses.flatMap((drawn) => scaleOf(drawn) ?? [])
  return scales.length > 1 ? Math.floor(Math.min(...scales) * 10) / 10 : undefined
}

/** The drawing of a class: its usual machine, as large as the picture allows. */
export function drawClass(key: string): string | undefined {
  const drawn = pose({ machine_class: key })
  return drawn && picture(placed(drawn, Math.min(fillingShare(drawn), 1)), groundOf(drawn))
}

/** A machine at a scale, on its ground, with a line that says how long a metre is, in its maker's colour. */
export function drawMachine(figures: DrawnFigures, colour = ACCENT, scale?: number): string | undefined {
  const drawn = pose(figures)
  const own = drawn && scaleOf(drawn)
  if (!drawn || !own) return drawClass(figures.machine_class)?.replaceAll(ACCENT, colour)
  const to = Math.min(scale ?? own, own)
  const metres = to >= 14 ? 1 : to >= 4 ? 5 : 10
  const length = round(metres * to)
  const label = `<text stroke="none" x="${round(225 - length)}" y="149" text-anchor="end">${metres} m</text>`
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
