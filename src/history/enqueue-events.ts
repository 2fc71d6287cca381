import { implementEvents } from '../catalog/implement-events.ts'
import { machineEvents } from '../catalog/machine-events.ts'
import type { RecordEvents } from '../catalog/record-events.ts'
import type { RecordType, StoredOf } from '../database/records.ts'
import type { Db } from '../database/schema.ts'
import { listingEvents } from '../listings/listing-events.ts'
import type { EventName } from '../schema/api/webhook.ts'
import { type NewEvent, recordEvents, subscribedTypes } from '../webhooks/outbox.ts'

export type StoredRecord = StoredOf<RecordType> & { version?: number; announced?: number }

export interface RecordStep {
  type: RecordType
  key: string
  revision: number
  before: StoredRecord | undefined
  after: StoredRecord | undefined
  version: number
}

export const EVENTS_OF = {
  machine: machineEvents,
  implement: implementEvents,
  listing: listingEvents,
} as unknown as { [T in RecordType]?: RecordEvents<StoredRecord, unknown> }

type EventBody = (step: object) => object | undefined

export async function enqueueEvents(
  trx: Db,
  steps: readonly RecordStep[],
  now: number,
  newId?: () => string,
): Promise<void> {
  if (steps.length === 0) return
  const subscribed = await subscribedTypes(trx, now)
  if (subscribed.size === 0) return
  const events: NewEvent[] = []
  for (const [type, some] of Map.groupBy(steps, ({ type }) => type)) {
    const definition = EVENTS_OF[type]!
    const matching = some.flatMap((step) =>
      bodiesOf(definition, step).flatMap(([name, body]) => (subscribed.has(name) ? [{ step, name, body }] : [])),
    )
    const visible = new Set(matching.flatMap(({ step: { after } }) => (after?.announced ? [after] : [])))
    const partiesOf = visible.size > 0 ? await definition.readParties?.(trx, [...visible]) : undefined
    for (const { step, name, body } of matching) {
      const { key, revision, after } = step
      const data = body({ ...step, parties: after?.announced ? partiesOf?.(after) : undefined })
      if (data) events.push({ type: name, created_at: now, record: `${type} ${key}`, revision, data })
    }
  }
  await recordEvents(trx, events, newId)
}

function bodiesOf(
  { published, updated, withdrawn }: RecordEvents<StoredRecord, unknown>,
  { before, after }: RecordStep,
): [EventName, EventBody][] {
  const bodies = !after?.announced ? withdrawn : before?.announced ? updated : published
  return Object.entries(bodies ?? {}) as [EventName, EventBody][]
}
