import type { MachineGaps } from './machine-gaps.ts'

export const GAPS = ['price', 'price_90', 'price_180', 'picture', 'plate', 'incomplete'] as const
export type Gap = (typeof GAPS)[number]

/** Which machines to list; an empty text means all. */
export interface GapQuery {
  gap: Gap | ''
  machineClass: string
  maker: string
}

const DAY_MS = 86_400_000

/** For each gap, whether a machine has it on this day. */
function gapTester(today: string): Record<Gap, (machine: MachineGaps) => boolean> {
  const day90 = daysBefore(today, 90)
  const day180 = daysBefore(today, 180)
  return {
    price: ({ priceAsOf }) => priceAsOf === null,
    price_90: ({ priceAsOf }) => priceAsOf !== null && priceAsOf < day90,
    price_180: ({ priceAsOf }) => priceAsOf !== null && priceAsOf < day180,
    picture: ({ hasPicture }) => !hasPicture,
    plate: ({ missing }) => missing.length > 0,
    incomplete: ({ completeness }) => completeness < 100,
  }
}

export function machinesWith(machines: readonly MachineGaps[], query: GapQuery, today: string): MachineGaps[] {
  const has = query.gap === '' ? undefined : gapTester(today)[query.gap]
  return machines.filter(
    (machine) =>
      (query.machineClass === '' || machine.classKey === query.machineClass) &&
      (query.maker === '' || machine.maker.slug === query.maker) &&
      (!has || has(machine)),
  )
}

/** How many machines of a group have each gap, and their mean completeness. */
export interface GapCount extends Record<Gap, number> {
  key: string
  label: string
  machines: number
  completeness: number
}

/** Counts the gaps of each group, the largest group first. */
export function countGaps(
  machines: readonly MachineGaps[],
  today: string,
  groupOf: (machine: MachineGaps) => { key: string; label: string },
): GapCount[] {
  const tests = gapTester(today)
  const groups = new Map<string, GapCount>()
  for (const machine of machines) {
    const { key, label } = groupOf(machine)
    let group = groups.get(key)
    if (!group) {
      group = { key, label, machines: 0, completeness: 0, ...NO_GAPS }
      groups.set(key, group)
    }
    group.machines++
    group.completeness += machine.completeness
    for (const gap of GAPS) if (tests[gap](machine)) group[gap]++
  }
  const counted = [...groups.values()]
  for (const group of counted) group.completeness = Math.floor(group.completeness / group.machines)
  return counted.sort((a, b) => b.machines - a.machines || (a.label < b.label ? -1 : 1))
}

const NO_GAPS = Object.fromEntries(GAPS.map((gap) => [gap, 0])) as Record<Gap, number>

function daysBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10)
}
