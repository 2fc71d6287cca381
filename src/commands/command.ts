import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestName } from '../text/nearest-name.ts'
import { type Command, type Io, UsageError } from './io.ts'

type Options = NonNullable<ParseArgsConfig['options']>

const COMMON = { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O & typeof COMMON; allowPositionals: true; allowNegative: true }>
>

/** What a command is called with. */
export interface Call<O extends Options> {
  values: Parsed<O>['values']
  /** The words beside the options. */
  words: string[]
  io: Io
}

export interface Definition<O extends Options> {
  /** Printed for --help. */
  help: string
  /** Beside --json and --help, which every command takes. */
  options?: O
  /** Whether it takes words beside its options. */
  takesWords?: boolean
  /** Returns the exit code. */
  run(call: Call<O>): Promise<number>
}

/** The one way to define a command. */
export function command<const O extends Options = Record<never, never>>(definition: Definition<O>): Command {
  const { help, options, takesWords = false, run } = definition
  return async (args, io) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: { ...options, ...COMMON } as O & typeof COMMON,
    })
    if ((values as { help?: boolean }).help) {
      io.stdout.write(help)
      return 0
    }
    if (positionals.length > 0 && !takesWords) throw new UsageError(`there is one word too many: ${positionals[0]}`)
    return run({ values: values as Call<O>['values'], words: positionals, io })
  }
}

/** A command that is a family of others: `yantra keys create`. */
export function commandFamily(name: string, help: string, members: Readonly<Record<string, Command>>): Command {
  return async (args, io) => {
    const [member = '', ...rest] = args
    if (args.includes('--help') || args.includes('-h') || member === 'help') {
      io.stdout.write(help)
      return 0
    }
    const known = Object.hasOwn(members, member) ? members[member] : undefined
    if (known) return known(rest, io)
    const names = Object.keys(members)
    if (member === '' || member.startsWith('-')) throw new UsageError(`which command? ${names.join(', ')}`)
    const nearest = nearestName(member, names)
    throw new UsageError(
      `there is no command "${name} ${member}"; ${nearest ? `did you mean "${name} ${nearest}"?` : `there are ${names.join(', ')}`}`,
    )
  }
}
