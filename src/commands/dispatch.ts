import { ConfigError } from '../config.ts'
import { Refused } from '../errors.ts'
import { InvalidInput } from '../operator/inputs.ts'
import { nearestName } from '../text/nearest-name.ts'
import type { Command, Family } from './command.ts'
import { commandHelp, familyHelp } from './help.ts'
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
  const nearest = nearestName(name, names)
  const other = nearest ? `did you mean "${nearest}"?` : `there are ${names.join(', ')}`
  throw new InvalidInput(`there is no command "${[...path, name].join(' ')}"; ${other}`)
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
