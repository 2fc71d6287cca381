import { type AdminContext, type Resource, runAction } from '../admin/actions.ts'
import { audit } from '../admin/audit.ts'
import { enquiries } from '../admin/enquiries.ts'
import { imports } from '../admin/imports.ts'
import { type Arguments, flag, required, text } from '../admin/inputs.ts'
import { keys } from '../admin/keys.ts'
import { listings } from '../admin/listings.ts'
import { mappings } from '../admin/mappings.ts'
import { records } from '../admin/records.ts'
import { membersOf, type RecordView } from '../admin/view.ts'
import { deliveries, webhooks } from '../admin/webhooks.ts'
import { toConfig } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { commandActor } from '../history/audit.ts'
import { printable } from '../lib/text/visible.ts'
import { eachEnquiry } from '../listings/enquiries/enquiry-store.ts'
import { createPost } from '../webhooks/post.ts'
import { loadSecrets } from '../webhooks/signing.ts'
import { createTargetGuard } from '../webhooks/ssrf-guard.ts'
import { listDeliveries } from '../webhooks/subscription-view.ts'
import {
  type CommandGroup,
  type CommandSpec,
  type Commands,
  command,
  EXIT,
  MAX_ROWS,
  pageOptions,
  type Report,
} from './command.ts'
import type { Io } from './io.ts'
import { signingCommands } from './signing.ts'
import { detailsOf, tableOf } from './terminal.ts'

function reportItems<T>(view: RecordView<T>, items: readonly T[], { stdout }: Io): Report {
  return { json: items.map(view.json), text: tableOf(view, items, { stdout, now: Date.now() }) }
}

function listCommand<T>(resource: Resource<T>): CommandSpec {
  const { description, filters, limit: usual, run } = resource.list!
  return command({
    summary: description,
    about: resource.about,
    options: { ...filters, ...pageOptions(usual) },
    database: 'read',
    async run({ db, io, values }) {
      const { limit = Number.MAX_SAFE_INTEGER, offset } = values as { limit?: number; offset: number }
      const items = await run(db, values, { limit, offset }, Date.now())
      if (items.length === limit && limit === usual)
        io.notes.write(`hint: there may be more: --offset ${offset + limit}\n`)
      return reportItems(resource, items, io)
    },
  })
}

function showCommand<T>(resource: Resource<T>): CommandSpec {
  return command({
    summary: resource.file ? `print a ${resource.singular} as a file` : `show one ${resource.singular}`,
    words: resource.id,
    database: 'read',
    async run({ db, io, words }) {
      const item = await findItem(db, resource, words)
      const more = resource.more?.(item)
      const members = [...membersOf(resource, item, Date.now()), ...Object.entries(more ?? {})]
      const details = () => detailsOf(members, { stdout: io.stdout, now: Date.now() })
      return { json: { ...resource.json(item), ...more }, text: resource.file?.(item) ?? details() }
    },
  })
}

async function findItem<T>(db: Db, resource: Resource<T>, words: object): Promise<T> {
  const id = Object.values(words).join(' ')
  const item = await resource.find?.(db, id, Date.now())
  if (item === undefined) throw notFound(resource, id)
  return item
}

function notFound({ singular, name }: Pick<Resource<never>, 'singular' | 'name'>, id: string): CommandError {
  return new CommandError(`no ${singular} ${printable(id)}; \`yantra ${name} list\` lists them`)
}

function actionCommand<T>(
  resource: Resource<T>,
  verb: string,
  /** `idOption` identifies the record instead of a positional. */
  { about, idOption }: { about?: string; idOption?: Arguments } = {},
): CommandSpec {
  const { description, args = {}, within, isNew, isReadOnly } = resource.actions[verb]!
  return command({
    summary: description,
    ...(about && { about }),
    words: { ...(isNew || idOption ? {} : resource.id), ...within },
    options: { ...idOption, ...args },
    database: isReadOnly ? 'read' : 'write',
    async run({ db, io, words, values }) {
      const id = idOption ? { id: String(Object.values(values)[0]) } : (words as Record<string, string>)
      const result = await runAction(resource, verb, contextOf(db, io), id, values)
      if (!result) throw notFound(resource, Object.values(id).join(' '))
      const { json, hint, secret, hasFailed } = result
      if (hint) io.notes.write(`hint: ${hint}\n`)
      const message = `${result.text.split('\n').map(printable).join('\n')}\n`
      const text = secret === undefined ? message : `${message}\n  ${secret}\n\nStore it now. It is not shown again.\n`
      return { json, text, secret, exitCode: hasFailed ? EXIT.partly : EXIT.done }
    },
  })
}

function contextOf(db: Db, io: Io): AdminContext {
  const config = toConfig(io.env)
  const warn = (message: string) => void io.notes.write(`${message}\n`)
  const post = createPost(createTargetGuard(config.webhooks))
  const sending = async () => ({ db, secrets: await loadSecrets(db, { ...config, warn }), post })
  return { db, config, sending, actor: commandActor(io.env), now: Date.now() }
}

function groupOf<T>(resource: Resource<T>, more: CommandGroup['members'] = {}): CommandGroup {
  const actions = Object.keys(resource.actions).map((verb) => [verb, actionCommand(resource, verb)])
  const show = resource.find && { show: showCommand(resource) }
  return {
    about: resource.about,
    members: { list: listCommand(resource), ...show, ...more, ...Object.fromEntries(actions) },
  }
}

export const commands: Commands = {
  keys: groupOf(keys, { signing: signingCommands }),
  webhooks: groupOf(webhooks, {
    deliveries: command({
      summary: 'list the deliveries of a subscription with their attempts, newest first',
      words: webhooks.id,
      options: {
        failed: flag('only deliveries that failed or wait for another attempt'),
        ...pageOptions(50),
      },
      database: 'read',
      async run({ db, io, words, values: { failed, limit = MAX_ROWS, offset } }) {
        await findItem(db, webhooks, words)
        const page = { limit, offset, withTries: true }
        return reportItems(
          deliveries,
          await listDeliveries(db, (words as { id: string }).id, failed ? 'troubled' : 'all', page),
          io,
        )
      },
    }),
  }),
  enquiries: groupOf(enquiries, {
    export: command({
      summary: 'write all enquiries as NDJSON, newest first',
      options: { open: flag('only open enquiries') },
      database: 'read',
      async run({ db, io, values }) {
        for await (const enquiry of eachEnquiry(db, values.open ? { status: 'open' } : {}))
          io.stdout.write(`${JSON.stringify(enquiries.json(enquiry))}\n`)
        return EXIT.done
      },
    }),
  }),
  listings: groupOf(listings),
  imports: groupOf(imports),
  mappings: groupOf(mappings),
  audit: listCommand(audit),
  publish: actionCommand(imports, 'publish', {
    about:
      'Publishes the records of an import that are not published yet. They count as part of the import: `yantra imports undo` reverts both.',
    idOption: { import: required(text('ID', 'the import; `yantra imports list` lists them')) },
  }),
  revert: actionCommand(records, 'revert', {
    about:
      'Restores a record to an earlier revision, as a new change with its own events. `yantra history show` lists the revisions; one before the first removes the record.',
  }),
  retract: actionCommand(records, 'retract', {
    about:
      'Withdraws past versions of a record, by default all: `as_of` responds with 410, and no feed, export or stored event contains them. The current version stays. The history keeps hash, author and reason.',
  }),
  erase: actionCommand(records, 'erase', {
    about:
      'Erases a listing: its texts, photos, contact, enquiries and the contents of its history. Hashes and its id remain; a row with its id is rejected. Older backups still contain it.',
  }),
}
