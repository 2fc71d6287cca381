import { setTimeout as sleep } from 'node:timers/promises'
import { RECORD_TYPES, type RecordType } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { vacuum } from '../database/vacuum.ts'
import { CommandError } from '../errors.ts'
import { audited } from '../history/audit.ts'
import { eraseListing, retract } from '../history/redact-entries.ts'
import { type RecordEntry, readRecordHistory } from '../history/states.ts'
import { revertRecord } from '../history/undo.ts'
import { type Edited, editRecord, type ReadRow, readRow, readRowAt } from '../import/edit-record.ts'
import type { JsonObject } from '../import/field-checks.ts'
import { issueText } from '../import/issue.ts'
import {
  dropUnnamed,
  keepPhotograph,
  makePhotograph,
  namesIn,
  type Photograph,
  queueDrop,
} from '../import/photographs.ts'
import { changedFields, isSame } from '../import/record-form.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { type ListingStatus, mayBecome } from '../listings/states.ts'
import {
  type ActionResult,
  type AdminContext,
  actionOf,
  describeCounts,
  type Id,
  type Resource,
  withAudit,
} from './actions.ts'
import { count, InvalidInput, oneOf, required, text, time, word } from './inputs.ts'

/** A record of the catalogue or the market. */
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

/** When buyers see it; undefined for a record that is always seen. */
function publishedAt({ type, row }: AdminRecord): string | null | undefined {
  return type === 'machine' || type === 'implement' ? ((row.published_at as string | undefined) ?? null) : undefined
}

/** Whether readers see it. */
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

/** What names a record in a command. */
export const RECORD = {
  type: required(oneOf(RECORD_TYPES, `one of ${RECORD_TYPES.join(', ')}`)),
  key: word('its slug; the key of a class, the id of a listing'),
}
const action = actionOf<AdminRecord, 'type' | 'key'>()
const REASON = required(text('TEXT', 'why; kept in the history', { maxLength: 300, form: { label: 'Reason' } }))

/** By then every replica shows a change. */
const REPLICA_LAG_MS = 2_000

/** Waits until no replica shows the removed content, then vacuums the database; not from the console, where it takes too long. */
export async function vacuumed({ db, actor, config }: AdminContext): Promise<string> {
  await sleep(REPLICA_LAG_MS)
  if (actor.by !== 'cli') return 'Bytes of it may be left in the database file until the next such command of `yantra`.'
  return vacuum(db, config.database)
}

