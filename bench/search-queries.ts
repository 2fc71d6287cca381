import { SORTS } from '../src/schema/api/values.ts'
import { EMPTY_QUERY, type SearchQuery } from '../src/search/types.ts'
import { createRandom, type GeneratedMachine } from './generate.ts'

/** What people type about a machine: mostly its name or part of it, sometimes misspelled, joined or in another script. */
function typedText(machine: GeneratedMachine, random: () => number): string {
  const words = machine.name.split(' ')
  const number = words.find((word) => /^[0-9]+$/.test(word)) ?? ''
  switch (Math.floor(random() * 12)) {
    case 0:
    case 1:
    case 2:
      return machine.name.toLowerCase()
    case 3:
      return `${words[0]} ${number}`
    case 4:
      return machine.name.slice(0, Math.max(3, Math.floor(random() * machine.name.length)))
    case 5: {
      const i = 1 + Math.floor(random() * 4)
      return machine.name.slice(0, i) + machine.name.slice(i + 1)
    }
    case 6:
      return machine.name.replaceAll(' ', '')
    case 7:
      return `${words[0]} ${machine.machine_class.replaceAll('_', ' ')}`
    case 8:
      return `${machine.wheel_drive ?? 'diesel'} ${machine.machine_class.replaceAll('_', ' ')} ${number.slice(0, 2)}`
    case 9:
      return `${['महिंद्रा', 'स्वराज', 'மஹிந்திரா', 'जेसीबी'][Math.floor(random() * 4)]} ${number.slice(0, 3)}`
    case 10:
      return machine.machine_class.replaceAll('_', ' ')
    default:
      return number
  }
}

/** Queries that hardly ever repeat: half with text, most with filters, bounds, a sort or a later page. */
export function generateQueries(machines: readonly GeneratedMachine[], count: number, seed: number): SearchQuery[] {
  const random = createRandom(seed)
  const chance = (share: number) => random() < share
  return Array.from({ length: count }, () => {
    const machine = machines[Math.floor(random() * machines.length)]!
    const other = machines[Math.floor(random() * machines.length)]!
    const hasText = chance(0.5)
    const hp = machine.engine_hp ?? 45
    return {
      ...EMPTY_QUERY,
      q: hasText ? typedText(machine, random) : '',
      machine_class: chance(0.4) ? machine.machine_class : '',
      manufacturer: chance(0.3) ? [machine.manufacturer, ...(chance(0.4) ? [other.manufacturer] : [])].join() : '',
      kind: chance(0.1) && machine.kind !== null ? machine.kind : '',
      power_source: chance(0.1) ? machine.power_source : '',
      wheel_drive: chance(0.1) ? (machine.wheel_drive ?? '') : '',
      lifecycle: chance(0.2) ? 'current' : '',
      hp_min: chance(0.25) ? Math.round(hp * (0.6 + random() * 0.4)) : null,
      hp_max: chance(0.25) ? Math.round(hp * (1 + random() * 0.4)) : null,
      weight_min: chance(0.1) ? Math.round(500 + random() * 2000) : null,
      weight_max: chance(0.1) ? Math.round(2500 + random() * 20000) : null,
      price_max: chance(0.25) ? Math.round(300000 + random() * 2000000) : null,
      launched_since: chance(0.1) ? machine.launched_at : null,
      sort: chance(0.5) ? SORTS[Math.floor(random() * SORTS.length)]! : null,
      offset: chance(0.2) ? Math.floor(random() * 200) : 0,
    }
  })
}

/** A query as an address carries it. */
export function toParameters(query: SearchQuery): string {
  const input = Object.entries(query).filter(([name, value]) => value !== EMPTY_QUERY[name as keyof SearchQuery])
  return input.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
}
