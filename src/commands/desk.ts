import { commandActor, listAudit } from '../audit/audit.ts'
import { iso } from '../calendar.ts'
import { toConfig } from '../config.ts'
import { LISTING_STATUSES, STATE_CODES } from '../contract/values.ts'
import type { Db } from '../database/schema.ts'
import { Refused } from '../errors.ts'
import { findImport, listImports } from '../intake/import-store.ts'
import { findRecipe, listRecipes } from '../intake/recipe/recipe-store.ts'
import { listKeys } from '../keys/key-store.ts'
import { readDeskListing, searchListings } from '../market/desk/listing-desk.ts'
import { eachEnquiry, listEnquiries, readEnquiryByReference } from '../market/enquiries/enquiry-store.ts'
import { type Act, AUDIT_COLUMNS, byId, type Desk, type Done, type Noun } from '../operator/desk.ts'
import { enquiries } from '../operator/enquiries.ts'
import { imports } from '../operator/imports.ts'
import { count, flag, moment, oneOf, required, text, withDefault } from '../operator/inputs.ts'
import { keys } from '../operator/keys.ts'
import { listings } from '../operator/listings.ts'
import { recipes } from '../operator/recipes.ts'
import { records } from '../operator/records.ts'
import { DELIVERY_COLUMNS, webhooks } from '../operator/webhooks.ts'
import { printable } from '../text/visible.ts'
import { createPost } from '../webhooks/post.ts'
import { openSecrets } from '../webhooks/signing.ts'
import { listDeliveries, viewSubscriptions } from '../webhooks/subscription-view.ts'
import { createTargetGuard } from '../webhooks/target-guard.ts'
import { type Command, command, type Family, type Report } from './command.ts'
import type { Io } from './io.ts'
import { sheetOf, tableOf } from './terminal.ts'

// The commands for what operator/ describes: `list`, `show`, and one for each act.

const limit = (most: number, usual: number) => withDefault(count('at most this many', most), String(usual))

export const keysCommands: Family = {
  about: 'The API keys of callers.',
  members: {
    create: actCommand(keys, 'create'),
    list: command({
      does: 'list all keys, oldest first',
      database: 'read',
      run: async ({ db, io }) => listed(keys, await listKeys(db), 'There are no keys.', io),
    }),
    ...actCommands(keys, ['rotate', 'revoke']),
  },
}

