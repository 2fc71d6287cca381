import { sql } from 'kysely'
import type { RecordType } from '../database/records.ts'
import { type Db, deleteRows, jsonMember, valuesTable, whereIn } from '../database/schema.ts'
import type { HistoryTable } from '../database/tables/history.ts'
import type { WebhookTables } from '../database/tables/webhooks.ts'
import { EVENTS_OF } from './enqueue-events.ts'

export type RedactableEntry = Pick<HistoryTable, 'type' | 'key' | 'revision' | 'at' | 'block' | 'place'>

/** A state that a record no longer has: the entry that ended it, the one that began it, and the one before. */
export interface PastState {
  ended: RedactableEntry
  began: RedactableEntry | undefined
  before: RedactableEntry | undefined
}

type StoredEvent = WebhookTables['events']
// biome-ignore lint/suspicious/noExplicitAny: the data of a stored event of any type
type EventPayload = any

const KEY_PATHS = { machine: ['machine', 'slug'], listing: ['listing', 'id'] } as const

/** Another record that events show, and how to remove what they show of it. */
interface Mention {
  of: 'machine' | 'listing'
  path: readonly string[]
  redact(data: EventPayload, key: string): void
}

const MENTIONS: { [T in RecordType]?: Mention } = {
  machine: {
    of: 'listing',
    path: ['listing', 'machine_slug'],
    redact: ({ listing }) => void delete listing.comparable_new_inr,
  },
  manufacturer: {
    of: 'machine',
    path: ['machine', 'manufacturer', 'slug'],
    // Not its current name: that may be retracted later.
    redact: ({ machine }, slug) => void Object.assign(machine.manufacturer, { name: slug }),
  },
  class: {
    of: 'machine',
    path: ['machine', 'machine_class'],
    redact: ({ machine }) => void Object.assign(machine, { plate: [] }),
  },
}

const memberOf = (data: EventPayload, path: readonly string[]) =>
  String(path.reduce((value, name) => value[name], data))

export async function redactEvents(trx: Db, type: RecordType, states: readonly PastState[]): Promise<void> {
  if (states.length === 0) return
  const byKey = Map.groupBy(states, ({ ended }) => ended.key)
  const edited: { id: string; body: string }[] = []
  if (type === 'machine' || type === 'listing') {
    const deletedIds: string[] = []
    for (const event of await eventsAbout(trx, type, [...byKey.keys()])) {
      const body = JSON.parse(event.body)
      const ofRecord = byKey.get(memberOf(body.data, KEY_PATHS[type]))!
      if (ofRecord.some((state) => shows(event, state))) deletedIds.push(event.id)
      else if (body.data.previous && ofRecord.some((state) => ends(event, state))) {
        for (const name of Object.keys(body.data.previous)) body.data.previous[name] = null
        edited.push({ id: event.id, body: JSON.stringify(body) })
      }
    }
    await deleteEvents(trx, deletedIds)
  }
  const mention = MENTIONS[type]
  for (const event of mention ? await eventsMentioning(trx, mention, states) : []) {
    const body = JSON.parse(event.body)
    const key = memberOf(body.data, mention!.path)
    if (!byKey.get(key)!.some((state) => isWithin(event, state))) continue
    mention!.redact(body.data, key)
    edited.push({ id: event.id, body: JSON.stringify(body) })
  }
  if (edited.length === 0) return
  const values = valuesTable(trx, { id: 'text', body: 'text' }, edited)
  await sql`update events set body = given.body from ${values} where events.id = given.id`.execute(trx)
}

/** Keeps events of its withdrawal. */
export async function deleteEventsOf(trx: Db, type: 'listing', key: string): Promise<void> {
  const events = await eventsAbout(trx, type, [key])
  const ids = events.map(({ id }) => id)
  await deleteEvents(trx, ids)
}

const typesOf = (type: RecordType) => Object.keys({ ...EVENTS_OF[type]?.published, ...EVENTS_OF[type]?.updated })

/** Events of releases before 2.0 have no `record`. */
async function eventsAbout(trx: Db, type: 'machine' | 'listing', keys: readonly string[]): Promise<StoredEvent[]> {
  const names = keys.map((key) => `${type} ${key}`)
  const query = trx.selectFrom('events').selectAll().where('type', 'in', typesOf(type))
  const rows = await query.where(whereIn(trx, 'record', names)).execute()
  const hasKey = whereIn(trx, sql`cast(${jsonMember(trx, 'body', 'data', ...KEY_PATHS[type])} as text)`, keys)
  return [...rows, ...(await query.where('record', 'is', null).where(hasKey).execute())]
}

async function eventsMentioning(trx: Db, { of, path }: Mention, states: readonly PastState[]): Promise<StoredEvent[]> {
  const keys = [...new Set(states.map(({ ended }) => ended.key))]
  const from = Math.min(...states.map(({ began }) => began?.revision ?? -1))
  const to = Math.max(...states.map(({ ended }) => ended.revision))
  const query = trx.selectFrom('events').selectAll().where('type', 'in', typesOf(of))
  const mentioning = query.where(whereIn(trx, jsonMember(trx, 'body', 'data', ...path), keys))
  const rows = await mentioning.where('revision', '>=', from).where('revision', '<', to).execute()
  return [...rows, ...(await mentioning.where('revision', 'is', null).execute())]
}

/** Whether an event about the record shows this state, or an intermediate one of its change. */
function shows(event: StoredEvent, state: PastState): boolean {
  const { revision } = event
  const { began, before, ended } = state
  if (revision === null) return isWithin(event, state)
  return began ? revision > (before?.revision ?? -1) && revision <= began.revision : revision < ended.revision
}

function ends({ revision, created_at }: StoredEvent, { began, ended }: PastState): boolean {
  if (revision === null) return created_at === ended.at
  return revision > (began?.revision ?? -1) && revision <= ended.revision
}

/** Events without a revision are judged by their time. */
function isWithin({ revision, created_at }: StoredEvent, { began, ended }: PastState): boolean {
  if (revision !== null) return revision >= (began?.revision ?? -1) && revision < ended.revision
  const from = began?.at ?? 0
  return created_at >= from && (created_at < ended.at || from === ended.at)
}

async function deleteEvents(trx: Db, ids: readonly string[]): Promise<void> {
  for (const table of ['attempts', 'deliveries'] as const) await deleteRows(trx, table, 'event_id', ids)
  await deleteRows(trx, 'events', 'id', ids)
}
