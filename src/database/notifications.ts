import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Log } from '../log.ts'
import { REVISION_CHANNEL } from './revision.ts'
import type { Db } from './schema.ts'
import { createHosts } from './target.ts'

const RECONNECT_MS = 1_000
const CONNECT_MS = 5_000

/** Calls `onChange` at every change that PostgreSQL announces, and reconnects. Announcements can be lost, so poll too. */
export function listenForChanges(url: string, onChange: () => void, log: Log): { close(): Promise<void> } {
  const hosts = createHosts(url)
  let closed = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let told = false

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg')
    if (closed) return
    const host = hosts.current
    const own = new pg.Client(settingsOf(host))
    client = own
    // An error and an end may report one lost connection; the first counts.
    const lost = () => {
      if (client !== own) return
      client = undefined
      hosts.failed(host)
      own.end().catch(() => {})
      if (!closed) timer = setTimeout(() => void connect(), RECONNECT_MS).unref()
    }
    own.on('error', lost)
    own.on('end', lost)
    own.on('notification', onChange)
    try {
      await own.connect()
      await own.query(`listen ${REVISION_CHANNEL}`)
      if (told) log.info({}, 'changes are listened for again')
      told = false
      // Changes may have come while nobody listened.
      onChange()
    } catch (error) {
      if (!told) log.warn({ err: error }, 'cannot listen for changes; the poll goes on')
      told = true
      lost()
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}

function settingsOf(url: string) {
  const connectionString = url
  return { connectionString, connectionTimeoutMillis: CONNECT_MS, keepAlive: true, application_name: 'yantra listen' }
}

/** Whether a notification sent through the database arrives where changes are listened for. */
export async function announcementArrives(db: Db, url: string, patienceMs: number): Promise<boolean> {
  const hosts = createHosts(url)
  for (let tried = 1; ; tried++) {
    const host = hosts.current
    try {
      return await arrivesAt(db, host, patienceMs)
    } catch (error) {
      hosts.failed(host)
      if (tried >= hosts.count) throw error
    }
  }
}

async function arrivesAt(db: Db, url: string, patienceMs: number): Promise<boolean> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(settingsOf(url))
  client.on('error', () => {})
  const channel = `yantra_doctor_${randomUUID().replaceAll('-', '')}`
  try {
    await client.connect()
    const arrived = new Promise<boolean>((resolve) => {
      client.on('notification', () => resolve(true))
      setTimeout(resolve, patienceMs, false).unref()
    })
    await client.query(`listen ${channel}`)
    await sql`select pg_notify(${channel}, '')`.execute(db)
    return await arrived
  } finally {
    await client.end().catch(() => {})
  }
}
