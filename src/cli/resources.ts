import { AUDIT_COLUMNS, byId } from '../admin/actions.ts'
import { enquiries } from '../admin/enquiries.ts'
import { imports } from '../admin/imports.ts'
import { count, flag, oneOf, required, text, time, withDefault } from '../admin/inputs.ts'
import { keys } from '../admin/keys.ts'
import { listings, listingsNumbered } from '../admin/listings.ts'
import { mappings } from '../admin/mappings.ts'
import { records } from '../admin/records.ts'
import { DELIVERY_COLUMNS, webhooks } from '../admin/webhooks.ts'
import { listKeys } from '../auth/api-key-store.ts'
import { listAudit } from '../history/audit.ts'
import { listImports } from '../import/import-store.ts'
import { findMapping, listMappings } from '../import/mapping/mapping-store.ts'
import { iso } from '../lib/calendar.ts'
import { eachEnquiry, listEnquiries } from '../listings/enquiries/enquiry-store.ts'
import { searchListings } from '../listings/moderation/moderation.ts'
import { LISTING_STATUSES, STATE_CODES } from '../schema/api/values.ts'
import { type DeliveryView, listDeliveries, viewSubscriptions } from '../webhooks/subscription-view.ts'
import { type CommandGroup, command } from './command.ts'
import {
  actionCommand,
  actionCommands,
  findItem,
  limit,
  listCommand,
  reportItems,
  showCommand,
} from './resource-commands.ts'
import { signingCommands } from './signing.ts'

export const keysCommands: CommandGroup = {
  about: 'API keys, and the keys that sign responses.',
  members: {
    list: listCommand(keys, 'list all keys, oldest first', {}, (db) => listKeys(db)),
    ...actionCommands(keys),
    signing: signingCommands,
  },
}

export const webhooksCommands: CommandGroup = {
  about: 'Webhook subscriptions and their deliveries.',
  members: {
    list: listCommand(webhooks, 'list all subscriptions, newest first', {}, (db) =>
      viewSubscriptions(db, Date.now(), { withDelivered: true }),
    ),
    show: showCommand(webhooks, 'show a subscription with counts of its deliveries'),
    deliveries: command({
      summary: 'list the deliveries of a subscription with their attempts, newest first',
      words: byId('webhooks', 'a subscription'),
      options: {
        failed: flag('only deliveries that failed or wait for another attempt'),
        limit: limit(10_000, 50),
      },
      database: 'read',
      async run({ db, io, words, values }) {
        await findItem(db, webhooks, words)
        const query = { limit: values.limit, withTries: true }
        const deliveries = await listDeliveries(db, words.id, values.failed ? 'troubled' : 'all', query)
        return reportItems({ columns: DELIVERY_COLUMNS, name: 'deliveries' }, deliveries, deliveryJson, io)
      },
    }),
    ...actionCommands(webhooks),
  },
}

function deliveryJson({ event_id, type, created_at, state, due_at, finished_at, tries }: DeliveryView) {
  const times = { next_attempt_at: iso(due_at), finished_at: iso(finished_at) }
  return { event_id, type, created_at: iso(created_at), state, ...times, attempts: tries }
}

const open = flag('only open enquiries')
const statusOf = (isOpen: boolean) => (isOpen ? ({ status: 'open' } as const) : {})

export const enquiriesCommands: CommandGroup = {
  about: "Buyers' enquiries about used listings. They are private: no page, response or log shows them.",
  members: {
    list: listCommand(enquiries, 'list enquiries, newest first', { open, limit: limit(10_000, 100) }, (db, values) =>
      listEnquiries(db, { limit: values.limit, ...statusOf(values.open) }),
    ),
    show: showCommand(enquiries, 'show an enquiry with its message'),
    export: command({
      summary: 'write all enquiries as NDJSON, newest first',
      options: { open },
      database: 'read',
      async run({ db, io, values }) {
        for await (const enquiry of eachEnquiry(db, statusOf(values.open)))
          io.stdout.write(`${JSON.stringify(enquiries.json(enquiry))}\n`)
        return 0
      },
    }),
    ...actionCommands(enquiries),
  },
}

