import { AUDIT_COLUMNS, byId } from '../admin/actions.ts'
import { enquiries } from '../admin/enquiries.ts'
import { imports } from '../admin/imports.ts'
import { count, flag, moment, oneOf, required, text, withDefault } from '../admin/inputs.ts'
import { keys } from '../admin/keys.ts'
import { listings, listingsNumbered } from '../admin/listings.ts'
import { mappings } from '../admin/mappings.ts'
import { records } from '../admin/records.ts'
import { DELIVERY_COLUMNS, webhooks } from '../admin/webhooks.ts'
import { listKeys } from '../auth/key-store.ts'
import type { Db } from '../database/schema.ts'
import { listAudit } from '../history/audit.ts'
import { findImport, listImports } from '../import/import-store.ts'
import { findMapping, listMappings } from '../import/mapping/mapping-store.ts'
import { iso } from '../lib/calendar.ts'
import { eachEnquiry, listEnquiries, readEnquiryByReference } from '../listings/enquiries/enquiry-store.ts'
import { readDeskListing, searchListings } from '../listings/moderation/moderation.ts'
import { LISTING_STATUSES, STATE_CODES } from '../schema/api/values.ts'
import { listDeliveries, viewSubscriptions } from '../webhooks/subscription-view.ts'
import { type Command, command, type Family } from './command.ts'
import {
  actCommand,
  actCommands,
  at,
  deskOf,
  exitCodes,
  listCommand,
  listed,
  missing,
  showCommand,
  textOf,
} from './noun-commands.ts'
import { signingCommands } from './signing.ts'
import { tableOf } from './terminal.ts'

// The commands for what operator/ describes: `list`, `show`, and one for each act.

const limit = (most: number, usual: number) => withDefault(count('at most this many', most), String(usual))

export const keysCommands: Family = {
  about: 'API keys, and the keys that sign responses.',
  members: {
    create: actCommand(keys, 'create'),
    list: listCommand(keys, 'list all keys, oldest first', {}, (db) => listKeys(db)),
    ...actCommands(keys, ['rotate', 'revoke']),
    signing: signingCommands,
  },
}

export const webhooksCommands: Family = {
  about: 'Subscriptions to events, and their deliveries.',
  notes: exitCodes('refused or not delivered'),
  members: {
    list: listCommand(webhooks, 'list all subscriptions, newest first', {}, (db) =>
      viewSubscriptions(db, Date.now(), { withDelivered: true }),
    ),
    show: showCommand(webhooks, 'show one, with counts of its deliveries', findSubscription),
    deliveries: command({
      does: 'list its deliveries with their attempts, newest first',
      words: byId('webhooks', 'a subscription'),
      options: {
        failed: flag('only those that failed or wait for another attempt'),
        limit: limit(10_000, 50),
      },
      database: 'read',
      async run({ db, io, words: { id }, values }) {
        if (!(await findSubscription(db, id))) throw missing(webhooks, id)
        const wanted = { limit: values.limit, withTries: true }
        const views = await listDeliveries(db, id, values.failed ? 'troubled' : 'all', wanted)
        const json = views.map(({ event_id, type, created_at, state, due_at, finished_at, tries }) => ({
          event_id,
          type,
          created_at: iso(created_at),
          state,
          next_attempt_at: iso(due_at),
          finished_at: iso(finished_at),
          attempts: tries,
        }))
        return { json, text: tableOf(DELIVERY_COLUMNS, views, 'There are no such deliveries.', at(io)) }
      },
    }),
    ...actCommands(webhooks, Object.keys(webhooks.acts)),
  },
}

const open = flag('only those that are not closed')

export const enquiriesCommands: Family = {
  about: 'What buyers asked sellers on the site. It is private: no page, response or log shows it.',
  members: {
    list: listCommand(
      enquiries,
      'list them, newest first',
      { open, limit: limit(10_000, 100) },
      (db, { limit, open }) => listEnquiries(db, { limit, ...statusOf(open) }),
    ),
    show: showCommand(enquiries, "show one, with the buyer's words", readEnquiryByReference),
    export: command({
      does: 'write all as NDJSON, newest first',
      options: { open },
      database: 'read',
      async run({ db, io, values: { open } }) {
        for await (const enquiry of eachEnquiry(db, statusOf(open))) {
          io.stdout.write(`${JSON.stringify(enquiries.json(enquiry))}\n`)
        }
        return 0
      },
    }),
    ...actCommands(enquiries, ['close', 'reopen', 'resend']),
  },
}