export const webhooksCommands: Family = {
  about: 'Subscriptions to events, and their deliveries.',
  notes: 'Exit code: 0 done, 1 refused or not delivered, 2 the command could not run.',
  members: {
    list: command({
      does: 'list all subscriptions, newest first',
      database: 'read',
      async run({ db, io }) {
        const views = await viewSubscriptions(db, Date.now(), { withDelivered: true })
        return listed(webhooks, views, 'There are no subscriptions.', io)
      },
    }),
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
          ...{ event_id, type, created_at: iso(created_at), state },
          ...{ next_attempt_at: iso(due_at), finished_at: iso(finished_at), attempts: tries },
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
    list: command({
      does: 'list them, newest first',
      options: { open, limit: limit(10_000, 100) },
      database: 'read',
      async run({ db, io, values: { limit, open } }) {
        const found = await listEnquiries(db, { limit, ...statusOf(open) })
        return listed(enquiries, found, 'There are no enquiries.', io)
      },
    }),
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
  notes: 'Exit code: 0 done, 1 there is no such listing or it may not be done with it, 2 the command could not run.',
  members: {
    list: command({
      does: 'list those in review oldest first, the others newest first',
      options: {
        state: oneOf(LISTING_STATUSES, `one of ${LISTING_STATUSES.join(', ')}`, 'S'),
        query: text('TEXT', 'an id, or words of the maker, the model and the district'),
        region: oneOf(STATE_CODES, 'a state such as MH', 'CODE'),
        limit: limit(1_000, 50),
        offset: withDefault(count('leave out this many first', Number.MAX_SAFE_INTEGER, 0), '0'),
      },
      database: 'read',
      async run({ db, io, values: { state: status, query: q, region: state, limit, offset } }) {
        const { total, listings: found } = await searchListings(db, { status, q, state, limit, offset })
        const report = listed(listings, found, 'There are no such listings.', io)
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
  notes: 'Exit code: 0 done, 1 there is no such import or it is not taken back, 2 the command could not run.',
  members: {
    list: command({
      does: 'list them, newest first',
      options: { limit: limit(1_000, 50) },
      database: 'read',
      async run({ db, io, values: { limit } }) {
        return listed(imports, await listImports(db, { limit, now: Date.now() }), 'Nothing was imported yet.', io)
      },
    }),
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

export const recipesCommands: Family = {
  about: 'How the sheets of senders are read: what the questions of `yantra import` were answered with, by name.',
  notes: 'Exit code: 0 done, 1 there is no such recipe, 2 the command could not run.',
  members: {
    list: command({
      does: 'list them by name',
      database: 'read',
      run: async ({ db, io }) => listed(recipes, await listRecipes(db), 'There are no recipes.', io),
    }),
    show: command({
      does: 'print one, as the file that `save` takes',
      words: recipes.names,
      database: 'read',
      async run({ db, words: { name = '' } }) {
        const one = await findRecipe(db, name)
        if (!one) throw missing(recipes, name)
        return { json: recipes.json(one), text: recipes.words!(one) }
      },
    }),
    ...actCommands(recipes, ['save', 'remove']),
  },
}

export const publishCommand = command({
  about:
    'Lets readers see from today on what an import brought and nobody published yet. It counts as a part of the import: `yantra imports undo` takes back both.',
  notes: 'Exit code: 0 done, 1 there is no such import, 2 the command could not run.',
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
  notes: 'Exit code: 0 done, 1 there is no such record or it cannot be reverted, 2 the command could not run.',
}

export const retractCommand: Command = {
  ...actCommand(records, 'retract'),
  about:
    'Takes back what a record was, at a revision or between two moments, by default all of its past: `as_of` answers 410, no feed, export or kept event holds it. What is served now stays. The history keeps hash, who and why.',
  notes: 'Exit code: 0 done, 1 there is no such record or nothing to retract, 2 the command could not run.',
}

export const eraseCommand: Command = {
  ...actCommand(records, 'erase'),
  about:
    'Erases a listing: its texts, photographs, contact, enquiries and the contents of its history. Hashes, its id and the fact stay; a row with its id is rejected. Backups made before still hold it.',
  notes: 'Exit code: 0 done, 1 there is no such listing, 2 the command could not run.',
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

function at({ stdout }: Io) {
  return { stdout, now: Date.now() }
}

function listed<T>({ columns, json }: Noun<T>, found: readonly T[], empty: string, io: Io): Report {
  return { json: found.map(json), text: tableOf(columns, found, empty, at(io)) }
}

function showCommand<T>(noun: Noun<T>, does: string, find: (db: Db, id: string) => Promise<T | undefined>): Command {
  return command({
    does,
    words: noun.names,
    database: 'read',
    async run({ db, io, words: given }) {
      const [id = ''] = Object.values(given)
      const one = await find(db, id)
      if (one === undefined) throw missing(noun, id)
      const lines = noun.words?.(one).split('\n') ?? ['']
      const indented = lines.map((line) => `${`  ${printable(line)}`.trimEnd()}\n`)
      const text = sheetOf(noun.sheet, one, at(io)) + (lines.join('') === '' ? '' : `\n${indented.join('')}`)
      return { json: noun.json(one), text }
    },
  })
}

function missing({ one }: Pick<Noun<never>, 'one'>, id: string): Refused {
  return new Refused(`there is no ${one} ${printable(id)}`)
}

async function findSubscription(db: Db, id: string) {
  return (await viewSubscriptions(db, Date.now(), { id, withDelivered: true }))[0]
}

function statusOf(open: boolean): { status?: 'open' } {
  return open ? { status: 'open' } : {}
}

function actCommands<T>(noun: Noun<T>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, actCommand(noun, name)]))
}

/** The command of an act: its inputs are options, after the words that name the thing. */
function actCommand<T>(noun: Noun<T>, name: string): Command {
  const { does, inputs, within, isNew, onlyReads, run } = noun.acts[name] as Act<T>
  const words = { ...(isNew ? {} : noun.names), ...within }
  return command({
    does,
    words,
    options: inputs ?? {},
    database: onlyReads ? 'read' : 'write',
    async run({ db, io, words: given, values }) {
      const done = await run(deskOf(db, io), given, values)
      if (!done) throw missing(noun, Object.values(given).join(' '))
      if (done.hint) io.stderr.write(`${done.hint}\n`)
      return { json: done.json, text: textOf(done), exitCode: done.isBad ? 1 : 0 }
    },
  })
}

function textOf({ text, secret }: Done): string {
  const said = `${text.split('\n').map(printable).join('\n')}\n`
  return secret === undefined ? said : `${said}\n  ${secret}\n\nKeep it safe: it is not shown again.\n`
}

/** What acts need, from the settings. */
function deskOf(db: Db, io: Io): Desk {
  const config = toConfig(io.env)
  const warn = (message: string) => void io.stderr.write(`${message}\n`)
  const post = createPost(createTargetGuard(config.webhooks))
  const sending = async () => ({ db, secrets: await openSecrets(db, { ...config, warn }), post })
  return { db, config, sending, actor: commandActor(io.env), now: Date.now() }
}
