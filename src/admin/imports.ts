import type { RecordType } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { retractImport } from '../history/redact-entries.ts'
import { type RecordEntry, readRecordHistory } from '../history/states.ts'
import { firstReasons, undoImport } from '../history/undo.ts'
import { findImport, type ImportView, listImports } from '../import/import-store.ts'
import { publishImport } from '../import/publish-import.ts'
import { iso } from '../lib/calendar.ts'
import { actionOf, byId, listOf, QUERY, type Resource, searchItems } from './actions.ts'
import { flag, text } from './inputs.ts'
import { vacuumed } from './records.ts'

const MAX_IMPORTS = 1_000
const action = actionOf<ImportView>()

export const imports: Resource<ImportView> = {
  name: 'imports',
  singular: 'import',
  about: 'Imports by `yantra import` or in the console: the newest 1,000 of the last year.',
  id: byId('imports', 'an import'),
  path: ({ id }) => `imports/${id}`,
  json: ({ id, file, at: timestamp, by, who, state, read, created, changed, unchanged, rejected }) => ({
    ...{ id, file, at: iso(timestamp), by, who, state },
    ...{ read, created, changed, unchanged, rejected },
  }),
  columns: ['id', 'file', 'at', 'by', 'who', 'state', 'read', 'created', 'changed', 'unchanged', 'rejected'],
  more: ({ repeated, removed, reasons, warnings }) => ({ repeated, removed, reasons, warnings }),
  list: listOf<ImportView>()({
    description: 'list imports, newest first',
    filters: QUERY,
    limit: 50,
    run: async (db, { query }, rows, now) =>
      query === undefined
        ? listImports(db, { ...rows, now })
        : searchItems(await listImports(db, { limit: MAX_IMPORTS, now }), query, rows, imports.json),
  }),
  find: findImport,
  actions: {
    publish: action({
      description: 'publish the unpublished records of an import today',
      button: 'Publish',
      isPossible: ({ unpublished = 0 }) => unpublished > 0,
      async effect(trx, { id }, _, { actor, now, config }) {
        const found = await findImport(trx, id, now)
        return found && publishImport(trx, found, { author: actor, now, review: config.guardReview })
      },
      audit: (published) => ({ detail: { published } }),
      report: (published, { id }) => ({
        json: { id, published },
        text: `Published ${published} ${published === 1 ? 'record' : 'records'} of import ${id}.`,
      }),
    }),

    undo: action({
      description: 'restore every record of an import to its version before it',
      button: 'Undo',
      isPossible: ({ state }) => state !== 'undone',
      warning: 'This restores every record to its version before the import and removes new ones.',
      args: {
        force: flag('skip records that were changed since'),
        retract: text('REASON', 'also retract its versions, for this reason', { maxLength: 300 }),
      },
      async effect(trx, { id }, { force, retract: reason }, { actor, now }) {
        if ((await findImport(trx, id, now))?.state === 'undone')
          throw new CommandError(`import ${id} is undone already`)
        const how = actor.by === 'console' ? '“force”' : '--force'
        const undone = await undoImport(trx, id, { force, how, author: actor, now })
        if (undone && reason)
          await writeTransaction(trx, (trx, lock) => retractImport(trx, lock, id, { reason, author: actor, now }))
        if (undone?.kept.length === 0)
          await trx.updateTable('imports').set({ state: 'undone' }).where('id', '=', id).execute()
        return undone
      },
      audit: ({ restored, removed, kept: remaining }) => ({ detail: { restored, removed, kept: remaining.length } }),
      async report(undone, { id }, { retract: reason }, context) {
        const { restored, removed, kept: remaining } = undone
        const text = `Undid import ${id}: ${restored} restored, ${removed} removed, ${remaining.length} skipped.`
        const hint = reason
          ? await vacuumed(context)
          : 'as_of still shows its versions; `yantra retract` withdraws them.'
        return { json: { id, ...undone }, text: [text, ...firstReasons(remaining)].join('\n'), hint }
      },
    }),
  },
}

export function notPublished(count: number): string {
  if (count === 0) return ''
  return `${count === 1 ? 'One new record is' : `${count.toLocaleString('en-IN')} new records are`} in and not published`
}

export async function importedChanges(db: Db, importId: string, { limit, offset }: { limit: number; offset: number }) {
  const entries = db.selectFrom('history').select(['type', 'key', 'revision']).where('import_id', '=', importId)
  const result: (RecordEntry & { type: RecordType; key: string })[] = []
  for (const { type, key, revision } of await entries.orderBy('revision').limit(limit).offset(offset).execute()) {
    const [entry] = await readRecordHistory(db, type as RecordType, key, { limit: 1, below: revision + 1 })
    if (entry) result.push({ ...entry, type: type as RecordType, key })
  }
  return result
}
