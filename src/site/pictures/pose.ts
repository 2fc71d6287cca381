import { type Drawing, drawingOf } from './pictures.ts'
import { TRACTOR_UNIT, type TractorFigures, tractorFigures, tractorShapes } from './tractor.ts'

/** A machine, or an implement with its kind as the class. */
export type DrawnFigures = TractorFigures & { machine_class: string; [figure: string]: unknown }

/** A kind of implement may have the name of a class: a boom sprayer and one that drives itself. */
export function implementFigures<I extends { kind: string }>(implement: I) {
  return { ...implement, machine_class: implement.kind, kind: 'implement' }
}

/** The shapes of a machine. */
export interface Pose {
  shapes: string
  /** Units to a metre in these shapes; undefined where nobody knows how large the class is. */
  unit: number | undefined
  reach: Drawing['reach']
  /** The machine's own figures that the shapes follow; any other is the usual one. */
  own: string[]
}

/** Of a path the steps, of a group all that is in it. */
const PART = /<(g|path) data-figure="(\w+)" data-usual="([\d.]+)"([^>]*)>/g
const ROW = /<g data-figure="(\w+)" data-usual="([\d.]+)" data-pitch="([\d.]+)" data-step="(\S+) (\S+)">(.*?)<\/g>/g
const STEP = /l(-?[\d.]+)[ ,]?(-?[\d.]+)/g

/**
 * A machine's drawing, its parts as long as its figures tell. In a file, the root's `data-unit` says how many units are
 * a metre of the usual machine, and `data-size` which figures tell how large another one is, by their cube root. A part
 * has a `data-figure` and its `data-usual` value: with `data-at` it grows about that point, with `data-move` it goes so
 * far for each `data-usual` more, and in a path the `l` steps grow. With `data-pitch` a part is repeated by
 * `data-step`, once for each pitch in the figure. `data-tip` is how far a part reaches.
 */
export function pose(figures: DrawnFigures): Pose | undefined {
  const { machine_class, kind, wheel_drive } = figures
  if (machine_class === 'tractor') {
    const shapes = tractorShapes(figures)
    return { shapes, unit: TRACTOR_UNIT, reach: [10, 230, 10], own: tractorFigures(figures) }
  }
  const drawing = drawingOf(machine_class, kind, wheel_drive)
  if (!drawing) return undefined
  const figure = (name: string) => (typeof figures[name] === 'number' ? figures[name] : 0)
  const [sized, usualSize = 1] = drawing.sizes.find(([name]) => figure(name) > 0) ?? []
  const size = sized ? Math.cbrt(figure(sized) / usualSize) : 1
  const own = new Set(sized ? [sized] : [])
  const reach: Pose['reach'] = [...drawing.reach]
  const factors = new Map<string, number>()

  /** How many times the usual value a figure is. */
  function timesUsual(name: string, usual: string): number | undefined {
    if (figure(name) <= 0) return undefined
    own.add(name)
    return figure(name) / Number(usual)
  }

  function row(_: string, name: string, usual: string, pitch: string, x: string, y: string, one: string): string {
    const count = Math.max(1, Math.round(((timesUsual(name, usual) ?? 1) * Number(usual)) / Number(pitch)))
    const middle = (count - 1) / 2
    return Array.from({ length: count }, (_, at) => {
      const place = [x, y].map((step) => round(Number(step) * (middle - at)))
      return `<g transform="translate(${place.join(' ')})">${one}</g>`
    }).join('')
  }

  function part(_: string, tag: string, name: string, usual: string, rest: string): string {
    const told = (key: string) => new RegExp(` data-${key}="([^"]+)"`).exec(rest)?.[1]
    const times = timesUsual(name, usual)
    const length = times && /_(m3|l)$/.test(name) ? Math.cbrt(times) : times
    const factor = length === undefined ? 1 : length / size
    factors.set(name, factor)
    const k = round(factor / (factors.get(told('in') ?? '') ?? 1))
    const [[atX, atY] = [0, 0]] = points(told('at'))
    const [[moveX, moveY] = [0, 0]] = points(told('move'))
    const [shiftX, shiftY] = [round(moveX * (k - 1)), round(moveY * (k - 1))]
    for (const [x, y] of points(told('tip'))) {
      const [tipX, tipY] = told('at') ? [atX + k * (x - atX), atY + k * (y - atY)] : [x + shiftX, y + shiftY]
      reach[0] = Math.min(reach[0], tipX)
      reach[1] = Math.max(reach[1], tipX)
      reach[2] = Math.min(reach[2], tipY)
    }
    if (tag === 'g') {
      const grown = `matrix(${k} 0 0 ${k} ${round(atX * (1 - k))} ${round(atY * (1 - k))})`
      return `<g data-figure="${name}" transform="${told('at') ? grown : `translate(${shiftX} ${shiftY})`}">`
    }
    const path = rest.replace(/ data-\w+="[^"]*"/g, '').replace(STEP, (_, dx: string, dy: string) => {
      const [x, y] = [Number(dx), Number(dy)]
      // A step back is as much longer as the step there.
      const way = x * moveX + y * moveY < 0 ? -1 : 1
      const step = told('move') ? [x + way * shiftX, y + way * shiftY] : [x * k, y * k]
      return `l${step.map(round).join(' ')}`
    })
    return `<path data-figure="${name}"${path}>`
  }

  const shapes = drawing.shapes.replace(ROW, row).replace(PART, part)
  return { shapes, unit: drawing.unit && drawing.unit / size, reach, own: [...own] }
}

function points(text = ''): [x: number, y: number][] {
  return Array.from(text.matchAll(/(\S+) (\S+)/g), ([, x, y]) => [Number(x), Number(y)])
}

export function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