/** Makers, classes, machines, implements and listings, each named by its type and its key. */
export const records: Resource<AdminRecord> = {
  name: 'records',
  singular: 'record',
  id: RECORD,
  idOf: ({ type, key }) => ({ type, key }),
  json: ({ row }) => row,
  columns: [],
  details: [],
  actions: {
    publish: action({
      description: 'publish a record today',
      button: 'Publish',
      isBulk: true,
      isPossible(item, now) {
        const published = publishedAt(item)
        return published === null || (published !== undefined && published > kolkataDate(now))
      },
      run: (context, name) => publish(context, name, kolkataDate(context.now)),
    }),

    unpublish: action({
      description: 'unpublish a record',
      button: 'Unpublish',
      isBulk: true,
      isPossible: (item) => typeof publishedAt(item) === 'string',
      run: (context, name) => publish(context, name, null),
    }),

    revert: action({
      description: 'restore a record to an earlier revision',
      button: 'Revert',
      args: {
        to: required(count('the revision', Number.MAX_SAFE_INTEGER, { minimum: 0, form: { label: 'Revision' } })),
      },
      async run(context, { type, key }, { to }) {
        const recordType = typeFrom(type)
        const input = recordType && { type: recordType, key, to, author: context.actor, now: context.now }
        const revert = async (trx: Db) => {
          const before = await readAdminRecord(trx, type, key)
          const done = input && (await revertRecord(trx, input))
          return done && { ...done, before, after: await readAdminRecord(trx, type, key) }
        }
        const done = await withAudit(context, 'records.revert', `${type} ${key}`, revert, { to })
        if (!done) return undefined
        const outcome = done.removed > 0 ? 'removed' : done.restored > 0 ? 'restored' : 'unchanged'
        const name = `${type} ${key}`
        if (outcome === 'removed')
          return { json: { type, key, outcome }, text: `Removed ${name}: it did not exist at revision ${to}.` }
        if (outcome === 'unchanged')
          return { json: { type, key, outcome }, text: `Nothing was changed: ${name} was the same at revision ${to}.` }
        const { changed, text } = describeChange(done.before, done.after!, context.now)
        const [from, now] = [done.before, done.after].map((record) => record?.row.status as ListingStatus | undefined)
        const isForced = type === 'listing' && from && now && !mayBecome(from, now)
        const hint = isForced ? `Revert ignored the status rules: an import cannot change ${from} to ${now}.` : ''
        return { json: { type, key, outcome, changed }, text: `Reverted ${name} to revision ${to}. ${text}`, hint }
      },
    }),

    retract: action({
      description: 'withdraw past versions from responses, exports and events',
      button: 'Retract',
      warning: () => 'This deletes the past versions; their hash, author and reason remain. It cannot be undone.',
      args: {
        revision: count('only the version at this revision', Number.MAX_SAFE_INTEGER, {
          minimum: 0,
          form: { label: 'Revision' },
        }),
        since: time('only versions served from this time: a date-time, a date (00:00 UTC) or a duration ago (24h)'),
        until: time('only versions served until this time'),
        reason: REASON,
      },
      async run(context, { type, key }, { revision, since, until, reason }) {
        const recordType = typeFrom(type)
        if (revision !== undefined && (since ?? until) !== undefined)
          throw new InvalidInput('--revision cannot be combined with --since or --until')
        const past = revision === undefined ? { since: since ?? 0, until: until ?? context.now } : { revision }
        const why = { reason, author: context.actor, now: context.now }
        const run = async (trx: Db) => recordType && retract(trx, recordType, key, past, why)
        const states = await withAudit(context, 'records.retract', `${type} ${key}`, run, { reason })
        if (states === undefined) return undefined
        const text = `Retracted ${states} past ${states === 1 ? 'state' : 'states'} of ${type} ${key}.`
        return { json: { type, key, states }, text, hint: await vacuumed(context) }
      },
    }),

    erase: action({
      description: 'erase a listing with its texts, photos, contact, enquiries and history',
      button: 'Erase',
      warning: () =>
        'This erases the listing, its photos, enquiries and history; its id cannot be used again. It cannot be undone.',
      args: { reason: REASON },
      isPossible: ({ type }) => type === 'listing',
      async run(context, { type, key }, { reason }) {
        if (typeFrom(type) !== 'listing') throw new CommandError('only listings can be erased')
        const why = { reason, author: context.actor, now: context.now }
        const erase = async (trx: Db) => {
          const done = await eraseListing(trx, key, why)
          if (done) await queueDrop(trx, namesIn(done.doc))
          return done
        }
        const done = await withAudit(context, 'records.erase', `listing ${key}`, erase, { reason })
        if (!done) return undefined
        const { mediaFolder } = context.config
        const pictures = mediaFolder ? await dropUnnamed(context.db, mediaFolder, namesIn(done.doc)) : 0
        const text = `Erased listing ${key}: ${done.entries} entries of its history, ${pictures} photographs.`
        return { json: { key, entries: done.entries, pictures }, text, hint: await vacuumed(context), isRemoved: true }
      },
    }),
  },
}

/** Names the changed fields, and says it if the record has another state now. */
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

async function publish(
  context: AdminContext,
  { type, key }: Id<'type' | 'key'>,
  day: string | null,
): Promise<ActionResult | undefined> {
  const recordType = typeFrom(type)
  if (recordType !== 'machine' && recordType !== 'implement')
    throw new CommandError('only machines and implements can be published')
  const action = day === null ? 'records.unpublish' : 'records.publish'
  const change = day === null ? 'Unpublished' : 'Published'
  return changeRecord(
    context,
    { type: recordType, key },
    { published_at: day },
    action,
    `${change} ${recordType} ${key}.`,
  )
}

