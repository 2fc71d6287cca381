import type { ClientBase } from 'pg'
import { CommandError } from '../errors.ts'
import type { Runtime } from '../lib/runtime.ts'
import type { DatabaseTimeouts } from './unavailable.ts'

export type DatabaseTarget = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

export interface OpenOptions {
  timeouts?: DatabaseTimeouts
  create?: boolean
  poolSize?: number
  applicationName?: string
  /** Called once when another process holds the writer lock. */
  onWait?: () => void
  onMigrated?: (schema: { from: number; to: number }) => void
  onCommit?: () => void
  /** Nothing is created, migrated or written. */
  readOnly?: boolean
  runtime?: Runtime
}

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

export function noDatabase(target: DatabaseTarget): CommandError {
  const why =
    target.kind === 'sqlite'
      ? `there is no database at ${target.path}: name one with DATABASE_URL, or make it with \`yantra migrate\``
      : 'the PostgreSQL database of DATABASE_URL has no tables of this program: make them with `yantra migrate`'
  return new CommandError(why, 2)
}

/** Splits `postgres://user@one:5432,two:5433/name`. */
export function eachHost(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url]
}

export function createHosts(url: string) {
  const hosts = eachHost(url)
  let index = 0
  return {
    count: hosts.length,
    get current(): string {
      return hosts[index]!
    },
    /** Moves on if this server does not answer or is read-only. */
    failed(host: string): void {
      if (host === hosts[index]) index = (index + 1) % hosts.length
    },
  }
}

/** Throws the error that a write would cause on a standby. */
export async function refuseStandby(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'on') return
  throw Object.assign(new Error('the server takes no writes'), { code: '25006' })
}
