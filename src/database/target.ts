import { eachHost } from './postgres-hosts.ts'

/** Where the database is: a SQLite file or a PostgreSQL server. */
export type DatabaseTarget = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** The database's name for people: a path, or an address without its password. */
export function describeDatabase(target: DatabaseTarget): string {
  return target.kind === 'sqlite' ? target.path : eachHost(target.url).map(withoutPassword).join(' or ')
}

function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (!url) return 'PostgreSQL'
  url.password = ''
  url.search = ''
  return url.href
}

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
