import { setTimeout as sleep } from 'node:timers/promises'
import { RECORD_TYPES, type RecordType } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { vacuum } from '../database/vacuum.ts'
import { CommandError } from '../errors.ts'
import { audited } from '../history/audit.ts'
import { eraseListing, retract } from '../history/redact-entries.ts'
import { type RecordEntry, readRecordHistory } from '../history/states.ts'
import { revertRecord } from '../history/undo.ts'
import type { JsonObject } from '../import/check-object.ts'
import { type Edited, editRecord, type ReadRow, readRow, readRowAt } from '../import/edit-record.ts'
import {
  dropUnnamed,
  keepPhotograph,
  makePhotograph,
  namesIn,
  type Photograph,
  queueDrop,
} from '../import/photographs.ts'
import { changedFields, isSame } from '../import/record-form.ts'
import { faultText } from '../import/rejects.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { type ListingStatus, mayBecome } from '../listings/states.ts'
import { type ActionResult, type AdminContext, actionOf, type Id, type Resource, withAudit } from './actions.ts'
import { count, InvalidInput, oneOf, required, text, time, word } from './inputs.ts'
import { plainText } from './view.ts'

export interface AdminRecord extends ReadRow {
  type: RecordType
  key: string
}

export function typeFrom(text: string): RecordType | undefined {
  return RECORD_TYPES.find((type) => type === text)
}

export async function readAdminRecord(db: Db, type: string, key: string): Promise<AdminRecord | undefined> {
  const recordType = typeFrom(type)
  const stored = recordType && (await readRow(db, recordType, key))
  return stored && { type: recordType, key, ...stored }
}

function publishedAt({ type, row }: AdminRecord): string | null | undefined {
  return type === 'machine' || type === 'implement' ? ((row.published_at as string | undefined) ?? null) : undefined
}

export function isShown(record: AdminRecord, now: number): boolean {
  const published = publishedAt(record)
  if (published !== undefined) return published !== null && published <= kolkataDate(now)
  return record.type !== 'listing' || record.row.status === 'live' || record.row.status === 'sold'
}

/** The status of a listing, or when a machine or implement is published; undefined for other types. */
export function stateOf(record: AdminRecord): string | undefined {
  const published = publishedAt(record)
  if (published === undefined) return record.row.status as string | undefined
  return published === null ? 'not published' : `published ${published}`
}

export const RECORD = {
  type: required(oneOf(RECORD_TYPES, `one of ${RECORD_TYPES.join(', ')}`)),
  key: word('its slug; the key of a class, the id of a listing'),
}
type AcceptedEdit = Exclude<Edited, { outcome: 'refused' }>

const action = actionOf<AdminRecord, 'type' | 'key'>()
const REASON = required(text('TEXT', 'why; kept in the history', { maxLength: 300 }))

const REPLICA_LAG_MS = 2_000

/** Waits until no replica shows the removed content, then vacuums the database; not from the console, where it takes too long. */
export async function vacuumed({ db, actor, config }: AdminContext): Promise<string> {
  await sleep(REPLICA_LAG_MS)
  if (actor.by !== 'cli') return 'Bytes of it may be left in the database file until the next such command of `yantra`.'
  return vacuum(db, config.database)
}

