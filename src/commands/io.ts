import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config.ts'

/** What a command talks to. */
export interface Io {
  stdin: Readable
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  env: Environment
}

/** Thrown for a malformed command line; printed with a pointer to --help. */
export class UsageError extends Error {}

/** Thrown when a command was understood but cannot be done. */
export class Refused extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