export const listingsCommands: CommandGroup = {
  about: 'Used listings in any status, and what the contact guard removed from them.',
  members: {
    list: command({
      summary: 'list listings: those in review oldest first, others newest first',
      options: {
        state: oneOf(LISTING_STATUSES, `status: ${LISTING_STATUSES.join(', ')}`, { metavar: 'STATUS' }),
        query: text('TEXT', "an id, the sender's number, or words of manufacturer, model and district"),
        region: oneOf(STATE_CODES, 'a state such as MH', { metavar: 'CODE' }),
        limit: limit(1_000, 50),
        offset: withDefault(count('skip this many', undefined, { minimum: 0 }), 0),
      },
      database: 'read',
      async run({ db, io, values: { state: status, query: q, region: state, limit, offset } }) {
        const ids = q && (await listingsNumbered(db, q))
        const query = { status, q, state, limit, offset, ...(ids && { ids }) }
        const { total, listings: items } = await searchListings(db, query)
        const report = reportItems(listings, items, listings.json, io)
        const more = total > items.length ? `${items.length} of ${total.toLocaleString('en-IN')}.\n` : ''
        return { ...report, text: report.text + more }
      },
    }),
    show: showCommand(listings, 'show a listing with its texts before and after the contact guard'),
    ...actionCommands(listings),
  },
}

export const importsCommands: CommandGroup = {
  about: 'Imports by `yantra import` or in the console: the newest 1,000 of the last year.',
  members: {
    list: listCommand(imports, 'list imports, newest first', { limit: limit(1_000, 50) }, (db, values) =>
      listImports(db, { limit: values.limit, now: Date.now() }),
    ),
    show: showCommand(imports, 'show an import with the reasons for rejected rows', (item) => {
      const { state, repeated, removed, reasons, warnings } = item
      return { ...imports.json(item), state, repeated, removed, reasons, warnings }
    }),
    ...actionCommands(imports, ['publish']),
  },
}

export const mappingsCommands: CommandGroup = {
  about: 'Column mappings: how the tables of each sender are read.',
  members: {
    list: listCommand(mappings, 'list column mappings by sender', {}, (db) => listMappings(db)),
    show: command({
      summary: 'print a column mapping as the file that `save` reads',
      words: mappings.id,
      database: 'read',
      async run({ db, words }) {
        const item = await findItem(db, { ...mappings, find: findMapping }, words)
        return { json: mappings.json(item), text: mappings.text!(item) }
      },
    }),
    ...actionCommands(mappings),
  },
}

export const publishCommand = actionCommand(imports, 'publish', {
  about:
    'Publishes the records of an import that are not published yet. They count as part of the import: `yantra imports undo` reverts both.',
  idOptions: { import: required(text('ID', 'the import; `yantra imports list` lists them')) },
})

export const revertCommand = actionCommand(records, 'revert', {
  about:
    'Restores a record to an earlier revision, as a new change with its own events. `yantra history show` lists the revisions; one before the first removes the record.',
})

export const retractCommand = actionCommand(records, 'retract', {
  about:
    'Withdraws past versions of a record, by default all: `as_of` responds with 410, and no feed, export or stored event contains them. The current version stays. The history keeps hash, author and reason.',
})

export const eraseCommand = actionCommand(records, 'erase', {
  about:
    'Erases a listing: its texts, photos, contact, enquiries and the contents of its history. Hashes and its id remain; a row with its id is rejected. Older backups still contain it.',
})

export const auditCommand = command({
  about: 'Shows every change by commands and in the console, newest first, without secrets and contacts.',
  options: {
    who: text('NAME', 'only by this person'),
    action: text('NAME', 'only this action, such as keys.create, or all of a resource: keys'),
    since: time('from this time: a date-time, a date (00:00 UTC) or a duration ago (24h)'),
    until: time('until this time'),
    limit: limit(10_000, 100),
  },
  database: 'read',
  async run({ db, values: { json: _, ...query }, io }) {
    return reportItems({ columns: AUDIT_COLUMNS, name: 'changes' }, await listAudit(db, query), (entry) => entry, io)
  },
})
