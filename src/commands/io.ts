import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config.ts'

/** What a command talks to. */
export interface Io {
  stdin: Readable
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  env: Environment
}

/** A command returns its exit code: 0 done, 1 done in part, 2 could not run. */
export type Command = (args: string[], io: Io) => Promise<number>

/** Thrown for words on the command line that make no sense; printed with a pointer to --help. */
export class UsageError extends Error {}