export const records: Resource<AdminRecord> = {
  name: 'records',
  singular: 'record',
  about: 'Records of the catalogue.',
  id: RECORD,
  json: ({ type, key, row }) => ({ ...row, type, key }),
  columns: [],
  actions: {
    publish: action({
      description: 'publish a record today',
      button: 'Publish',
      isBulk: true,
      isPossible(item, now) {
        const published = publishedAt(item)
        return published === null || (published !== undefined && published > kolkataDate(now))
      },
      effect: (trx, id, _, context) => publish(trx, context, id, kolkataDate(context.now)),
      report: (edited, id) => reportEdit(`Published ${id.type} ${id.key}.`, id, edited),
    }),

    unpublish: action({
      description: 'unpublish a record',
      button: 'Unpublish',
      isBulk: true,
      isPossible: (item) => typeof publishedAt(item) === 'string',
      effect: (trx, id, _, context) => publish(trx, context, id, null),
      report: (edited, id) => reportEdit(`Unpublished ${id.type} ${id.key}.`, id, edited),
    }),

    revert: action({
      description: 'restore a record to an earlier revision',
      button: 'Revert',
      args: { to: required(count('the revision', Number.MAX_SAFE_INTEGER, { minimum: 0 })) },
      async effect(trx, { type, key }, { to }, { actor, now }) {
        const recordType = typeFrom(type)
        if (!recordType) return undefined
        const before = await readAdminRecord(trx, type, key)
        const done = await revertRecord(trx, { type: recordType, key, to, author: actor, now })
        return done && { ...done, before, after: await readAdminRecord(trx, type, key) }
      },
      audit: (_, { to }) => ({ detail: { to } }),
      report({ removed, restored, before, after }, { type, key }, { to }, { now }) {
        const name = `${type} ${key}`
        const json = { type, key, outcome: removed > 0 ? 'removed' : restored > 0 ? 'restored' : 'unchanged' }
        if (removed > 0) return { json, text: `Removed ${name}: it did not exist at revision ${to}.` }
        if (restored === 0) return { json, text: `Nothing was changed: ${name} was the same at revision ${to}.` }
        const { changed, text } = describeChange(before, after!, now)
        const [from, current] = [before, after].map((record) => record?.row.status as ListingStatus | undefined)
        const isForced = type === 'listing' && from && current && !mayBecome(from, current)
        const hint = isForced ? `Revert ignored the status rules: an import cannot change ${from} to ${current}.` : ''
        return { json: { ...json, changed }, text: `Reverted ${name} to revision ${to}. ${text}`, hint }
      },
    }),

    retract: action({
      description: 'withdraw past versions from responses, exports and events',
      button: 'Retract',
      warning: 'This deletes the past versions; their hash, author and reason remain. It cannot be undone.',
      args: {
        revision: count('only the version at this revision', Number.MAX_SAFE_INTEGER, { minimum: 0 }),
        since: time('only versions served from this time: a date-time, a date (00:00 UTC) or a duration ago (24h)'),
        until: time('only versions served until this time'),
        reason: REASON,
      },
      async effect(trx, { type, key }, { revision, since, until, reason }, { actor, now }) {
        const recordType = typeFrom(type)
        if (revision !== undefined && (since ?? until) !== undefined)
          throw new InvalidInput('--revision cannot be combined with --since or --until')
        const past = revision === undefined ? { since: since ?? 0, until: until ?? now } : { revision }
        return recordType && retract(trx, recordType, key, past, { reason, author: actor, now })
      },
      audit: (_, { reason }) => ({ detail: { reason } }),
      report: async (states, { type, key }, _, context) => ({
        json: { type, key, states },
        text: `Retracted ${states} past ${states === 1 ? 'state' : 'states'} of ${type} ${key}.`,
        hint: await vacuumed(context),
      }),
    }),

    erase: action({
      description: 'erase a listing with its texts, photos, contact, enquiries and history',
      button: 'Erase',
      warning:
        'This erases the listing, its photos, enquiries and history; its id cannot be used again. It cannot be undone.',
      args: { reason: REASON },
      isPossible: ({ type }) => type === 'listing',
      async effect(trx, { type, key }, { reason }, { actor, now }) {
        if (typeFrom(type) !== 'listing') throw new CommandError('only listings can be erased')
        const done = await eraseListing(trx, key, { reason, author: actor, now })
        if (done) await queueDrop(trx, namesIn(done.doc))
        return done
      },
      audit: (_, { reason }) => ({ detail: { reason } }),
      async report({ doc, entries }, { key }, _, context) {
        const { mediaFolder } = context.config
        const pictures = mediaFolder ? await dropUnnamed(context.db, mediaFolder, namesIn(doc)) : 0
        const text = `Erased listing ${key}: ${entries} entries of its history, ${pictures} photographs.`
        return { json: { key, entries, pictures }, text, hint: await vacuumed(context), isRemoved: true }
      },
    }),
  },
}

function describeChange(before: AdminRecord | undefined, after: AdminRecord, now: number) {
  const names = [...new Set([before, after].flatMap((record) => Object.keys(record?.row ?? {})))]
  const changed = names.filter((name) => !isSame(before?.row[name], after.row[name])).sort()
  const fields = changed.length > 0 ? `Changed: ${changed.join(', ')}.` : 'Only private fields changed.'
  const [previous, current] = [before && stateOf(before), stateOf(after)]
  if (previous === current) return { changed, text: fields }
  const state = previous ? `It was ${previous} and is now ${current}` : `It is ${current}`
  const hidden = isShown(after, now) ? '' : ': readers do not see it, and its changes send no events'
  return { changed, text: `${fields} ${state}${hidden}.` }
}

function publish(trx: Db, context: AdminContext, { type, key }: Id<'type' | 'key'>, day: string | null) {
  if (type !== 'machine' && type !== 'implement')
    throw new CommandError('only machines and implements can be published')
  return changeRecord(trx, context, type, key, { published_at: day })
}

/** Changes some fields of a record, in whatever state it is; undefined if there is no such record. */
export function changeRecord(
  trx: Db,
  { config, now, actor }: AdminContext,
  type: RecordType,
  key: string,
  fields: JsonObject,
): Promise<AcceptedEdit | undefined> {
  return writeTransaction(trx, async (trx) => {
    if (!(await readRow(trx, type, key))) return undefined
    const edited = await editRecord(trx, type, key, fields, { review: config.guardReview, now, author: actor })
    if (edited.outcome === 'refused') throw new CommandError(edited.faults.map(faultText).join('; '))
    return edited
  })
}

