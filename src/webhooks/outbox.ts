import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, upsertRows, whereIn } from '../database/schema.ts'
import { placeUnder } from '../schema/api/serialize.ts'
import { type EventName, WEBHOOK_EVENTS } from '../schema/api/webhook.ts'
import { liveSubscriptions } from './subscriptions.ts'

export interface NewEvent {
  type: EventName
  created_at: number
  /** Type and key of the record that changed. */
  record: string
  revision: number
  data: object
}

export async function subscribedTypes(trx: Db, now = Date.now()): Promise<Set<EventName>> {
  return new Set((await findSubscribers(trx, now)).flatMap((subscription) => subscription.events))
}

/** The transaction must hold the writer lock, or a subscription created meanwhile could miss an event. */
export async function recordEvents(
  trx: Db,
  events: readonly NewEvent[],
  newId: () => string = () => `evt_${randomUUIDv7()}`,
): Promise<void> {
  if (events.length === 0) return
  const subscriptions = await findSubscribers(trx, Math.max(...new Set(events.map((event) => event.created_at))))
  const types = new Set(subscriptions.flatMap((subscription) => subscription.events))
  const rows = events.filter((event) => types.has(event.type)).map((event) => toRow(event, newId()))
  await upsertRows(trx, 'events', ['id'], rows)
  for (const type of types) {
    const ids = rows.filter((row) => row.type === type).map((row) => row.id)
    if (ids.length === 0) continue
    const receivers = subscriptions
      .filter((subscription) => subscription.events.includes(type))
      .map((subscription) => subscription.id)
    await sql`insert into deliveries
        (subscription_id, event_id, state, created_at, step, due_at, leased, attempts, finished_at)
      select s.id, e.id, 'pending', e.created_at, 0, e.created_at, 0, 0, null
      from events e cross join subscriptions s
      where ${whereIn(trx, 'e.id', ids)} and ${whereIn(trx, 's.id', receivers)}`.execute(trx)
  }
}

export function bodyUnder(base: string, body: string): string {
  if (base === '') return body
  const event = JSON.parse(body) as { type: EventName }
  placeUnder(base, WEBHOOK_EVENTS[event.type], event)
  return JSON.stringify(event)
}

/** Null if the body contains a path of this service, which the first claim puts under the base URL. */
function toRow({ type, created_at, record, revision, data }: NewEvent, id: string) {
  const body = JSON.stringify({ id, type, created_at: new Date(created_at).toISOString(), data })
  return { id, type, created_at, body, record, revision, final: body.includes('"/') ? 0 : 1 }
}

/** Disabled subscriptions still collect events; those of ended keys do not. */
async function findSubscribers(trx: Db, now: number): Promise<{ id: string; events: EventName[] }[]> {
  const rows = await liveSubscriptions(trx, now).select(['subscriptions.id', 'subscriptions.events']).execute()
  return rows.map((row) => ({ id: row.id, events: JSON.parse(row.events) }))
}
