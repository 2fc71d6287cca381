import { type Arguments, count, flag, type Read, withDefault } from '../admin/inputs.ts'
import type { Db } from '../database/schema.ts'
import type { Io } from './io.ts'
import type { DatabaseAccess } from './on-database.ts'

const COMMON = { json: flag('print JSON'), quiet: flag('print errors and nothing else') }

/** The exit codes of every command, with their meaning in the help. */
export const EXIT = { done: 0, partly: 1, failed: 2, proposed: 3, interrupted: 130 } as const
export const EXIT_CODES: Record<keyof typeof EXIT, string> = {
  done: 'done',
  partly: 'partly done: rows rejected, a delivery failed, a check found a problem, or no such record',
  failed: 'could not run: wrong arguments or settings, or the database is not available',
  proposed: 'an import proposed a mapping or has open questions',
  interrupted: 'interrupted',
}

interface Call<O extends Arguments, W extends Arguments, A extends DatabaseAccess | undefined> {
  values: Read<O> & Read<typeof COMMON>
  words: Read<W>
  rest: string[]
  /** The open database, for a command that declares its access. */
  db: A extends DatabaseAccess ? Db : undefined
  io: Io
}

export interface Report {
  json: unknown
  text: string
  exitCode?: number
  /** All that --quiet prints: a key that is shown once. */
  secret?: string | undefined
}

interface Definition<O extends Arguments, W extends Arguments, A extends DatabaseAccess | undefined> {
  summary?: string
  about?: string
  options?: O
  words?: W
  rest?: { metavar: string; description: string }
  /** Opens the configured database for `run`; a command that writes prints which. */
  database?: A
  notes?: string
  run(call: Call<O, W, A>): Promise<Report | number>
}

export interface CommandSpec extends Omit<Definition<Arguments, Arguments, undefined>, 'run' | 'database'> {
  options: Arguments
  words: Arguments
  call(values: object, words: object, rest: string[], io: Io): Promise<number>
}

export interface CommandGroup {
  summary?: string
  about: string
  members: Readonly<Record<string, CommandSpec | CommandGroup>>
}

export type Commands = Readonly<Record<string, CommandSpec | CommandGroup>>

export function command<
  const O extends Arguments = Record<never, never>,
  const W extends Arguments = Record<never, never>,
  const A extends DatabaseAccess | undefined = undefined,
>({ run, database, ...declared }: Definition<O, W, A>): CommandSpec {
  return {
    ...declared,
    options: { ...declared.options, ...COMMON },
    words: declared.words ?? {},
    async call(values, words, rest, io) {
      const work = (db?: Db) => run({ values, words, rest, db, io } as unknown as Call<O, W, A>)
      // The database code is loaded only for commands that use it.
      const result = database ? await (await import('./on-database.ts')).onDatabase(io, database, work) : await work()
      if (typeof result === 'number') return result
      const { json, quiet } = values as Read<typeof COMMON>
      const text = quiet ? (result.secret ?? '') && `${result.secret}\n` : result.text
      io.stdout.write(json ? `${JSON.stringify(result.json)}\n` : text)
      return result.exitCode ?? EXIT.done
    },
  }
}

export const MAX_ROWS = 10_000

/** The options of a list; `usual` is how many it prints, all if undefined. */
export function pageOptions(usual: number | undefined) {
  const limit = count('at most this many', MAX_ROWS)
  return {
    limit: usual === undefined ? limit : withDefault(limit, usual),
    offset: withDefault(count('skip this many', undefined, { minimum: 0 }), 0),
  }
}
