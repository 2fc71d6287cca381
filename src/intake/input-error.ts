import type { Fault } from './report.ts'

/** The rest of an input cannot be read; the rows before it count. */
export class InputError extends Error {
  readonly faults: readonly Fault[]
  line: number | undefined

  constructor(reason: string | readonly Fault[]) {
    const faults = typeof reason === 'string' ? [{ path: 'row', reason }] : reason
    super(faults.map((fault) => fault.reason).join(', '))
    this.faults = faults
  }

  at(line: number): InputError {
    this.line ??= line
    return this
  }
}
