import type { Act, Desk, Done, Noun } from '../admin/actions.ts'
import type { Arguments, Read } from '../admin/inputs.ts'
import { toConfig } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { Refused } from '../errors.ts'
import { commandActor } from '../history/audit.ts'
import { printable } from '../lib/text/visible.ts'
import { createPost } from '../webhooks/post.ts'
import { openSecrets } from '../webhooks/signing.ts'
import { createTargetGuard } from '../webhooks/target-guard.ts'
import { type Command, command, type Report } from './command.ts'
import type { Io } from './io.ts'
import { sheetOf, tableOf } from './terminal.ts'

// How a command renders what operator/ describes: a list, one thing, an act.

export const exitCodes = (one: string) => `Exit code: 0 done, 1 ${one}, 2 the command could not run.`

export function at({ stdout }: Io) {
  return { stdout, now: Date.now() }
}

export function listed<T>({ columns, json, name }: Noun<T>, found: readonly T[], io: Io): Report {
  return { json: found.map(json), text: tableOf(columns, found, `There are no ${name}.`, at(io)) }
}

export function listCommand<T, const O extends Arguments>(
  noun: Noun<T>,
  does: string,
  options: O,
  find: (db: Db, values: Read<O>) => Promise<readonly T[]>,
): Command {
  const run = async ({ db, io, values }: { db: Db; io: Io; values: Read<O> }) =>
    listed(noun, await find(db, values), io)
  return command({ does, options, database: 'read', run: run as never })
}

export function showCommand<T>(
  noun: Noun<T>,
  does: string,
  find: (db: Db, id: string) => Promise<T | undefined>,
): Command {
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

export function missing({ one }: Pick<Noun<never>, 'one'>, id: string): Refused {
  return new Refused(`there is no ${one} ${printable(id)}`)
}

export function actCommands<T>(noun: Noun<T>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, actCommand(noun, name)]))
}

/** The command of an act: its inputs are options, after the words that name the thing. */
export function actCommand<T>(noun: Noun<T>, name: string): Command {
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

export function textOf({ text, secret }: Done): string {
  const said = `${text.split('\n').map(printable).join('\n')}\n`
  return secret === undefined ? said : `${said}\n  ${secret}\n\nKeep it safe: it is not shown again.\n`
}

/** What acts need, from the settings. */
export function deskOf(db: Db, io: Io): Desk {
  const config = toConfig(io.env)
  const warn = (message: string) => void io.stderr.write(`${message}\n`)
  const post = createPost(createTargetGuard(config.webhooks))
  const sending = async () => ({ db, secrets: await openSecrets(db, { ...config, warn }), post })
  return { db, config, sending, actor: commandActor(io.env), now: Date.now() }
}