export function reportEdit(text: string, { type, key }: Id<'type' | 'key'>, edited: AcceptedEdit): ActionResult {
  return { json: { type, key, outcome: edited.outcome }, text, hint: hintOf(edited) }
}

/** What became of a form; if it was not saved, its values with the changes of others where it made none. */
export type Saved =
  | { text: string; record?: undefined; fields?: string[] }
  | {
      record: AdminRecord
      values: JsonObject
      faults: readonly { path: string; reason: string }[]
      entries: readonly RecordEntry[]
    }

export function saveRecord(context: AdminContext, type: RecordType, key: string, values: JsonObject, revision: number) {
  const { actor, now, config } = context
  const save = (trx: Db) =>
    // Under the writer lock nothing changes between the look and the change.
    writeTransaction(trx, async (trx): Promise<Saved | undefined> => {
      const record = await readAdminRecord(trx, type, key)
      if (!record) return undefined
      if (record.revision !== revision) return mergeForm(trx, record, values, revision)
      const fields = changedFields(values, record.row)
      const names = Object.keys(fields)
      if (names.length === 0) return { text: 'Nothing was changed.' }
      const edited = await editRecord(trx, type, key, fields, { review: config.guardReview, now, author: actor })
      if (edited.outcome === 'refused') return { record, values, faults: edited.faults, entries: [] }
      return { text: [`Saved: ${names.join(', ')}.`, hintOf(edited)].filter(Boolean).join(' '), fields: names }
    })
  return audited(context.db, actor, save, (saved) =>
    saved && 'fields' in saved && saved.fields
      ? { action: 'records.save', target: `${type} ${key}`, detail: { fields: saved.fields.join(', ') } }
      : undefined,
  )
}

async function mergeForm(trx: Db, record: AdminRecord, values: JsonObject, revision: number): Promise<Saved> {
  const { type, key, row } = record
  const before = (await readRowAt(trx, type, key, revision)) ?? row
  const ours = changedFields(values, before)
  const merged = Object.fromEntries(Object.keys(values).map((name) => [name, name in ours ? values[name] : row[name]]))
  const both = Object.keys(ours).filter((name) => !isSame(row[name], before[name]) || before === row)
  const faults = both.map((path) => ({ path, reason: `is now ${plainText(row[path] ?? 'empty')}` }))
  const entries = (await readRecordHistory(trx, type, key)).filter((entry) => entry.revision > revision)
  return { record, values: merged as JsonObject, faults, entries }
}

function hintOf({ removed, warnings }: AcceptedEdit): string {
  const counts = plainText(removed)
  const notes = [...warnings.map(faultText), ...(counts ? [`contacts and links removed: ${counts}`] : [])]
  return notes.map((note) => `${note}.`).join(' ')
}

export async function addPhotograph(
  context: AdminContext,
  { type, key, bytes, caption }: { type: string; key: string; bytes: Buffer; caption: string },
): Promise<ActionResult | undefined> {
  const { mediaFolder } = context.config
  if (!mediaFolder) throw new CommandError('set MEDIA_DIR to a folder that all replicas share')
  const photograph = await makePhotograph(bytes)
  if ('refused' in photograph) throw new CommandError(photograph.refused)
  const add = (trx: Db) =>
    writeTransaction(trx, async (trx) => {
      const record = await readAdminRecord(trx, type, key)
      if (!record || !hasPhotographs(record)) return undefined
      await keepPhotograph(trx, mediaFolder, photograph, type, key)
      return changeRecord(trx, context, record.type, key, fieldsWith(record, photograph, caption))
    })
  const target = `${type} ${key}`
  const edited = await withAudit(context, 'records.photograph', target, add, () => ({}))
  const text = `Added a photograph of ${photograph.width} × ${photograph.height}.`
  return edited && { json: {}, text, hint: hintOf(edited) }
}

export function hasPhotographs({ type }: Pick<AdminRecord, 'type'>): boolean {
  return type === 'machine' || type === 'listing'
}

function fieldsWith({ type, row }: AdminRecord, { name, width, height }: Photograph, caption: string): JsonObject {
  const url = `/photos/${name}.jpg`
  const list = (field: string) => (Array.isArray(row[field]) ? (row[field] as JsonObject[string][]) : [])
  if (type === 'machine') {
    return { media: [...list('media'), { kind: 'image', url, ...(caption && { alt: caption }), width, height }] }
  }
  // Where there are rows the page shows these alone, so they take in what stood only in the other list.
  const rows = list('photo_rows').length > 0 ? list('photo_rows') : list('photos').map((item) => ({ url: item }))
  return { photos: [...list('photos'), url], photo_rows: [...rows, { url, ...(caption && { caption }) }] }
}