export const listingsCommands: Family = {
  about: 'Used listings in any status, and what the contact guard took out of those that are not live yet.',
  notes: exitCodes('there is no such listing or it may not be done with it'),
  members: {
    list: command({
      does: 'list those in review oldest first, the others newest first',
      options: {
        state: oneOf(LISTING_STATUSES, `one of ${LISTING_STATUSES.join(', ')}`, 'S'),
        query: text('TEXT', 'an id, the sender’s own number, or words of the maker, the model and the district'),
        region: oneOf(STATE_CODES, 'a state such as MH', 'CODE'),
        limit: limit(1_000, 50),
        offset: withDefault(count('leave out this many first', Number.MAX_SAFE_INTEGER, 0), '0'),
      },
      database: 'read',
      async run({ db, io, values: { state: status, query: q, region: state, limit, offset } }) {
        const ids = q && (await listingsNumbered(db, q))
        const wanted = { status, q, state, limit, offset, ...(ids && { ids }) }
        const { total, listings: found } = await searchListings(db, wanted)
        const report = listed(listings, found, io)
        const more = total > found.length ? `${found.length} of ${total.toLocaleString('en-IN')}.\n` : ''
        return { ...report, text: report.text + more }
      },
    }),
    show: showCommand(listings, 'show one, with its texts before and after the guard', (db, id) =>
      readDeskListing(db, Number(id)),
    ),
    ...actCommands(listings, Object.keys(listings.acts)),
  },
}

export const importsCommands: Family = {
  about: 'What was imported, by `yantra import` or in the console: the newest 1,000 of the last year.',
  notes: exitCodes('there is no such import or it is not taken back'),
  members: {
    list: listCommand(imports, 'list them, newest first', { limit: limit(1_000, 50) }, (db, { limit }) =>
      listImports(db, { limit, now: Date.now() }),
    ),
    show: showCommand(
      {
        ...imports,
        json(one) {
          const { state, repeated, removed, reasons, warnings } = one
          return { ...imports.json(one), state, repeated, removed, reasons, warnings }
        },
      },
      'show one, with why rows were rejected',
      (db, id) => findImport(db, id, Date.now()),
    ),
    ...actCommands(imports, ['undo']),
  },
}

export const mappingsCommands: Family = {
  about: 'Column mappings: how the sheets of each sender are read.',
  notes: exitCodes('there is no such mapping'),
  members: {
    list: listCommand(mappings, 'list them by sender', {}, (db) => listMappings(db)),
    show: command({
      does: 'print one, as the file that `save` and `import --mapping` take',
      words: mappings.names,
      database: 'read',
      async run({ db, words: { sender = '' } }) {
        const stored = await findMapping(db, sender)
        if (!stored) throw missing(mappings, sender)
        return { json: mappings.json(stored), text: mappings.words!(stored) }
      },
    }),
    ...actCommands(mappings, ['save', 'remove']),
  },
}

export const publishCommand = command({
  about:
    'Lets readers see from today on what an import brought and nobody published yet. It counts as a part of the import: `yantra imports undo` takes back both.',
  notes: exitCodes('there is no such import'),
  options: { import: required(text('ID', 'the import; `yantra imports list` shows them')) },
  database: 'write',
  async run({ db, io, values: { import: id } }) {
    const done = await imports.acts.publish!.run(deskOf(db, io), { id }, {})
    if (!done) throw missing(imports, id)
    return { json: done.json, text: textOf(done) }
  },
})

export const revertCommand: Command = {
  ...actCommand(records, 'revert'),
  about:
    'Makes a record what it was at a revision, as a new change with its own entry and events. `yantra history show` lists the revisions; one before the first removes the record.',
  notes: exitCodes('there is no such record or it cannot be reverted'),
}

export const retractCommand: Command = {
  ...actCommand(records, 'retract'),
  about:
    'Takes back what a record was, at a revision or between two moments, by default all of its past: `as_of` answers 410, no feed, export or kept event holds it. What is served now stays. The history keeps hash, who and why.',
  notes: exitCodes('there is no such record or nothing to retract'),
}

export const eraseCommand: Command = {
  ...actCommand(records, 'erase'),
  about:
    'Erases a listing: its texts, photographs, contact, enquiries and the contents of its history. Hashes, its id and the fact stay; a row with its id is rejected. Backups made before still hold it.',
  notes: exitCodes('there is no such listing'),
}

export const auditCommand = command({
  about: 'Who changed what, by commands and in the console, newest first. It holds no secrets and no contacts.',
  options: {
    who: text('NAME', 'only by this person'),
    action: text('NAME', 'only this action, such as keys.create, or all of a noun: keys'),
    since: moment('back', 'from when on'),
    until: moment('back', 'until when'),
    limit: limit(10_000, 100),
  },
  database: 'read',
  async run({ db, values: { json: _, help: __, ...wanted }, io }) {
    const entries = await listAudit(db, wanted)
    return { json: entries, text: tableOf(AUDIT_COLUMNS, entries, 'Nothing was changed yet.', at(io)) }
  },
})

async function findSubscription(db: Db, id: string) {
  return (await viewSubscriptions(db, Date.now(), { id, withDelivered: true }))[0]
}

function statusOf(open: boolean): { status?: 'open' } {
  return open ? { status: 'open' } : {}
}
