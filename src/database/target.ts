/** Where the database is: a SQLite file or a PostgreSQL server. */
export type DatabaseTarget = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** The database's name for people: a path, or an address without its password. */
export function describeDatabase(target: DatabaseTarget): string {
  if (target.kind === 'sqlite') return target.path
  const url = URL.parse(target.url)
  if (!url) return 'PostgreSQL'
  url.password = ''
  url.search = ''
  return url.href
}
