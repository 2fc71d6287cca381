/** The rest of an input cannot be read; what came before it counts. */
export class InputError extends Error {
  line: number | undefined

  at(line: number): InputError {
    this.line ??= line
    return this
  }
}
