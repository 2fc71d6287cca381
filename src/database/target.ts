import type { ClientBase } from 'pg'
import { CommandError } from '../errors.ts'
import type { Runtime } from '../lib/runtime.ts'
import type { DatabaseTimeouts } from './unavailable.ts'

/** Where the database is: a SQLite file or a PostgreSQL server. */
export type DatabaseTarget = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

export interface OpenOptions {
  timeouts?: DatabaseTimeouts
  /** False makes a missing database an error. */
  create?: boolean
  /** Connections to PostgreSQL. */
  poolSize?: number
  /** The program's name in PostgreSQL's lists. */
  applicationName?: string
  /** Called once when another process keeps this one from writing to SQLite. */
  onWait?: () => void
  /** Told when an existing database was brought to this schema. */
  onMigrated?: (schema: { from: number; to: number }) => void
  /** Called after each commit of this process. */
  onCommit?: () => void
  /** Only to look: nothing is made, migrated or written. */
  readOnly?: boolean
  /** For waiting on SQLite. */
  runtime?: Runtime
}

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
export function noDatabase(target: DatabaseTarget): CommandError {
  const why =
    target.kind === 'sqlite'
      ? `there is no database at ${target.path}: name one with DATABASE_URL, or make it with \`yantra migrate\``
      : 'the PostgreSQL database of DATABASE_URL has no tables of this program: make them with `yantra migrate`'
  return new CommandError(why, 2)
}

/** `postgres://user@one:5432,two:5433/name` names two servers; returns a URL for each. */
export function eachHost(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url]
}

/** The servers of one database. One at a time accepts writes. */
export function createHosts(url: string) {
  const hosts = eachHost(url)
  let index = 0
  return {
    count: hosts.length,
    /** The URL of the server to connect to. */
    get current(): string {
      return hosts[index]!
    },
    /** Moves on to the next server when this one does not answer or accepts no writes. */
    failed(host: string): void {
      // When a server is lost, several connections fail at once; only the first moves on.
      if (host === hosts[index]) index = (index + 1) % hosts.length
    },
  }
}

/** Throws for a standby: the error that a write would get there. */
export async function refuseStandby(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'on') return
  throw Object.assign(new Error('the server takes no writes'), { code: '25006' })
}
