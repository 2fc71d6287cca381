import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../config.ts'

export interface ProcessIo {
  stdin: Readable
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable & { isTTY?: boolean }
  env: Environment
}

export interface Io extends ProcessIo {
  /** Notes that are not errors: standard error, or nothing with --quiet. */
  notes: ProcessIo['stderr']
}

/** Why a fetch failed: its error only says that it failed, the cause says why. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}
