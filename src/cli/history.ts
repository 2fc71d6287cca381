import { text } from '../admin/inputs.ts'
import { RECORD } from '../admin/records.ts'
import { CommandError } from '../errors.ts'
import { type RecordEntry, readRecordHistory } from '../history/states.ts'
import { verifyHistory } from '../history/verify.ts'
import { iso } from '../lib/calendar.ts'
import { printable } from '../lib/text/visible.ts'
import { type CommandGroup, type Commands, command, pageOptions } from './command.ts'

const historyCommands: CommandGroup = {
  about: 'Changes of machines, implements, manufacturers, classes and listings: what, by whom and when.',
  members: {
    show: command({
      summary: 'list the changes of a record, newest first',
      words: RECORD,
      options: { limit: pageOptions(50).limit },
      database: 'read',
      async run({ db, words: { type, key }, values: { limit } }) {
        const entries = await readRecordHistory(db, type, key, { limit })
        if (entries.length === 0) throw new CommandError(`no history of ${type} ${printable(key)}`)
        return { json: entries.map((entry) => ({ ...entry, at: iso(entry.at) })), text: entries.map(textOf).join('') }
      },
    }),
    verify: command({
      summary: 'check that entries and records were changed by this program only',
      options: { head: text('HASH', 'the chain head recorded elsewhere; fails unless the chain contains it') },
      database: 'read',
      async run({ db, values: { head: expectedHead } }) {
        const verified = await verifyHistory(db, expectedHead)
        const { entries, records, untold, findings, head } = verified
        const older = untold > 0 ? `${untold} records are older than the history and have no entry.\n` : ''
        const verdict =
          findings.length === 0 ? 'Everything agrees.\n' : findings.map((item) => `${printable(item)}\n`).join('')
        const sum = `${entries} entries, ${records} records. The head is ${head}.\n`
        return { json: verified, text: verdict + older + sum, exitCode: findings.length === 0 ? 0 : 1 }
      },
    }),
  },
}

export const commands: Commands = { history: historyCommands }

function textOf({ revision, at: timestamp, by, who, import: from, change, fields, reason }: RecordEntry): string {
  const author = [by, who, from && `${from.id} line ${from.line}`].filter(Boolean).join(', ')
  const lines = fields.map(({ name, from, to }) => `  ${name}: ${jsonText(from)} → ${jsonText(to)}\n`)
  const why = reason === '' ? '' : `: ${printable(reason)}`
  return `${revision}  ${iso(timestamp)}  ${change} by ${printable(author)}${why}\n${change === 'changed' ? lines.join('') : ''}`
}

function jsonText(value: unknown): string {
  const json = JSON.stringify(value)
  return printable(json.length > 200 ? `${json.slice(0, 200)}…` : json)
}
