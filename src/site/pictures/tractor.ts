import { ACCENT } from './pictures.ts'

/** What a tractor is drawn from; a figure that is missing is the usual one for its power. */
export interface TractorFigures {
  engine_hp?: number | null
  wheelbase_mm?: number | null
  tyre_front?: string | null
  tyre_rear?: string | null
  operating_weight_kg?: number | null
  wheel_drive?: string | null
  kind?: string | null
}

/** All tractors are drawn at one scale: so many units to a metre. */
export const TRACTOR_UNIT = 48
const UNIT = TRACTOR_UNIT / 1_000
const GROUND = 138
const INCH_MM = 25.4

/** The outer diameter of a tyre in millimetres from its size, such as 14.9-28, 6.00-16 or 280/85R24. */
export function tyreDiameter(size: string): number | undefined {
  const metric = /^(\d{3})\/(\d{2})\s?[-RD]\s?(\d{2}(?:\.\d)?)/i.exec(size.trim())
  if (metric) return 2 * Number(metric[1]) * (Number(metric[2]) / 100) + Number(metric[3]) * INCH_MM
  const [, width, rim] = /^(\d{1,2}(?:\.\d{1,2})?)\s?[-xR]\s?(\d{2}(?:\.\d)?)/i.exec(size.trim()) ?? []
  if (!width || !rim) return undefined
  // Narrow implement tyres (6.00) are a little taller than wide, field tyres (14.9) a little flatter.
  const share = /\.\d\d$/.test(width) ? 1.06 : 0.85
  return (Number(rim) + 2 * share * Number(width)) * INCH_MM
}

const USUAL: readonly [upTo: number, rear: string, front: string, driven: string][] = [
  [20, '8.3-20', '5.20-14', '6.00-12'],
  [32, '12.4-24', '6.00-16', '8.00-16'],
  [42, '12.4-28', '6.00-16', '8.00-18'],
  [48, '13.6-28', '6.00-16', '8.3-20'],
  [56, '14.9-28', '6.50-16', '9.5-24'],
  [Number.POSITIVE_INFINITY, '16.9-28', '7.50-16', '9.5-24'],
]

/** Which of its own figures a tractor is drawn from. */
export function tractorFigures(figures: TractorFigures): string[] {
  const { operating_weight_kg, wheelbase_mm, engine_hp } = figures
  const tyres = (['tyre_front', 'tyre_rear'] as const).filter((tyre) => tyreDiameter(figures[tyre] ?? ''))
  return [
    ...(operating_weight_kg ? ['operating_weight_kg'] : []),
    ...(wheelbase_mm ? ['wheelbase_mm'] : []),
    ...tyres,
    ...(engine_hp ? ['engine_hp'] : []),
  ]
}

/** A tractor to its own measure: wheelbase, tyres, power, weight, drive and kind. */
export function tractorShapes(figures: TractorFigures): string {
  const { kind, wheel_drive } = figures
  const hp = Math.min(Math.max(figures.engine_hp ?? 40, 8), 130)
  const [, rear, front, driven] = USUAL.find(([upTo]) => hp <= upTo)!
  const isDriven = wheel_drive === '4wd'
  const rearR = (tyreDiameter(figures.tyre_rear ?? '') ?? tyreDiameter(rear)!) / 2
  const frontR = (tyreDiameter(figures.tyre_front ?? '') ?? tyreDiameter(isDriven ? driven : front)!) / 2
  const base = figures.wheelbase_mm ?? 1_380 + hp * 11
  const weight = figures.operating_weight_kg ?? 500 + hp * 32
  const at = (value: number) => Math.round(value * 10) / 10
  const [R, r, wheelbase] = [at(rearR * UNIT), at(frontR * UNIT), at(base * UNIT)]
  const x = at(126 + (R - wheelbase - 15 - hp * 0.12) / 2)
  const nose = at(x + wheelbase)
  const isLow = kind === 'orchard' || kind === 'compact' || kind === 'mini'
  const rise = kind === 'row_crop' ? 7 : isLow ? -3 : 0
  const belly = at(GROUND - r * 1.05 - rise)
  const bonnet = at(GROUND - R * 1.62 - 6 - hp * 0.09 - rise)
  const end = at(nose + 8 + hp * 0.12)
  const seat = at(x + R * 0.42)
  const screen = at(x + R * 0.95 + hp * 0.05)
  const roof = at(bonnet - (isLow ? 22 : 34 + weight / 400))
  const hasCab = hp >= 65 || weight >= 2_900
  const fender = at(GROUND - 2 * R - 6)
  const cab = isLow
    ? line(`M${at(x - R * 0.3)} ${fender}V${roof}h4`)
    : `${line(`M${at(x - R * 0.45)} ${fender}L${at(x - R * 0.3)} ${roof}M${screen} ${bonnet}L${at(screen - 5)} ${roof}${hasCab ? `M${at(x + R * 0.35)} ${bonnet}V${roof}` : ''}`)}${panel(`M${at(x - R * 0.55)} ${roof}q0-9 8-9H${at(screen - 2)}q6 0 6 9z`)}`
  const exhaust = line(`M${at(end - 30)} ${bonnet}v-${at(14 + hp * 0.12)}l4-3`)
  const grille = line(
    Array.from(
      { length: Math.max(1, Math.round(hp / 22)) },
      (_, slot) => `M${at(end - 6 - slot * 6)} ${at(bonnet + 8)}V${at(belly - 10)}`,
    ).join(''),
  )
  const weights = weight > 2_300 ? panel(`M${end} ${at(belly - 16)}h7v14h-7z`) : ''
  const hitch = line(`M${at(x - R - 12)} ${at(GROUND - R * 0.75)}H${at(x - R * 0.4)}m-${at(R * 0.6 + 12)}-6v12`)
  return (
    hitch +
    cab +
    exhaust +
    panel(`M${seat} ${bonnet}H${at(end - 8)}q8 0 9 10L${at(end + 2)} ${belly}H${seat}z`) +
    grille +
    weights +
    panel(
      `M${at(x - R)} ${at(GROUND - R * 1.35)}A${at(R * 1.18)} ${at(R * 1.18)} 0 0 1 ${at(x + R * 1.05)} ${at(GROUND - R * 1.2)}L${at(x + R * 0.4)} ${at(GROUND - R)}z`,
    ) +
    lugWheel(x, R) +
    (isDriven ? lugWheel(nose, r) : wheel(nose, r))
  )
}

/** A filled part of the body. */
const panel = (d: string) => `<path class="accent" fill="${ACCENT}" d="${d}"/>`
/** Glass, rails, rods: lines only. */
const line = (d: string) => `<path d="${d}"/>`
const dot = (x: number, y: number, r: number) =>
  `<circle class="accent" fill="${ACCENT}" cx="${x}" cy="${y}" r="${r}"/>`

/** A tyre with its rim, standing on the ground unless `y` says otherwise. */
function wheel(x: number, r: number, y = GROUND - r): string {
  const rim = Math.round(r * 0.52)
  const hub = r < 14 ? '' : `<circle fill="currentColor" cx="${x}" cy="${y}" r="2"/>`
  return `<circle fill="currentColor" cx="${x}" cy="${y}" r="${r}"/>${dot(x, y, rim)}${hub}`
}

/** A field tyre: lugs stand out of its tread. */
function lugWheel(x: number, r: number): string {
  const y = GROUND - r - 2
  return `<circle cx="${x}" cy="${y}" r="${r + 1}" stroke-width="5" stroke-linecap="butt" stroke-dasharray="5 5"/>${wheel(x, r, y)}`
}
