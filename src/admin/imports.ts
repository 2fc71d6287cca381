import type { RecordType } from '../database/records.ts'
import { type Db, writeTransaction } from '../database/schema.ts'
import { Refused } from '../errors.ts'
import { retractImport } from '../history/redact-history.ts'
import { type RecordEntry, recordHistory } from '../history/states.ts'
import { someOf, type Undone, undoImport } from '../history/undo.ts'
import type { KeptReason } from '../import/import-counters.ts'
import { findImport, type ImportView, ROW_COUNTS } from '../import/import-store.ts'
import { publishImport } from '../import/publish-import.ts'
import { faultText } from '../import/rejects.ts'
import { iso } from '../lib/calendar.ts'
import { actOf, byId, type Column, fromFields, type Noun, noted, type Tone } from './actions.ts'
import { flag, inForm, readTrimmed, value } from './inputs.ts'
import { vacuumed } from './records.ts'

const TONES: Record<ImportView['state'], Tone> = {
  ...({ running: 'warn', done: 'good', interrupted: 'warn', failed: 'bad', died: 'bad', undone: 'calm' } as const),
}
const LEAVE = 'leave what was changed since'

const WHEN: Column<ImportView> = { name: 'When', of: ({ at }) => ({ at }) }
const BY: Column<ImportView> = { name: 'By', of: ({ by }) => ({ text: by, tone: 'calm' }) }
const WHO: Column<ImportView> = { name: 'Who', of: ({ who }) => who || 'nobody named' }
const STATE: Column<ImportView> = { name: 'State', of: ({ state }) => ({ text: state, tone: TONES[state] }) }
const COUNTS = ROW_COUNTS.map(
  (name): Column<ImportView> => ({
    name: name[0]!.toUpperCase() + name.slice(1),
    is: 'number',
    of: (one) => one[name],
  }),
)

function byReason(title: string, reasons: readonly KeptReason[]): string[] {
  const lines = reasons.flatMap(({ field, reason, rows, examples }) => [
    `  ${rows} ${rows === 1 ? 'row' : 'rows'}  ${faultText({ path: field, reason })}`,
    ...examples.map(({ at, found }) => `      ${at}${found ? `: ${found}` : ''}`),
  ])
  return lines.length === 0 ? [] : [title, ...lines]
}

/** What was imported. */
export const imports: Noun<ImportView> = {
  name: 'imports',
  one: 'import',
  names: byId('imports', 'an import'),
  nameOf: ({ id }) => ({ id }),
  json: ({ id, file, at, by, who, state, read, created, changed, unchanged, rejected }) => ({
    id,
    file,
    at: iso(at),
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
    { name: 'Id', on: 'terminal', of: ({ id }) => id },
    WHEN,
    { name: 'File', on: 'page', is: 'wide', of: ({ id, file }) => ({ text: file, to: `imports/${id}` }) },
    BY,
    WHO,
    STATE,
    ...COUNTS,
    { name: 'File', on: 'terminal', of: ({ file }) => file },
  ],
  sheet: [
    { name: 'Import', of: ({ id }) => ({ text: id, look: 'code' }) },
    { name: 'File', on: 'terminal', of: ({ file }) => file },
    WHEN,
    BY,
    WHO,
    STATE,
    ...COUNTS,
    { name: 'Repeated', of: ({ repeated }) => repeated },
    { name: 'Contacts and links removed', of: ({ removed }) => fromFields(removed) || undefined },
  ],
  words: ({ reasons, warnings = [] }) =>
    [...byReason('Rejected, by reason:', reasons), ...byReason('Taken with a warning:', warnings)].join('\n'),
  acts: {
    publish: actOf<ImportView>()({
      does: 'let readers see from today on what an import brought and nobody published',
      button: 'Publish',
      fits: ({ unpublished = 0 }) => unpublished > 0,
      async run(desk, { id }) {
        const found = await findImport(desk.db, id, desk.now)
        if (!found) return undefined
        const how = { author: desk.actor, now: desk.now, review: desk.config.guardReview }
        const publish = (trx: Db) => publishImport(trx, found, how)
        const published = await noted(desk, 'imports.publish', id, publish, (published) => ({ published }))
        return { json: { id, published }, text: `Published ${published} of what ${id} brought.` }
      },
    }),
    undo: actOf<ImportView>()({
      does: 'take an import back: every record is what it was before',
      button: 'Undo',
      fits: ({ state }) => state !== 'undone',
      warning: () => 'Makes every record of this import what it was before it; what it brought is removed.',
      inputs: {
        force: inForm(flag('take back what nobody touched since, and leave the rest'), {
          label: LEAVE,
        }),
        retract: inForm(value('REASON', 'and retract what it brought, for this reason', readTrimmed(300)), {
          label: 'Retract what it brought, because',
        }),
      },
      async run(desk, { id }, { force, retract: reason }) {
        const { actor, now } = desk
        const how = actor.by === 'console' ? `“${LEAVE}”` : '--force'
        const undo = async (trx: Db) => {
          if ((await findImport(trx, id, now))?.state === 'undone') throw new Refused(`import ${id} is undone already`)
          const undone = await undoImport(trx, id, { force, how, author: actor, now })
          const why = { reason: reason ?? '', author: actor, now }
          if (undone && reason) await writeTransaction(trx, (trx, lock) => retractImport(trx, lock, id, why))
          if (undone?.kept.length === 0)
            await trx.updateTable('imports').set({ state: 'undone' }).where('id', '=', id).execute()
          return undone
        }
        const countsOf = ({ restored, removed, kept }: Undone) => ({ restored, removed, kept: kept.length })
        const done = await noted(desk, 'imports.undo', id, undo, (undone) => countsOf(undone!))
        if (!done) return undefined
        const { restored, removed, kept } = done
        const text = `Took ${id} back: ${restored} restored, ${removed} removed, ${kept.length} stay.`
        const hints = [
          reason ? await vacuumed(desk) : 'What it brought can still be read by as_of: yantra retract takes that back.',
        ]
        const hint = hints.filter(Boolean).join(' ')
        return { json: { id, ...done }, text: [text, ...someOf(kept)].join('\n'), hint }
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
  const found: (RecordEntry & { type: RecordType; key: string })[] = []
  for (const { type, key, revision } of await entries.orderBy('revision').limit(limit).offset(offset).execute()) {
    const [entry] = await recordHistory(db, type as RecordType, key, { limit: 1, below: revision + 1 })
    if (entry) found.push({ ...entry, type: type as RecordType, key })
  }
  return found
}
