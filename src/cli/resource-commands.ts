import type { Action, ActionField, ActionResult, AdminContext, Resource } from '../admin/actions.ts'
import { type Arguments, count, type Read, withDefault } from '../admin/inputs.ts'
import { toConfig } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { commandActor } from '../history/audit.ts'
import { printable } from '../lib/text/visible.ts'
import { createPost } from '../webhooks/post.ts'
import { loadSecrets } from '../webhooks/signing.ts'
import { createTargetGuard } from '../webhooks/ssrf-guard.ts'
import { type CommandSpec, command, EXIT, type Report } from './command.ts'
import type { Io } from './io.ts'
import { detailsOf, tableOf } from './terminal.ts'

// Renders the resources and actions of admin/ as commands.

export const limit = (maximum: number, usual: number) => withDefault(count('at most this many', maximum), usual)

/** A table of items, and the same as JSON. */
export function reportItems<T>(
  { columns, name }: { columns: readonly ActionField<T>[]; name: string },
  items: readonly T[],
  json: (item: T) => object,
  { stdout }: Io,
): Report {
  return { json: items.map(json), text: tableOf(columns, items, `No ${name}.`, { stdout, now: Date.now() }) }
}

export function listCommand<T, const A extends Arguments>(
  resource: Resource<T>,
  summary: string,
  options: A,
  list: (db: Db, values: Read<A>) => Promise<readonly T[]>,
): CommandSpec {
  return command({
    summary,
    options,
    database: 'read',
    run: async ({ db, io, values }) => reportItems(resource, await list(db, values as Read<A>), resource.json, io),
  })
}

export function showCommand<T>(resource: Resource<T>, summary: string, json = resource.json): CommandSpec {
  return command({
    summary,
    words: resource.id,
    database: 'read',
    async run({ db, io, words }) {
      const item = await findItem(db, resource, words)
      const lines = resource.text?.(item).split('\n') ?? ['']
      const indented = lines.map((line) => `${`  ${printable(line)}`.trimEnd()}\n`)
      const details = detailsOf(resource.details, item, { stdout: io.stdout, now: Date.now() })
      return { json: json(item), text: details + (lines.join('') === '' ? '' : `\n${indented.join('')}`) }
    },
  })
}

/** The item that positionals identify, by the last of them. */
export async function findItem<T>(db: Db, resource: Resource<T>, words: object): Promise<T> {
  const id = String(Object.values(words).at(-1))
  const item = await resource.find?.(db, id, Date.now())
  if (item === undefined) throw notFound(resource, id)
  return item
}

function notFound({ singular, name }: Pick<Resource<never>, 'singular' | 'name'>, id: string): CommandError {
  return new CommandError(`no ${singular} ${printable(id)}; \`yantra ${name} list\` lists them`)
}

/** A command for each action of a resource. */
export function actionCommands<T>(resource: Resource<T>, without: readonly string[] = []): Record<string, CommandSpec> {
  const names = Object.keys(resource.actions).filter((name) => !without.includes(name))
  return Object.fromEntries(names.map((name) => [name, actionCommand(resource, name)]))
}

/** The arguments of an action are options, after the positionals that identify the record. */
export function actionCommand<T>(
  resource: Resource<T>,
  name: string,
  /** `idOptions` identify the record instead of positionals. */
  { about, idOptions }: { about?: string; idOptions?: Arguments } = {},
): CommandSpec {
  const { description, args = {}, within, isNew, isReadOnly, run } = resource.actions[name] as Action<T>
  return command({
    summary: description,
    ...(about && { about }),
    words: { ...(isNew || idOptions ? {} : resource.id), ...within },
    options: { ...idOptions, ...args },
    database: isReadOnly ? 'read' : 'write',
    async run({ db, io, words, values }) {
      const ids = Object.keys(idOptions ?? {}).map((name) => (values as Record<string, string>)[name])
      const id = idOptions ? Object.fromEntries(Object.keys(resource.id).map((name, i) => [name, ids[i]!])) : words
      const result = await run(contextOf(db, io), id as Record<string, string>, values)
      if (!result) throw notFound(resource, Object.values(id).join(' '))
      if (result.hint) io.stderr.write(`hint: ${result.hint}\n`)
      return { json: result.json, text: textOf(result), exitCode: result.hasFailed ? EXIT.partly : EXIT.done }
    },
  })
}

function textOf({ text, secret }: ActionResult): string {
  const message = `${text.split('\n').map(printable).join('\n')}\n`
  return secret === undefined ? message : `${message}\n  ${secret}\n\nStore it now. It is not shown again.\n`
}

/** What actions need, from the settings. */
function contextOf(db: Db, io: Io): AdminContext {
  const config = toConfig(io.env)
  const warn = (message: string) => void io.stderr.write(`${message}\n`)
  const post = createPost(createTargetGuard(config.webhooks))
  const sending = async () => ({ db, secrets: await loadSecrets(db, { ...config, warn }), post })
  return { db, config, sending, actor: commandActor(io.env), now: Date.now() }
}
