import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Argument, type Arguments, flag, InvalidInput, type Read } from '../admin/inputs.ts'
import type { Db } from '../database/schema.ts'
import { meant } from '../lib/parsing.ts'
import { nearestName } from '../lib/text/nearest-name.ts'
import type { Io } from './io.ts'
import type { Access } from './on-database.ts'

const COMMON = { json: flag('print JSON'), help: flag('print this') }

/**
 * Words used in this room:
 * - command: what `yantra NAME` does. family: several commands under one name.
 * - argument: an option or a word that a command accepts (operator/inputs.ts).
 * - report: what a command did, as JSON for scripts and as text for people.
 * - finding: what `doctor` says about one thing it examined.
 */

/** What a command's `run` gets. */
interface Call<O extends Arguments, W extends Arguments, A extends Access | undefined> {
  values: Read<O & typeof COMMON>
  words: Read<W>
  /** Further words, for a command that takes any number. */
  rest: string[]
  /** The open database, for a command that declares its access. */
  db: A extends Access ? Db : undefined
  io: Io
}

/** What a command did, for scripts and for people. */
export interface Report {
  json: unknown
  text: string
  exitCode?: number
}

interface Definition<O extends Arguments, W extends Arguments, A extends Access | undefined> {
  /** One line for the help of the family; for commands of `yantra` itself it is in cli.ts. */
  does?: string
  /** More text for the command's own help. */
  about?: string
  /** Beside --json and --help, which every command has. */
  options?: O
  /** Words beside the options, in this order. */
  words?: W
  /** Any number of words after those. */
  rest?: Pick<Argument, 'says' | 'takes'>
  /** Opens the configured database for `run`; a command that writes says which one. */
  database?: A
  /** The last lines of the help. */
  notes?: string
  /** Returns a report to print, or the exit code: 0 done, 1 partly done, 2 could not run. */
  run(call: Call<O, W, A>): Promise<Report | number>
}

/** A declared command, with its options. */
export interface Command
  extends Pick<Definition<Arguments, Arguments, undefined>, 'does' | 'about' | 'notes' | 'rest'> {
  options: Arguments
  words: Arguments
  /** Returns the exit code. */
  call(args: readonly string[], io: Io): Promise<number>
}

/** Several commands under one name: `yantra keys create`. */
export interface Family {
  does?: string
  about: string
  notes?: string
  members: Readonly<Record<string, Command | Family | Later>>
}

/** A command whose code is loaded when it is called. */
interface Later {
  does: string
  load(): Promise<Command | Family>
}

/** Defines a command. There is no other way. */
export function command<
  const O extends Arguments = Record<never, never>,
  const W extends Arguments = Record<never, never>,
  const A extends Access | undefined = undefined,
>({ run, database, ...declared }: Definition<O, W, A>): Command {
  const options = { ...declared.options, ...COMMON }
  const words = declared.words ?? {}
  return {
    ...declared,
    options,
    words,
    async call(args, io) {
      const parsed = parse(args, options)
      const given = readWords(words, parsed.positionals)
      const rest = parsed.positionals.slice(Object.keys(words).length)
      if (rest.length > 0 && !declared.rest) throw new InvalidInput(`unexpected argument: ${rest[0]}`)
      const values = readOptions(options, parsed.values)
      const work = (db?: Db) => run({ values, words: given, rest, db, io } as Call<O, W, A>)
      // The database code is loaded only for commands that use it.
      const done = database ? await (await import('./on-database.ts')).onDatabase(io, database, work) : await work()
      if (typeof done === 'number') return done
      io.stdout.write(values.json ? `${JSON.stringify(done.json)}\n` : done.text)
      return done.exitCode ?? 0
    },
  }
}

function parse(args: readonly string[], known: Arguments) {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const [name, { takes }] of Object.entries(known)) options[name] = { type: takes ? 'string' : 'boolean' }
  const config = { args: [...args], options, allowPositionals: true, allowNegative: true }
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name.replace(/^no-/, ''))) continue
    const nearest = nearestName(token.name, Object.keys(options))
    throw new InvalidInput(`there is no option ${token.rawName}${meant(nearest && `--${nearest}`)}`)
  }
  return parseArgs(config)
}

function readOptions<O extends Arguments>(options: O, given: Readonly<Record<string, unknown>>): Read<O> {
  const values = Object.entries(options).map(([name, option]) => {
    const value = given[name] ?? option.fallback
    if (!option.takes) return [name, Boolean(value)]
    if (value === undefined && option.required) throw missing(name, option)
    return [name, value === undefined ? undefined : option.read(value as string, `--${name}`)]
  })
  return Object.fromEntries(values)
}

function missing(name: string, { choices }: Argument): InvalidInput {
  return new InvalidInput(`--${name} is missing${choices ? `; it is one of ${choices.join(', ')}` : ''}`)
}

function readWords<W extends Arguments>(words: W, given: readonly string[]): Read<W> {
  const values = Object.entries(words).map(([name, word], at) => {
    const value = given[at] ?? word.fallback
    if (value === undefined && word.required) throw new InvalidInput(`give ${word.says}`)
    return [name, value === undefined ? undefined : word.read(value as string, name.toUpperCase())]
  })
  return Object.fromEntries(values)
}
