import { shapesOf } from './pictures.ts'
import { ACCENT, picture } from './strokes.ts'
import { isDrawnFromFigures, TRACTOR_UNIT, type TractorFigures, tractorShapes } from './tractor.ts'

export interface DrawnFigures extends TractorFigures {
  machine_class: string
}

/** What a drawing tells of its machine: its measures, its size by its weight, or only its class. */
export type DrawnFrom = 'figures' | 'weight' | 'class'

/**
 * The usual machine of a class, as its drawing shows it: how many units of the drawing are a metre, and its weight in
 * kilograms. Another machine of the class is larger or smaller as the cube root of its weight.
 */
const USUAL: Record<string, [unit: number, weight: number]> = {
  aerial_platform: [27, 5_500],
  backhoe_loader: [37, 7_600],
  baler: [39, 2_000],
  bulldozer: [35, 17_000],
  combine_harvester: [25.6, 8_500],
  concrete_mixer: [30, 8_500],
  cotton_picker: [22.9, 18_000],
  crawler_crane: [12.7, 80_000],
  drilling_rig: [21, 40_000],
  excavator: [20.1, 20_000],
  forage_harvester: [25.2, 12_000],
  forklift: [52.2, 4_200],
  mini_excavator: [29.8, 4_500],
  mobile_crane: [17.1, 30_000],
  motor_grader: [24, 14_000],
  paver: [33.7, 15_000],
  pick_and_carry_crane: [26.1, 12_500],
  pneumatic_roller: [37.2, 12_000],
  potato_harvester: [26.2, 6_000],
  power_tiller: [66.9, 450],
  power_weeder: [97.5, 100],
  reaper: [88, 250],
  rice_transplanter: [66, 700],
  road_milling_machine: [31.4, 17_000],
  skid_steer_loader: [50.6, 3_000],
  soil_compactor: [31.4, 11_000],
  sprayer: [40, 3_000],
  sugarcane_harvester: [23.8, 12_000],
  tandem_roller: [36.4, 9_000],
  telehandler: [41.2, 7_500],
  trencher: [48, 5_000],
  wheel_loader: [28.8, 12_500],
}

const GROUND = 138
/** Leaves room beside the usual machine for a larger one at the same scale. */
const USUAL_SHARE = 0.85

interface Measured {
  shapes: string
  /** Units to a metre in these shapes. */
  unit: number
  /** Units to a metre at which they fill the picture well. */
  scale: number
  from: DrawnFrom
}

/** The shapes of a machine; undefined for a class without a drawing, or of which nobody knows how large it is. */
function measured(figures: DrawnFigures): Measured | undefined {
  const { machine_class, operating_weight_kg } = figures
  if (machine_class === 'tractor') {
    const from = isDrawnFromFigures(figures) ? 'figures' : 'class'
    return { shapes: tractorShapes(figures), unit: TRACTOR_UNIT, scale: TRACTOR_UNIT, from }
  }
  const usual = USUAL[machine_class]
  const shapes = shapesOf(machine_class)
  if (!usual || !shapes) return undefined
  const [unit, weight] = usual
  const size = Math.cbrt((operating_weight_kg ?? weight) / weight)
  const scale = Math.min(USUAL_SHARE * unit, unit / size)
  return { shapes, unit: unit / size, scale, from: operating_weight_kg ? 'weight' : 'class' }
}

export function drawnFrom(figures: DrawnFigures): DrawnFrom {
  return measured(figures)?.from ?? 'class'
}

/** The one scale, in units to a metre, at which all of these can stand side by side. */
export function commonScale(machines: readonly DrawnFigures[]): number | undefined {
  const scales = machines.flatMap((figures) => measured(figures)?.scale ?? [])
  return scales.length > 1 ? Math.floor(Math.min(...scales)) : undefined
}

/** A machine at a scale, on its ground, with a line that says how long a metre is, in its maker's colour. */
export function drawMachine(figures: DrawnFigures, colour?: string, scale?: number): string | undefined {
  const drawn = measured(figures)
  const coloured = (svg: string) => (colour ? svg.replaceAll(ACCENT, colour) : svg)
  if (!drawn) {
    const shapes = shapesOf(figures.machine_class)
    return shapes && coloured(picture(shapes, ''))
  }
  const to = Math.min(scale ?? drawn.scale, drawn.scale)
  const share = round(to / drawn.unit)
  const ground = `<path stroke-opacity=".35" d="M10 ${GROUND + 2}H230"/>`
  const shapes = drawn.shapes.replace(ground, '')
  const own = shapes.includes('stroke-opacity') ? '' : `M10 ${GROUND + 2}H230`
  const metres = to >= 14 ? 1 : 5
  const length = round(metres * to)
  const line = `M${round(230 - length)} 145v4h${length}v-4`
  return coloured(
    picture(
      `<g transform="matrix(${share} 0 0 ${share} ${round(120 * (1 - share))} ${round(GROUND * (1 - share))})">${shapes}</g><text stroke="none" x="${round(225 - length)}" y="149" text-anchor="end">${metres} m</text>`,
      own + line,
    ),
  )
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
