import type { Config } from '../config.ts'
import { announcementArrives } from '../database/notifications.ts'
import type { Db } from '../database/schema.ts'
import type { Finding } from '../operator/findings.ts'

const PATIENCE_MS = 2_000

/** Sends a notification to itself, as changes are announced: a pooler in transaction mode would silently lose it. */
export async function examineAnnouncements(db: Db, { database, postgres }: Config): Promise<Finding[]> {
  if (database.kind !== 'postgres') return []
  const check = 'announcements'
  const name = postgres.listenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
  try {
    if (await announcementArrives(db, postgres.listenUrl ?? database.url, PATIENCE_MS)) {
      return [{ check, ok: true, detail: `of changes arrive by ${name}` }]
    }
    const cause = `what was announced through DATABASE_URL did not arrive by ${name} within ${PATIENCE_MS / 1_000} s`
    const cure =
      'changes are found by asking meanwhile. Set DATABASE_LISTEN_URL to the database itself, past any pooler'
    return [{ check, ok: false, detail: `${cause}: ${cure}` }]
  } catch (error) {
    return [{ check, ok: false, detail: `${name} cannot be listened on: ${(error as Error).message}` }]
  }
}
