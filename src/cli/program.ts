import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type ArgumentSchema, InvalidInput, parseArgument, schemasOf } from '../admin/inputs.ts'
import { ConfigError } from '../config.ts'
import { CommandError } from '../errors.ts'
import { ParseError } from '../lib/parsing.ts'
import { VERSION } from '../lib/version.ts'
import { type CommandGroup, type CommandSpec, EXIT } from './command.ts'
import type { Io } from './io.ts'
import { withSettings } from './settings.ts'

/** A command of `yantra` itself, whose code is loaded when it is called. */
export interface CommandEntry {
  /** The heading of the help under which it is listed. */
  group: string
  summary: string
  load(): Promise<CommandSpec | CommandGroup>
}

const EXIT_CODES = `Exit codes:
  0    done
  1    partly done: rows rejected, a delivery failed, a check found a problem, or no such record
  2    could not run: wrong arguments or settings, or the database is not available
  3    an import proposed a mapping or has open questions
  130  interrupted`

/** Runs the command that the arguments name, and reports errors. Returns the exit code. */
export async function runProgram(
  about: string,
  entries: Readonly<Record<string, CommandEntry>>,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  let exitCode: number = EXIT.done
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
    .addHelpText(
      'after',
      `\n${EXIT_CODES}\n\nSettings come from the environment and from .env: docs/operating/settings.md.`,
    )

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
    for (const { name: word, schema, isRequired } of words)
      added.addArgument(
        new Argument(isRequired ? `<${word}>` : `[${word}]`, schema.description).argParser((text) =>
          read(schema, text),
        ),
      )
    if (spec.rest) added.argument(`[${spec.rest.metavar}...]`, spec.rest.description)
    const options = schemasOf(spec.options).map(({ name: option, schema, isRequired }) => {
      const built = optionOf(option, schema, isRequired)
      added.addOption(built)
      return { option, attribute: built.attributeName(), isFlag: built.isBoolean(), flags: built.flags, isRequired }
    })
    if (spec.notes) added.addHelpText('after', `\n${spec.notes}`)
    return added.action(async (...input: unknown[]) => {
      const values = added.opts()
      // The library checks required options before unknown ones, and so hides the suggestion for a mistyped name.
      const missing = options.find(({ attribute, isRequired }) => isRequired && values[attribute] === undefined)
      if (missing) added.error(`error: required option '${missing.flags}' not specified`)
      const named = Object.fromEntries(words.map(({ name: word }, i) => [word, input[i]]))
      const rest = spec.rest ? (input[words.length] as string[]) : []
      const valuesByName = Object.fromEntries(
        options.map(({ option, attribute, isFlag }) => [option, values[attribute] ?? (isFlag ? false : undefined)]),
      )
      try {
        exitCode = await spec.call(valuesByName, named, rest, withSettings(io))
      } catch (error) {
        exitCode = error instanceof CommandError ? error.exitCode : EXIT.failed
        const hint = error instanceof InvalidInput ? `hint: ${path} --help\n` : ''
        io.stderr.write(`error: ${messageOf(error)}\n${hint}`)
      }
    })
  }

  const named = argv[0] === 'help' ? argv[1] : argv.find((argument) => !argument.startsWith('-'))
  for (const [name, { group, summary, load }] of Object.entries(entries)) {
    const added = name === named ? add(program, name, await load(), summary) : program.command(name).summary(summary)
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
  if (type === 'boolean') return new Option(fallback === true ? `--no-${name}` : `--${name}`, description)
  const option = new Option(`--${name} <${metavar}>`, description).argParser((text) => read(schema, text))
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

/** The stack is shown only for a defect of the program. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `the database does not answer (${code}): check DATABASE_URL`
  const isExpected =
    error instanceof ConfigError || error instanceof CommandError || error instanceof InvalidInput || code !== undefined
  return isExpected ? error.message : (error.stack ?? error.message)
}
