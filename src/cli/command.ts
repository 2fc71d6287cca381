import { type Arguments, flag, type Read } from '../admin/inputs.ts'
import type { Db } from '../database/schema.ts'
import type { Io } from './io.ts'
import type { DatabaseAccess } from './on-database.ts'

const COMMON = { json: flag('print JSON') }

/** What a command's `run` gets. */
interface Call<O extends Arguments, W extends Arguments, A extends DatabaseAccess | undefined> {
  values: Read<O> & Read<typeof COMMON>
  words: Read<W>
  /** Further positionals, for a command that accepts any number. */
  rest: string[]
  /** The open database, for a command that declares its access. */
  db: A extends DatabaseAccess ? Db : undefined
  io: Io
}

/** The result of a command, for scripts and for people. */
export interface Report {
  json: unknown
  text: string
  exitCode?: number
}

interface Definition<O extends Arguments, W extends Arguments, A extends DatabaseAccess | undefined> {
  /** One line in the help of the command above; commands of `yantra` itself have theirs in main.ts. */
  summary?: string
  /** The first paragraph of its own help. */
  about?: string
  options?: O
  /** Positionals, in this order. */
  words?: W
  /** Any number of positionals after those. */
  rest?: { metavar: string; description: string }
  /** Opens the configured database for `run`; a command that writes prints which. */
  database?: A
  /** The last paragraph of the help. */
  notes?: string
  run(call: Call<O, W, A>): Promise<Report | number>
}

/** A declared command. */
export interface CommandSpec extends Pick<Definition<Arguments, Arguments, undefined>, 'summary' | 'about' | 'notes'> {
  options: Arguments
  words: Arguments
  rest?: { metavar: string; description: string }
  /** Returns the exit code. */
  call(values: object, words: object, rest: string[], io: Io): Promise<number>
}

/** Several commands under one name: `yantra keys create`. */
export interface CommandGroup {
  summary?: string
  about: string
  members: Readonly<Record<string, CommandSpec | CommandGroup>>
}

/** Declares a command. */
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
      io.stdout.write((values as { json: boolean }).json ? `${JSON.stringify(result.json)}\n` : result.text)
      return result.exitCode ?? EXIT.done
    },
  }
}

/** The exit codes of every command. */
export const EXIT = { done: 0, partly: 1, failed: 2, proposed: 3, interrupted: 130 } as const
