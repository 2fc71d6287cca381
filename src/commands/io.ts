import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config.ts'

/** What a command talks to. */
export interface Io {
  stdin: Readable
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  env: Environment
}

/** Why a fetch failed: its error only says that it failed, the cause says why. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
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