/** Changes some fields of a record, in whatever state it is, and says so. */
export async function changeRecord(
  context: AdminContext,
  { type, key }: Pick<AdminRecord, 'type' | 'key'>,
  fields: JsonObject,
  action: string,
  text: string,
): Promise<ActionResult | undefined> {
  const edit = (trx: Db) =>
    writeTransaction(trx, async (trx) => {
      if (!(await readRow(trx, type, key))) return undefined
      const edited = await editRecord(trx, type, key, fields, editing(context))
      if (edited.outcome === 'refused') throw new CommandError(edited.issues.map(issueText).join('; '))
      return edited
    })
  const edited = await withAudit(context, action, action.startsWith('records.') ? `${type} ${key}` : key, edit)
  return edited && { json: { type, key, outcome: edited.outcome }, text, hint: hintOf(edited) }
}

function editing({ config, now, actor }: AdminContext) {
  return { review: config.guardReview, now, author: actor }
}

/** What a form asked for, and what became of it. */
export type Saved =
  | { outcome: 'saved'; text: string }
  | { outcome: 'refused'; record: AdminRecord; mine: JsonObject; faults: readonly { path: string; reason: string }[] }
  /** Others changed the record meanwhile: what they changed, and my form with their changes where I made none. */
  | { outcome: 'overtaken'; record: AdminRecord; mine: JsonObject; theirs: readonly string[]; entries: RecordEntry[] }

/** Saves a form that was made from the record at a revision; undefined when there is no such record. */
export async function saveRecord(
  context: AdminContext,
  type: RecordType,
  key: string,
  mine: JsonObject,
  revision: number,
) {
  const save = (trx: Db) =>
    // Under the writer lock nobody comes between the look and the change.
    writeTransaction(trx, async (trx): Promise<(Saved & { fields?: string[] }) | undefined> => {
      const record = await readAdminRecord(trx, type, key)
      if (!record) return undefined
      if (record.revision !== revision) return overtaken(trx, record, mine, revision)
      const fields = changedFields(mine, record.row)
      if (Object.keys(fields).length === 0) return { outcome: 'saved', text: 'Nothing was changed.' }
      const edited = await editRecord(trx, type, key, fields, editing(context))
      if (edited.outcome === 'refused') return { outcome: 'refused', record, mine, faults: edited.issues }
      const names = Object.keys(fields)
      const text = [`Saved: ${names.join(', ')}.`, hintOf(edited)].filter(Boolean).join(' ')
      return { outcome: 'saved', text, fields: names }
    })
  return audited(
    context.db,
    context.actor,
    save,
    (saved) =>
      saved?.fields && {
        action: 'records.save',
        target: `${type} ${key}`,
        detail: { fields: saved.fields.join(', ') },
      },
  )
}

async function overtaken(trx: Db, record: AdminRecord, mine: JsonObject, revision: number): Promise<Saved> {
  const { type, key, row } = record
  const before = (await readRowAt(trx, type, key, revision)) ?? row
  const ours = changedFields(mine, before)
  const merged = Object.fromEntries(Object.keys(mine).map((name) => [name, name in ours ? mine[name] : row[name]]))
  const theirs = Object.keys(ours).filter((name) => !isSame(row[name], before[name]) || before === row)
  const entries = (await readRecordHistory(trx, type, key)).filter((entry) => entry.revision > revision)
  return { outcome: 'overtaken', record, mine: merged, theirs, entries }
}

function hintOf(edited: Exclude<Edited, { outcome: 'refused' }>): string {
  const taken = describeCounts(edited.removed)
  const notes = [...edited.warnings.map(issueText), ...(taken ? [`contacts and links removed: ${taken}`] : [])]
  return notes.map((note) => `${note}.`).join(' ')
}

/** Keeps a photograph in the folder and puts it last among those of its record; undefined without such a record. */
export async function addPhotograph(
  context: AdminContext,
  { type, key, bytes, caption }: { type: string; key: string; bytes: Buffer; caption: string },
  folder: string | undefined,
): Promise<ActionResult | undefined> {
  if (!folder) throw new CommandError('set MEDIA_DIR to a folder that all replicas share')
  const photograph = await makePhotograph(bytes)
  if ('refused' in photograph) throw new CommandError(photograph.refused)
  return writeTransaction(context.db, async (db) => {
    const record = await readAdminRecord(db, type, key)
    if (!record || !hasPhotographs(record)) return undefined
    await keepPhotograph(db, folder, photograph, type, key)
    const text = `Added a photograph of ${photograph.width} × ${photograph.height}.`
    return changeRecord({ ...context, db }, record, fieldsWith(record, photograph, caption), 'records.photograph', text)
  })
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
