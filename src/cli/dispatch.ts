import { type Argument, InvalidInput } from '../admin/inputs.ts'
import { ConfigError } from '../config.ts'
import { Refused } from '../errors.ts'
import { whatThereIs } from '../lib/parsing.ts'
import type { Command, Family } from './command.ts'
import type { Io } from './io.ts'
import { withSettings } from './settings.ts'

/** Finds and calls the named command, and reports errors. Returns the exit code. */
export async function dispatch(root: Family, argv: readonly string[], io: Io): Promise<number> {
  const path: string[] = []
  try {
    return await descend(root, argv, io, path)
  } catch (error) {
    const name = ['yantra', ...path].join(' ')
    io.stderr.write(`${name}: ${explain(error)}\n`)
    if (isUsage(error)) io.stderr.write(`Run \`${name} --help\` to see how it is used.\n`)
    return error instanceof Refused ? error.exitCode : 2
  }
}

async function descend(family: Family, args: readonly string[], io: Io, path: string[]): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    io.stdout.write(familyHelp(path.join(' '), family))
    return 0
  }
  // `yantra help keys create` is `yantra keys create --help`.
  if (name === 'help') return descend(family, [...rest, '--help'], io, path)
  const found = await memberOf(family, name, path)
  path.push(name)
  if ('members' in found) return descend(found, rest, io, path)
  const end = rest.indexOf('--')
  if ((end < 0 ? rest : rest.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')) {
    io.stdout.write(commandHelp(path.join(' '), found, family.members[name]!.does))
    return 0
  }
  return found.call(rest, withSettings(io))
}

async function memberOf({ members }: Family, name: string, path: readonly string[]): Promise<Command | Family> {
  const names = Object.keys(members)
  if (name === '' || name.startsWith('-')) throw new InvalidInput(`which command? ${names.join(', ')}`)
  const member = Object.hasOwn(members, name) ? members[name]! : undefined
  if (member) return 'load' in member ? member.load() : member
  throw new InvalidInput(`there is no command "${[...path, name].join(' ')}"${whatThereIs(name, names, '"')}`)
}

function isUsage(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return error instanceof InvalidInput || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))
}

/** One line that a stranger can act on; the stack only for our own faults. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `the database does not answer (${code}); is DATABASE_URL right?`
  const isExpected = error instanceof ConfigError || error instanceof Refused || isUsage(error) || code !== undefined
  return isExpected ? error.message : (error.stack ?? error.message)
}

const WIDTH = 88
/** The column of explanations, unless all names are shorter. */
const WIDEST_NAME = 26

/** A command's help, from its declaration. */
function commandHelp(path: string, command: Command, does = command.does): string {
  const { about, notes, options, words, rest } = command
  const named: [string, string][] = [
    ...Object.entries(words).map(([name, { says }]) => [name.toUpperCase(), says] as [string, string]),
    ...(rest ? [[rest.takes!, rest.says] as [string, string]] : []),
    ...Object.entries(options).map(([name, option]) => [optionText(name, option), saysOf(option)] as [string, string]),
  ]
  return paragraphs([`Usage: yantra ${path}${signature(command)}`, about ?? sentence(does), list(named), notes])
}

/** A family's help: what each command takes and does. */
function familyHelp(path: string, { about, notes, members }: Family): string {
  const lines = Object.entries(members).map(([name, member]): [string, string] => [
    'options' in member ? name + signature(member) : name,
    member.does ?? '',
  ])
  const usage = `Usage: yantra ${path && `${path} `}<command> [options]`
  const every = `Every command takes --json, for scripts, and --help: \`yantra ${path && `${path} `}<command> --help\` says more.`
  return paragraphs([usage, about, list(lines), notes, every])
}

/** What follows a command's name: ` ID --since WHEN [--failed]`. */
function signature({ words, rest, options }: Command): string {
  const parts = [
    ...Object.entries(words).map(([name, { required }]) => bracket(name.toUpperCase(), required)),
    ...(rest ? [rest.takes!] : []),
    ...Object.entries(options)
      .filter(([name]) => name !== 'json' && name !== 'help')
      .map(([name, option]) => bracket(optionText(name, option), option.required)),
  ]
  return parts.map((part) => ` ${part}`).join('')
}

function bracket(text: string, required = false): string {
  return required ? text : `[${text}]`
}

function optionText(name: string, { takes, fallback }: Argument): string {
  if (takes) return `--${name} ${takes}`
  return fallback ? `--no-${name}` : `--${name}`
}

function saysOf({ says, fallback }: Argument): string {
  return typeof fallback === 'string' ? `${says} (${fallback})` : says
}

function sentence(text = ''): string {
  return text && `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

function paragraphs(parts: readonly (string | undefined)[]): string {
  const wrapped = parts.filter(Boolean).map((part) => (part!.startsWith('  ') ? part! : wrap(part!, WIDTH)))
  return `${wrapped.join('\n\n')}\n`
}

/** Names with explanations beside them; a long name has its own line. */
function list(lines: readonly [string, string][]): string {
  const widths = lines.map(([name]) => name.length).filter((width) => width <= WIDEST_NAME)
  const column = Math.max(...widths, 4)
  return lines
    .map(([name, says]) => {
      const explained = wrap(says, WIDTH - column - 4).replaceAll('\n', `\n${' '.repeat(column + 4)}`)
      const gap = name.length > column ? `\n${' '.repeat(column + 4)}` : ' '.repeat(column + 2 - name.length)
      return `  ${name}${gap}${explained}`
    })
    .join('\n')
}

/** Breaks what is too long at its last blank that fits; a longer word has a line of its own. */
function wrap(text: string, width: number): string {
  return text.replace(new RegExp(`(?=.{${width + 1}})(.{1,${width}}|\\S+) `, 'g'), '$1\n')
}
