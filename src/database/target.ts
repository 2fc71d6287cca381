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
