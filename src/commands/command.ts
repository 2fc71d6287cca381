import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Db } from '../database/schema.ts'
import { nearestName } from '../text/nearest-name.ts'
import { type Argument, flag } from './arguments.ts'
import { type Io, UsageError } from './io.ts'
import type { Access } from './on-database.ts'

type Arguments = Readonly<Record<string, Argument>>
type Read<A extends Arguments> = { [Name in keyof A]: A[Name] extends Argument<infer T> ? T : never }

const COMMON = { json: flag('print JSON'), help: flag('print this') }

/** What a command is called with. */
interface Call<O extends Arguments, W extends Arguments, A extends Access | undefined> {
  values: Read<O & typeof COMMON>
  words: Read<W>
  /** The words after the named ones, of a command that takes any number. */
  rest: string[]
  /** Of a command that declares what it does with the database. */
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
  /** In one line, for the help of the family; that of a command of `yantra` itself stands in cli.ts. */
  does?: string
  /** What its own help says beyond that line. */
  about?: string
  /** Beside --json and --help, which every command takes. */
  options?: O
  /** Words beside the options, in this order. */
  words?: W
  /** Any number of words after those. */
  rest?: Pick<Argument, 'says' | 'takes'>
  /** Opens the database of the settings for `run`; says which one when it is written to. */
  database?: A
  /** The last lines of the help. */
  notes?: string
  /** Returns a report to print, or the exit code: 0 done, 1 done in part, 2 could not run. */
  run(call: Call<O, W, A>): Promise<Report | number>
}

/** A command as it is declared; whoever wants to know its options looks here. */
export interface Command {
  does?: string
  about?: string
  notes?: string
  options: Arguments
  words: Arguments
  rest?: Pick<Argument, 'says' | 'takes'>
  /** Returns the exit code. */
  call(args: readonly string[], io: Io): Promise<number>
}

/** A command that is several: `yantra keys create`. */
export interface Family {
  does?: string
  about: string
  notes?: string
  members: Readonly<Record<string, Command | Family | Later>>
}

/** A command whose code is loaded only when it is called. */
interface Later {
  does: string
  load(): Promise<Command | Family>
}

/** The one way to define a command. */
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
      if (rest.length > 0 && !declared.rest) throw new UsageError(`there is one word too many: ${rest[0]}`)
      const values = readOptions(options, parsed.values)
      const work = (db?: Db) => run({ values, words: given, rest, db, io } as Call<O, W, A>)
      // The code of the database is loaded only for those who use it.
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
    throw new UsageError(`there is no option ${token.rawName}${nearest ? `; did you mean --${nearest}?` : ''}`)
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

function missing(name: string, { choices }: Argument): UsageError {
  return new UsageError(`--${name} is missing${choices ? `; it is one of ${choices.join(', ')}` : ''}`)
}

function readWords<W extends Arguments>(words: W, given: readonly string[]): Read<W> {
  const values = Object.entries(words).map(([name, word], at) => {
    const value = given[at] ?? word.fallback
    if (value === undefined && word.required) throw new UsageError(`give ${word.says}`)
    return [name, value === undefined ? undefined : word.read(value as string, name.toUpperCase())]
  })
  return Object.fromEntries(values)
}
