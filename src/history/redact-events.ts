import { sql } from 'kysely'
import type { RecordType } from '../database/records.ts'
import { type Db, deleteRows, jsonMember, valuesTable, whereIn } from '../database/schema.ts'
import type { HistoryTable } from '../database/tables/history.ts'
import type { WebhookTables } from '../database/tables/webhooks.ts'
import { EVENTS_OF } from './enqueue-events.ts'

export type RedactableEntry = Pick<HistoryTable, 'type' | 'key' | 'revision' | 'at' | 'block' | 'place'>

/** A state that a record no longer has: the entry that ended it, the one that began it, and the one before that. */
export interface PastState {
  ended: RedactableEntry
  began: RedactableEntry | undefined
  before: RedactableEntry | undefined
}

type StoredEvent = WebhookTables['events']
// biome-ignore lint/suspicious/noExplicitAny: the data of a stored event of any type
type EventPayload = any

/** Where events about records of a type name another record that they show. */
interface Mention {
  of: 'machine' | 'listing'
  path: readonly string[]
  /** Takes what the past state showed out of the data. */
  redact(data: EventPayload, key: string): void
}

/** Where an event names the record that it is about. */
const KEY_PATHS = { machine: ['data', 'machine', 'slug'], listing: ['data', 'listing', 'id'] } as const

/** Deletes kept events of past states of these records, and takes those states out of what other events show. */
export async function redactEvents(trx: Db, type: RecordType, states: readonly PastState[]): Promise<void> {
  if (states.length === 0) return
  const byKey = Map.groupBy(states, ({ ended }) => ended.key)
  const edited = new Map<string, string>()
  if (type === 'machine' || type === 'listing') {
    const deletedIds: string[] = []
    for (const event of await eventsAbout(trx, type, [...byKey.keys()])) {
      const body = JSON.parse(event.body)
      const its = byKey.get(String(body.data[type][type === 'machine' ? 'slug' : 'id']))!
      if (its.some((state) => shows(event, state))) deletedIds.push(event.id)
      else if (body.data.previous && its.some((state) => ends(event, state))) {
        for (const name of Object.keys(body.data.previous)) body.data.previous[name] = null
        edited.set(event.id, JSON.stringify(body))
      }
    }
    await deleteEvents(trx, deletedIds)
  }
  const mention = mentionOf(type)
  if (mention) {
    for (const event of await mentioning(trx, mention, states)) {
      const body = JSON.parse(event.body)
      const key = mention.path.reduce((value, name) => value[name], body) as string
      if (!byKey.get(key)!.some((state) => isWithin(event, state))) continue
      mention.redact(body.data, key)
      edited.set(event.id, JSON.stringify(body))
    }
  }
  if (edited.size === 0) return
  const values = valuesTable(
    trx,
    { id: 'text', body: 'text' },
    [...edited].map(([id, body]) => ({ id, body })),
  )
  await sql`update events set body = given.body from ${values} where events.id = given.id`.execute(trx)
}

/** Deletes all kept events of a record but those that say that it is gone. */
export async function dropEventsOf(trx: Db, type: 'listing', key: string): Promise<void> {
  const events = await eventsAbout(trx, type, [key])
  await deleteEvents(
    trx,
    events.map(({ id }) => id),
  )
}

function mentionOf(type: RecordType): Mention | undefined {
  switch (type) {
    case 'machine': {
      const redact = ({ listing }: EventPayload) => delete listing.comparable_new_inr
      return { of: 'listing', path: ['data', 'listing', 'machine_slug'], redact }
    }
    case 'manufacturer': {
      // Not the name that it has now: that may be retracted later.
      const redact = ({ machine }: EventPayload, slug: string) => {
        machine.manufacturer.name = slug
      }
      return { of: 'machine', path: ['data', 'machine', 'manufacturer', 'slug'], redact }
    }
    case 'class': {
      const redact = ({ machine }: EventPayload) => {
        machine.plate = []
      }
      return { of: 'machine', path: ['data', 'machine', 'machine_class'], redact }
    }
    default:
      return undefined
  }
}

/** The types of events that show a record; those of its withdrawal only name it. */
const typesOf = (type: RecordType) => Object.keys({ ...EVENTS_OF[type]?.published, ...EVENTS_OF[type]?.updated })

/** Events about these records, found by an index; an event that a release before 2.0 wrote meanwhile names none. */
async function eventsAbout(trx: Db, type: 'machine' | 'listing', keys: readonly string[]): Promise<StoredEvent[]> {
  const names = keys.map((key) => `${type} ${key}`)
  const query = trx.selectFrom('events').selectAll().where('type', 'in', typesOf(type))
  const rows = await query.where(whereIn(trx, 'record', names)).execute()
  const key = sql`cast(${jsonMember(trx, 'body', ...KEY_PATHS[type])} as text)`
  const unnamed = await query
    .where('record', 'is', null)
    .where(whereIn(trx, key, keys))
    .execute()
  return [...rows, ...unnamed]
}

/** Events of the time of these states that mention their record. */
async function mentioning(trx: Db, { of, path }: Mention, states: readonly PastState[]): Promise<StoredEvent[]> {
  const keys = [...new Set(states.map(({ ended }) => ended.key))]
  const from = Math.min(...states.map(({ began }) => began?.revision ?? -1))
  const to = Math.max(...states.map(({ ended }) => ended.revision))
  const query = trx
    .selectFrom('events')
    .selectAll()
    .where('type', 'in', typesOf(of))
    .where(whereIn(trx, jsonMember(trx, 'body', ...path), keys))
  const rows = await query.where('revision', '>=', from).where('revision', '<', to).execute()
  return [...rows, ...(await query.where('revision', 'is', null).execute())]
}

/** Whether an event about the record shows this state, or one of the same change before it. */
function shows(event: StoredEvent, state: PastState): boolean {
  const { revision } = event
  const { began, before, ended } = state
  if (revision === null) return isWithin(event, state)
  return began ? revision > (before?.revision ?? -1) && revision <= began.revision : revision < ended.revision
}

/** Whether an event is of the change that ended this state. */
function ends({ revision, created_at }: StoredEvent, { began, ended }: PastState): boolean {
  if (revision === null) return created_at === ended.at
  return revision > (began?.revision ?? -1) && revision <= ended.revision
}

/** Whether an event was written while a record had this state; for one without a revision its time decides. */
function isWithin({ revision, created_at }: StoredEvent, { began, ended }: PastState): boolean {
  if (revision !== null) return revision >= (began?.revision ?? -1) && revision < ended.revision
  const from = began?.at ?? 0
  return created_at >= from && (created_at < ended.at || from === ended.at)
}

async function deleteEvents(trx: Db, ids: readonly string[]): Promise<void> {
  for (const table of ['attempts', 'deliveries'] as const) await deleteRows(trx, table, 'event_id', ids)
  await deleteRows(trx, 'events', 'id', ids)
}
