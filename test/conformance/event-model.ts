/**
 * What subscribers must be told, by a plain model: records are values, visibility is written out once more, and nothing of
 * the program is asked.
 */

export const DAY = 86_400_000
const INDIA = 5.5 * 3_600_000
export const dayOf = (moment: number) => new Date(moment + INDIA).toISOString().slice(0, 10)

export interface MachineState {
  name: string
  engine_hp: number
  published_at: string | null
  price: number | null
  /** Private. */
  alias: string
}

export interface ListingState {
  status: string
  price_inr: number
  /** Public, though no list shows it. */
  description: string
  sold_at: number | null
}

export type State = MachineState | ListingState

/** An event, as far as the model foresees it. */
export interface Told {
  type: string
  key: string
  /** What the body says of the record, and what changed. */
  says: string
  version: number
}

export interface Held {
  state: State | undefined
  /** Whether subscribers believe that it is visible. */
  told: boolean
  /** Of machines: how many changes it had. */
  version: number
  /** An operator's decision holds. */
  decided: boolean
  hasContact: boolean
  /** Who made each change, with the state before it, and the revision after it. */
  log: { by: string; before: State | undefined; revision: number; after: State | undefined }[]
}

export class EventModel {
  now: number
  readonly records = new Map<string, Held>()
  readonly imports: string[] = []
  constructor(now: number) {
    this.now = now
  }

  held(key: string): Held {
    const fresh = { state: undefined, told: false, version: 0, decided: false, hasContact: false, log: [] }
    const held = this.records.get(key) ?? fresh
    this.records.set(key, held)
    return held
  }

  isVisible(state: State | undefined): boolean {
    if (!state) return false
    if ('alias' in state) return state.published_at !== null && state.published_at <= dayOf(this.now)
    if (state.status === 'live') return true
    return state.status === 'sold' && this.now <= state.sold_at! + 90 * DAY
  }

  /** A record becomes what it is told to; returns the events. */
  change(key: string, after: State | undefined): Told[] {
    const held = this.held(key)
    const { state: before, told } = held
    held.version++
    held.told = this.isVisible(after)
    if (before && after && !('alias' in before) && before.status !== (after as ListingState).status)
      held.decided = false
    if (!after) Object.assign(held, { decided: false, hasContact: false })
    held.state = after
    const kind = key.startsWith('m') ? 'variant' : 'listing'
    const { version } = held
    if (told && !held.told) return [{ type: `${kind}.withdrawn`, key, says: '', version }]
    if (!held.told) return []
    if (!told) return [{ type: `${kind}.published`, key, says: this.#says(after!), version }]
    return this.#updates(key, before!, after!).map((one) => ({ ...one, version }))
  }

  #updates(key: string, before: State, after: State): Omit<Told, 'version'>[] {
    if (!('alias' in before) || !('alias' in after)) {
      return same(before, after) ? [] : [{ type: 'listing.updated', key, says: this.#says(after) }]
    }
    const fields = (['name', 'engine_hp', 'published_at'] as const).filter((field) => before[field] !== after[field])
    const changed = fields.toSorted().join(' ')
    return [
      ...(changed ? [{ type: 'variant.updated', key, says: `${this.#says(after)} ${changed}` }] : []),
      ...(before.price === after.price
        ? []
        : [{ type: 'price.updated', key, says: `${this.#says(after)} ${before.price}` }]),
    ]
  }

  #says(state: State): string {
    return 'alias' in state ? `${state.name} ${state.engine_hp} ${state.price}` : `${state.status} ${state.price_inr}`
  }
}

export function same(one: State | undefined, other: State | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const STEPS: Record<string, string> = {
  draft: 'review',
  review: 'live rejected',
  rejected: 'review',
  live: 'sold withdrawn expired',
  expired: 'live',
  withdrawn: 'live',
  sold: '',
}

export function maySteps(from: string, to: string): boolean {
  return from === to || STEPS[from]!.split(' ').includes(to)
}
