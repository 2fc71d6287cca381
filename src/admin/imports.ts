import type { RecordType } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { retractImport } from '../history/redact-entries.ts'
import { type RecordEntry, readRecordHistory } from '../history/states.ts'
import { firstReasons, type UndoResult, undoImport } from '../history/undo.ts'
import type { RetainedReason } from '../import/import-counters.ts'
import { findImport, type ImportView, ROW_COUNTS } from '../import/import-store.ts'
import { issueText } from '../import/issue.ts'
import { publishImport } from '../import/publish-import.ts'
import { iso } from '../lib/calendar.ts'
import { type ActionField, actionOf, byId, describeCounts, type Resource, type Severity, withAudit } from './actions.ts'
import { flag, text } from './inputs.ts'
import { vacuumed } from './records.ts'

const SEVERITIES: Record<ImportView['state'], Severity> = {
  ...({ running: 'warn', done: 'good', interrupted: 'warn', failed: 'bad', died: 'bad', undone: 'calm' } as const),
}
const LEAVE = 'skip records that were changed since'

const WHEN: ActionField<ImportView> = { name: 'When', value: ({ at: timestamp }) => ({ timestamp }) }
const BY: ActionField<ImportView> = { name: 'By', value: ({ by }) => ({ text: by, severity: 'calm' }) }
const WHO: ActionField<ImportView> = { name: 'Who', value: ({ who }) => who || 'nobody named' }
const STATE: ActionField<ImportView> = {
  name: 'State',
  value: ({ state }) => ({ text: state, severity: SEVERITIES[state] }),
}
const COUNTS = ROW_COUNTS.map(
  (name): ActionField<ImportView> => ({
    name: name[0]!.toUpperCase() + name.slice(1),
    kind: 'number',
    value: (item) => item[name],
  }),
)

function byReason(title: string, reasons: readonly RetainedReason[]): string[] {
  const lines = reasons.flatMap(({ field, reason, rows, examples }) => [
    `  ${rows} ${rows === 1 ? 'row' : 'rows'}  ${issueText({ path: field, reason })}`,
    ...examples.map(({ at: place, found: result }) => `      ${place}${result ? `: ${result}` : ''}`),
  ])
  return lines.length === 0 ? [] : [title, ...lines]
}

/** What was imported. */
export const imports: Resource<ImportView> = {
  name: 'imports',
  singular: 'import',
  id: byId('imports', 'an import'),
  idOf: ({ id }) => ({ id }),
  json: ({ id, file, at: timestamp, by, who, state, read, created, changed, unchanged, rejected }) => ({
    id,
    file,
    at: iso(timestamp),
    by,
    who,
    state,
    read,
    created,
    changed,
    unchanged,
    rejected,
  }),
  columns: [
    { name: 'Id', surface: 'terminal', value: ({ id }) => id },
    WHEN,
    { name: 'File', surface: 'page', kind: 'wide', value: ({ id, file }) => ({ text: file, path: `imports/${id}` }) },
    BY,
    WHO,
    STATE,
    ...COUNTS,
    { name: 'File', surface: 'terminal', value: ({ file }) => file },
  ],
  details: [
    { name: 'Import', value: ({ id }) => ({ text: id, style: 'code' }) },
    { name: 'File', surface: 'terminal', value: ({ file }) => file },
    WHEN,
    BY,
    WHO,
    STATE,
    ...COUNTS,
    { name: 'Repeated', value: ({ repeated }) => repeated },
    { name: 'Contacts and links removed', value: ({ removed }) => describeCounts(removed) || undefined },
  ],
  text: ({ reasons, warnings = [] }) =>
    [...byReason('Rejected, by reason:', reasons), ...byReason('Taken with a warning:', warnings)].join('\n'),
  find: findImport,
  actions: {
    publish: actionOf<ImportView>()({
      description: 'publish the unpublished records of an import today',
      button: 'Publish',
      isPossible: ({ unpublished = 0 }) => unpublished > 0,
      async run(context, { id }) {
        const result = await findImport(context.db, id, context.now)
        if (!result) return undefined
        const how = { author: context.actor, now: context.now, review: context.config.guardReview }
        const publish = (trx: Db) => publishImport(trx, result, how)
        const published = await withAudit(context, 'imports.publish', id, publish, (published) => ({ published }))
        return {
          json: { id, published },
          text: `Published ${published} ${published === 1 ? 'record' : 'records'} of import ${id}.`,
        }
      },
    }),
    undo: actionOf<ImportView>()({
      description: 'restore every record of an import to its version before it',
      button: 'Undo',
      isPossible: ({ state }) => state !== 'undone',
      warning: () => 'This restores every record to its version before the import and removes new ones.',
      args: {
        force: flag('skip records that were changed since', { form: { label: LEAVE } }),
        retract: text('REASON', 'also retract its versions, for this reason', {
          maxLength: 300,
          form: { label: 'Retract its versions, because' },
        }),
      },
      async run(context, { id }, { force, retract: reason }) {
        const { actor, now } = context
        const how = actor.by === 'console' ? `“${LEAVE}”` : '--force'
        const undo = async (trx: Db) => {
          if ((await findImport(trx, id, now))?.state === 'undone')
            throw new CommandError(`import ${id} is undone already`)
          const undone = await undoImport(trx, id, { force, how, author: actor, now })
          const why = { reason: reason ?? '', author: actor, now }
          if (undone && reason) await writeTransaction(trx, (trx, lock) => retractImport(trx, lock, id, why))
          if (undone?.kept.length === 0)
            await trx.updateTable('imports').set({ state: 'undone' }).where('id', '=', id).execute()
          return undone
        }
        const countsOf = ({ restored, removed, kept: remaining }: UndoResult) => ({
          restored,
          removed,
          kept: remaining.length,
        })
        const done = await withAudit(context, 'imports.undo', id, undo, (undone) => countsOf(undone!))
        if (!done) return undefined
        const { restored, removed, kept: remaining } = done
        const text = `Undid import ${id}: ${restored} restored, ${removed} removed, ${remaining.length} skipped.`
        const hints = [
          reason ? await vacuumed(context) : 'as_of still shows its versions; `yantra retract` withdraws them.',
        ]
        const hint = hints.filter(Boolean).join(' ')
        return { json: { id, ...done }, text: [text, ...firstReasons(remaining)].join('\n'), hint }
      },
    }),
  },
}

/** What waits for somebody once rows are in; empty when nothing does. */
export function notPublished(count: number): string {
  if (count === 0) return ''
  return `${count === 1 ? 'One new record is' : `${count.toLocaleString('en-IN')} new records are`} in and not published`
}

/** What an import changed, in the order of its file. */
export async function importedChanges(db: Db, importId: string, { limit, offset }: { limit: number; offset: number }) {
  const entries = db.selectFrom('history').select(['type', 'key', 'revision']).where('import_id', '=', importId)
  const result: (RecordEntry & { type: RecordType; key: string })[] = []
  for (const { type, key, revision } of await entries.orderBy('revision').limit(limit).offset(offset).execute()) {
    const [entry] = await readRecordHistory(db, type as RecordType, key, { limit: 1, below: revision + 1 })
    if (entry) result.push({ ...entry, type: type as RecordType, key })
  }
  return result
}
