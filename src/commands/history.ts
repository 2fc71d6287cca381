import { commandActor } from '../audit/audit.ts'
import { iso } from '../calendar.ts'
import { RECORD_TYPES } from '../database/records.ts'
import { type RecordEntry, recordHistory } from '../history/states.ts'
import { revertRecord, UndoRefused } from '../history/undo.ts'
import { verifyHistory } from '../history/verify.ts'
import { noted, Refused } from '../operator/desk.ts'
import { count, oneOf, required, text, withDefault, word } from '../operator/inputs.ts'
import { command, type Family } from './command.ts'
import { printable } from './terminal.ts'

const RECORD = {
  type: required(oneOf(RECORD_TYPES, `a type of record: ${RECORD_TYPES.join(', ')}`)),
  key: word('the slug of the record, the key of a class, the id of a listing'),
}

export const historyCommands: Family = {
  about: 'Every change of a machine, implement, maker, class or listing: what it was before, who changed it, and when.',
  notes: 'Exit code: 0 done, 1 there is no such record or something does not agree, 2 the command could not run.',
  members: {
    show: command({
      does: 'show the changes of one record, newest first',
      words: RECORD,
      options: { limit: withDefault(count('at most this many', 10_000), '50') },
      database: 'read',
      async run({ db, words: { type, key }, values: { limit } }) {
        const entries = await recordHistory(db, type, key, { limit })
        if (entries.length === 0) throw new Refused(`the history has no change of ${type} ${printable(key)}`)
        return { json: entries.map((entry) => ({ ...entry, at: iso(entry.at) })), text: entries.map(textOf).join('') }
      },
    }),
    verify: command({
      does: 'check that no entry and no record was changed by other means',
      options: { head: text('HASH', 'a head that was noted elsewhere: the chain must have come by it') },
      database: 'read',
      async run({ db, values: { head: known } }) {
        const verified = await verifyHistory(db, known)
        const { entries, records, untold, findings, head } = verified
        const older = untold > 0 ? `${untold} records are older than the history and have no entry.\n` : ''
        const said =
          findings.length === 0 ? 'Everything agrees.\n' : findings.map((one) => `${printable(one)}\n`).join('')
        const sum = `${entries} entries, ${records} records. The head is ${head}.\n`
        return { json: verified, text: said + older + sum, exitCode: findings.length === 0 ? 0 : 1 }
      },
    }),
  },
}

export const revertCommand = command({
  about:
    'Makes a record what it was at a revision, as a new change with its own entry and events. `yantra history show` lists the revisions; one before the first removes the record.',
  words: RECORD,
  options: { to: required(count('the revision', Number.MAX_SAFE_INTEGER, 0)) },
  database: 'write',
  notes: 'Exit code: 0 done, 1 there is no such record or it cannot be reverted, 2 the command could not run.',
  async run({ db, io, words: { type, key }, values: { to } }) {
    const actor = commandActor(io.env)
    const revert = { type, key, to, author: actor, now: Date.now() }
    const change = () => noted({ db, actor }, 'history.revert', `${type} ${key}`, (trx) => revertRecord(trx, revert))
    const done = await change().catch((error: unknown) => {
      throw error instanceof UndoRefused ? new Refused(error.message) : error
    })
    if (!done) throw new Refused(`there is no ${type} ${printable(key)}, and there was none`)
    const outcome = done.removed > 0 ? 'removed' : done.restored > 0 ? 'restored' : 'unchanged'
    const said = {
      removed: 'did not exist then: it is removed',
      restored: 'is what it was',
      unchanged: 'is the same as then',
    }
    return { json: { type, key, outcome }, text: `${type} ${printable(key)} ${said[outcome]}.\n` }
  },
})

function textOf({ revision, at, by, who, import: from, change, fields }: RecordEntry): string {
  const author = [by, who, from && `${from.id} line ${from.line}`].filter(Boolean).join(', ')
  const lines = fields.map(({ name, from, to }) => `  ${name}: ${shown(from)} → ${shown(to)}\n`)
  return `${revision}  ${iso(at)}  ${change} by ${printable(author)}\n${change === 'changed' ? lines.join('') : ''}`
}

function shown(value: unknown): string {
  const json = JSON.stringify(value)
  return printable(json.length > 200 ? `${json.slice(0, 200)}…` : json)
}
