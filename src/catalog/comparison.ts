import type { PriceItem } from '../schema/api/machine.ts'
import { PRICE_KINDS } from '../schema/api/values.ts'
import type { Field } from '../schema/records/field.ts'
import { MACHINE } from '../schema/records/machine.ts'

const FIELDS: Readonly<Record<string, Field>> = MACHINE

/** `better` marks the best values; empty if all are equal, or classes differ. */
export function bestValues(field: string, values: readonly unknown[], machines: readonly { machine_class: string }[]) {
  const present = values.filter((value) => value !== null && value !== undefined && value !== '')
  const differs = new Set(present).size > 1
  const nobody = values.map(() => false)
  const { better } = FIELDS[field] ?? {}
  const isOneClass = machines.every(({ machine_class }) => machine_class === machines[0]!.machine_class)
  if (!differs || !isOneClass || better === undefined) return { differs, better: nobody }
  const figures = present.filter((value) => typeof value === 'number')
  const best = better === 'more' ? Math.max(...figures) : Math.min(...figures)
  return { differs, better: values.map((value) => value === best) }
}

type ComparedMachine = { price_from_inr?: number | null; price_kind?: string | null }

/** All null if their kinds differ. */
export function comparablePrices(machines: readonly ComparedMachine[]): (number | null)[] {
  const kinds = new Set(machines.flatMap(({ price_from_inr, price_kind }) => (price_from_inr ? [price_kind] : [])))
  return machines.map(({ price_from_inr }) => (kinds.size === 1 ? (price_from_inr ?? null) : null))
}

type SeenPrice = Pick<PriceItem, 'kind' | 'observed_at' | 'price_inr'> & { state_code: string }

interface LikePrices<Price> {
  kind: PriceItem['kind']
  state_code: string
  /** Newest of that kind and place, per machine. */
  prices: (Price | undefined)[]
}

/** Of one kind and place that every machine with prices has. Undefined if there is none. */
export function likePrices<Price extends SeenPrice>(
  machines: readonly { prices: readonly Price[] }[],
  state = '',
): LikePrices<Price> | undefined {
  const groups = new Map<string, LikePrices<Price>>()
  for (const [i, { prices }] of machines.entries()) {
    for (const price of prices) {
      const { kind, state_code } = price
      const none = () => ({ kind, state_code, prices: machines.map(() => undefined) })
      const group = groups.getOrInsertComputed(`${kind} ${state_code}`, none)
      const held = group.prices[i]
      if (!held || held.observed_at < price.observed_at) group.prices[i] = price
    }
  }
  const priced = machines.filter(({ prices }) => prices.length > 0).length
  // Requested state, then India, then the best kind.
  const rank = ({ state_code, kind }: LikePrices<Price>) =>
    100 * Number(state_code === state) + 10 * Number(state_code === 'IN') - PRICE_KINDS.indexOf(kind)
  return [...groups.values()]
    .filter(({ prices }) => priced > 1 && prices.filter(Boolean).length === priced)
    .sort((a, b) => rank(b) - rank(a))[0]
}
