import { once } from 'node:events'
import { flag, InvalidInput, oneOf, text, time } from '../admin/inputs.ts'
import type { Db } from '../database/schema.ts'
import { readHead } from '../history/entries.ts'
import { reaches } from '../history/states.ts'
import { countRecords, exportRows, openReplacement } from '../import/export-rows.ts'
import { listMappings } from '../import/mapping/mapping-store.ts'
import { RECORD_TYPES } from '../import/row-shapes.ts'
import { isTable, tableColumns, writeTable } from '../import/table-export.ts'
import { iso } from '../lib/calendar.ts'
import { type Commands, command, EXIT } from './command.ts'
import { createProgress } from './progress.ts'

const exportCommand = command({
  about:
    'Writes manufacturers, classes, machines, implements and listings as NDJSON that `yantra import` reads. Others can write meanwhile.',
  options: {
    out: text('FILE', 'write to FILE instead of standard output: .ndjson, .gz, .csv or .xlsx'),
    type: oneOf(RECORD_TYPES, 'only records of this type; required for .csv and .xlsx'),
    'as-of': time('records as of a date (its end in India) or a date-time with an offset', { format: 'as-of' }),
    private: flag('include contacts of sellers and sources'),
  },
  database: 'read',
  async run({ db, values, io }) {
    const { out = '', type: only, private: withPrivate, 'as-of': asOf } = values
    if (isTable(out) && !only) throw new InvalidInput('a table holds records of one type; add --type')
    if (asOf !== undefined) await refuseUnreached(db, asOf, withPrivate)
    const file = out === '' ? undefined : await openReplacement(out)
    const to = file?.stream ?? io.stdout
    const put = async (content: string | Uint8Array) => {
      if (!to.write(content)) await once(to, 'drain')
    }
    const putRows = (rows: readonly object[]) => put(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const counts: Record<string, number> = {}
    const isSeen = io.notes.isTTY && (file || !io.stdout.isTTY)
    const total = isSeen ? await countRecords(db) : 0
    const progress = createProgress(io.notes)
    let written = 0
    try {
      const sheet = only && isTable(out) ? await writeTable(out, tableColumns(only, withPrivate), put) : undefined
      for await (const { type, rows } of exportRows(db, { withPrivate, asOf })) {
        if (only && type !== only) continue
        counts[type] = (counts[type] ?? 0) + rows.length
        await (sheet ? sheet.write(rows) : putRows(rows))
        written += rows.length
        if (isSeen) progress.show({ what: 'rows written', count: written, share: Math.min(1, written / total) })
      }
      if (withPrivate && !only) {
        const mappings = (await listMappings(db)).map(({ mapping }) => ({ type: 'mapping', mapping }))
        if (mappings.length > 0) counts.mapping = mappings.length
        await putRows(mappings)
      }
      await sheet?.end()
      await file?.complete()
    } catch (error) {
      await file?.discard()
      throw error
    } finally {
      progress.clear()
    }
    if (!file) return EXIT.done
    const parts = Object.entries(counts).map(([type, count]) => `${count} ${type}`)
    return { json: counts, text: `Wrote ${parts.join(', ')} to ${out}.\n` }
  },
})

export const commands: Commands = { export: exportCommand }

async function refuseUnreached(db: Db, timestamp: number, isPrivate: boolean): Promise<void> {
  if (isPrivate) throw new InvalidInput('--as-of cannot be combined with --private')
  const head = await readHead(db)
  if (!reaches(head, { timestamp }))
    throw new InvalidInput(`--as-of: the history reaches back to ${iso(head.start_at)}`)
}
