import type { DatabaseTarget } from './target.ts'

/** A command that needs an existing database found none. */
export class NoDatabase extends Error {
  readonly code = 'NO_DATABASE'

  constructor(target: DatabaseTarget) {
    super(
      target.kind === 'sqlite'
        ? `there is no database at ${target.path}: name one with DATABASE_URL, or make it with \`yantra migrate\``
        : 'the PostgreSQL database of DATABASE_URL has no tables of this program: make them with `yantra migrate`',
    )
  }
}
