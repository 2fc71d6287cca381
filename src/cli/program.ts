import { Writable } from 'node:stream'
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type ArgumentSchema, InvalidInput, parseArgument, schemasOf } from '../admin/inputs.ts'
import { ConfigError } from '../config.ts'
import { CommandError } from '../errors.ts'
import { ParseError } from '../lib/parsing.ts'
import { VERSION } from '../lib/version.ts'
import { type CommandGroup, type CommandSpec, type Commands, EXIT, EXIT_CODES } from './command.ts'
import type { ProcessIo } from './io.ts'
import { withSettings } from './settings.ts'

/** Commands under one heading of the help; the module that exports one is loaded when it is called. */
export type CommandMenu = Readonly<
  Record<string, Readonly<Record<string, readonly [summary: string, load: () => Promise<{ commands: Commands }>]>>>
>

const EXIT_HELP = Object.entries(EXIT_CODES).map(
  ([name, meaning]) => `  ${String(EXIT[name as keyof typeof EXIT]).padEnd(4)} ${meaning}\n`,
)

export async function runProgram(
  about: string,
  menu: CommandMenu,
  argv: readonly string[],
  io: ProcessIo,
): Promise<number> {
  let exitCode: number = EXIT.done
  const help = `\nExit codes:\n${EXIT_HELP.join('')}\nSettings come from the environment and from .env: docs/operating/settings.md.`
  const program = new Command('yantra')
    .description(about)
    .version(VERSION, '-v, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', help)

  function add(parent: Command, name: string, spec: CommandSpec | CommandGroup, summary = spec.summary ?? ''): Command {
    const added = parent.command(name).summary(summary)
    const path = pathOf(added)
    added
      .description(spec.about ?? `${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
      .showHelpAfterError(`hint: ${path} --help`)
    if ('members' in spec) {
      for (const [member, command] of Object.entries(spec.members)) add(added, member, command)
      return added
    }
    const words = schemasOf(spec.words)
    for (const { name: word, schema } of words)
      added.addArgument(new Argument(`<${word}>`, schema.description).argParser((text) => read(schema, text)))
    if (spec.rest) added.argument(`[${spec.rest.metavar}...]`, spec.rest.description)
    const options = schemasOf(spec.options).map(({ name: option, schema, isRequired }) => {
      const built = optionOf(option, schema, isRequired)
      added.addOption(built)
      return { option, attribute: built.attributeName(), isFlag: built.isBoolean(), flags: built.flags, isRequired }
    })
    if (spec.notes) added.addHelpText('after', `\n${spec.notes}`)
    return added.action(async (...input: unknown[]) => {
      const opts = added.opts()
      // The library checks required options before unknown ones, and so hides the suggestion for a mistyped name.
      const missing = options.find(({ attribute, isRequired }) => isRequired && opts[attribute] === undefined)
      if (missing) added.error(`error: required option '${missing.flags}' not specified`)
      const named = Object.fromEntries(words.map(({ name: word }, i) => [word, input[i]]))
      const rest = spec.rest ? (input[words.length] as string[]) : []
      const values = options.map(({ option, attribute, isFlag }) => [
        option,
        opts[attribute] ?? (isFlag ? false : undefined),
      ])
      const notes = opts.quiet ? new Writable({ write: (_chunk, _encoding, done) => done() }) : io.stderr
      try {
        exitCode = await spec.call(Object.fromEntries(values), named, rest, withSettings({ ...io, notes }))
      } catch (error) {
        exitCode = error instanceof CommandError ? error.exitCode : EXIT.failed
        const hint = error instanceof InvalidInput ? `hint: ${path} --help\n` : ''
        io.stderr.write(`error: ${messageOf(error)}\n${hint}`)
      }
    })
  }

  const named = argv[0] === 'help' ? argv[1] : argv.find((argument) => !argument.startsWith('-'))
  for (const [group, entries] of Object.entries(menu))
    for (const [name, [summary, load]] of Object.entries(entries)) {
      const spec = name === named ? (await load()).commands[name] : undefined
      const added = spec ? add(program, name, spec, summary) : program.command(name).summary(summary)
      added.helpGroup(`${group}:`)
    }
  program.showHelpAfterError('hint: yantra --help')
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? EXIT.done : EXIT.failed
  }
  return exitCode
}

function optionOf(name: string, schema: ArgumentSchema, isRequired: boolean): Option {
  const { type, metavar, default: fallback } = schema
  const description = schema.description + (isRequired ? ' (required)' : '')
  const flags = `${name === 'quiet' ? '-q, ' : ''}--${fallback === true ? 'no-' : ''}${name}`
  if (type === 'boolean') return new Option(flags, description)
  const option = new Option(`${flags} <${metavar}>`, description).argParser((text) => read(schema, text))
  return fallback === undefined ? option : option.default(read(schema, String(fallback)), String(fallback))
}

function read(schema: ArgumentSchema, text: string): unknown {
  const value = parseArgument(schema, text)
  if (value instanceof ParseError) throw new InvalidArgumentError(String(value))
  return value
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `the database does not answer (${code}): check DATABASE_URL`
  const isExpected =
    error instanceof ConfigError || error instanceof CommandError || error instanceof InvalidInput || code !== undefined
  return isExpected ? error.message : (error.stack ?? error.message)
}
