import type { Client } from 'pg'
import type { Log } from '../log.ts'
import { REVISION_CHANNEL } from './revision.ts'

const RECONNECT_MS = 1_000

/** Calls back at every change that PostgreSQL announces; reconnects by itself. Announcements may be lost: poll too. */
export function listenForChanges(url: string, onChange: () => void, log: Log): { close(): Promise<void> } {
  let closed = false
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let told = false

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg')
    if (closed) return
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'yantra listen',
    })
    client = own
    // Both an error and an end can tell of one lost connection; the first of them counts.
    const lost = () => {
      if (client !== own) return
      client = undefined
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
      // What happened while nobody listened.
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
