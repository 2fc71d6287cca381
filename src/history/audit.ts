import { randomUUIDv7 } from 'node:crypto'
import { userInfo } from 'node:os'
import { type Db, transact } from '../database/schema.ts'

/** Who asked for a change, and where. */
export interface Actor {
  by: 'console' | 'cli'
  who: string
}

/** Whoever runs a command, as the system knows them; never blank. */
export function commandActor(env: Record<string, string | undefined>): Actor {
  const named = [env.SUDO_USER, env.USER, env.LOGNAME].find((name) => name?.trim())
  return { by: 'cli', who: named?.trim() ?? systemUserName() }
}

/** A container's user may have a number and no name. */
function systemUserName(): string {
  try {
    return userInfo().username.trim() || numbered()
  } catch {
    return numbered()
  }
}

const numbered = () => `user ${process.getuid?.() ?? ''}`.trim()

/** What was changed. `detail` has plain values only: no secret, no contact, no receiver's address. */
export interface AuditChange {
  /** Noun and verb: `keys.create`. */
  action: string
  /** The id of the changed thing; empty where there is no single one. */
  target: string
  detail?: Record<string, string | number | boolean | null> | undefined
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number]

/** Writes a change to the audit log. Call it in the transaction of the change. */
export async function recordAudit(
  trx: Db,
  { by, who }: Actor,
  { action, target, detail = {} }: AuditChange,
  now = Date.now(),
) {
  await trx
    .insertInto('audit')
    .values({ id: randomUUIDv7(), at: now, made_by: by, who, action, target, detail: JSON.stringify(detail) })
    .execute()
}

/** Changes something and records it, both or neither. The result decides what is recorded, if anything. */
export function audited<T>(
  db: Db,
  actor: Actor,
  change: (trx: Db) => Promise<T>,
  noteOf: (result: T) => AuditChange | undefined,
): Promise<T> {
  return transact(db, async (trx) => {
    const result = await change(trx)
    const note = noteOf(result)
    if (note) await recordAudit(trx, actor, note)
    return result
  })
}

/** Which changes to show. */
interface AuditFilter {
  who?: string | undefined
  /** An action, or a noun: `keys.create`, `keys`. */
  action?: string | undefined
  since?: number | undefined
  until?: number | undefined
  limit: number
  offset?: number
}

/** Newest first. The name of an imported file or of a key may hold a contact. */
export async function listAudit(db: Db, filter: AuditFilter) {
  const { limit, offset = 0, who, action, since, until } = filter
  let query = db.selectFrom('audit').select(['at', 'made_by', 'who', 'action', 'target', 'detail'])
  if (who) query = query.where('who', '=', who)
  if (action) query = query.where((eb) => eb.or([eb('action', '=', action), eb('action', 'like', `${action}.%`)]))
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { guardText } = await import('../redaction/redaction.ts')
  const withoutContact = (detail: Record<string, unknown>) =>
    typeof detail.name === 'string' ? { ...detail, name: guardText(detail.name) } : detail
  return rows.map(({ at: timestamp, made_by, who, action, target, detail }) => ({
    at: new Date(timestamp).toISOString(),
    by: made_by as Actor['by'],
    who,
    action,
    target: action === 'imports.apply' ? guardText(target) : target,
    detail: withoutContact(JSON.parse(detail)),
  }))
}
