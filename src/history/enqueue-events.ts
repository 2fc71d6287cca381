import { implementEvents } from '../catalog/implement-events.ts'
import { machineEvents } from '../catalog/machine-events.ts'
import type { RecordEvents } from '../catalog/record-events.ts'
import type { RecordType, StoredOf } from '../database/records.ts'
import type { Db } from '../database/schema.ts'
import { listingEvents } from '../listings/listing-events.ts'
import type { EventName } from '../schema/api/webhook.ts'
import { type NewEvent, recordEvents, wantedEvents } from '../webhooks/outbox.ts'

/** A stored record, with the columns that this room alone sets. */
export type Kept = StoredOf<RecordType> & { version?: number; announced?: number }

/** What a record was, and what it became; undefined where it was not there. */
export interface Step {
  type: RecordType
  key: string
  revision: number
  before: Kept | undefined
  after: Kept | undefined
  /** Rises with every change of the record. */
  version: number
}

/** When readers see records, and what their changes tell. Makers and classes are seen always and tell nothing. */
export const EVENTS_OF = {
  machine: machineEvents,
  implement: implementEvents,
  listing: listingEvents,
} as unknown as { [T in RecordType]?: RecordEvents<Kept, unknown> }

type Body = (step: object) => object | undefined

/** Records the events of changes for those who subscribed to them. */
export async function tellSubscribers(
  trx: Db,
  steps: readonly Step[],
  now: number,
  newId?: () => string,
): Promise<void> {
  if (steps.length === 0) return
  const wanted = await wantedEvents(trx, now)
  if (wanted.size === 0) return
  const events: NewEvent[] = []
  for (const [type, some] of Map.groupBy(steps, ({ type }) => type)) {
    const its = EVENTS_OF[type]!
    const told = some.flatMap((step) => {
      const bodies = bodiesOf(its, step).filter(([name]) => wanted.has(name))
      return bodies.length > 0 ? [{ step, bodies }] : []
    })
    const seen = told.flatMap(({ step: { after } }) => (after?.announced ? [after] : []))
    const partiesOf = seen.length > 0 ? await its.readParties?.(trx, seen) : undefined
    for (const { step, bodies } of told) {
      const parties = step.after?.announced ? partiesOf?.(step.after) : undefined
      for (const [name, body] of bodies) {
        const data = body({ ...step, parties })
        if (data)
          events.push({
            type: name,
            created_at: now,
            record: `${step.type} ${step.key}`,
            revision: step.revision,
            data,
          })
      }
    }
  }
  await recordEvents(trx, events, newId)
}

function bodiesOf(its: RecordEvents<Kept, unknown>, { before, after }: Step): [EventName, Body][] {
  const bodies = !after?.announced ? its.withdrawn : before?.announced ? its.updated : its.published
  return Object.entries(bodies ?? {}) as [EventName, Body][]
}
