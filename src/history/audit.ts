import { randomUUIDv7 } from 'node:crypto'
import { userInfo } from 'node:os'
import { type Db, transact } from '../database/schema.ts'

export interface Actor {
  by: 'console' | 'cli'
  who: string
}

/** Never blank. */
export function commandActor(env: Record<string, string | undefined>): Actor {
  const names = [env.SUDO_USER, env.USER, env.LOGNAME, systemUserName()].map((name) => name?.trim())
  return { by: 'cli', who: names.find(Boolean) ?? `user ${process.getuid?.() ?? ''}`.trim() }
}

function systemUserName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

/** `detail` has no secret, contact or receiver's address. */
export interface AuditChange {
  /** Noun and verb: `keys.create`. */
  action: string
  target: string
  detail?: Record<string, string | number | boolean | null> | undefined
}

export type AuditEntry = Awaited<ReturnType<typeof listAudit>>[number]

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

/** `noteOf` may decline to record the change. */
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

interface AuditFilter {
  who?: string | undefined
  /** An action, or a noun: `keys.create`, `keys`. */
  action?: string | undefined
  since?: number | undefined
  until?: number | undefined
  limit: number
  offset?: number
}

/** Newest first. Contacts are redacted: the name of an imported file or of a key may hold one. */
export async function listAudit(db: Db, { limit, offset = 0, who, action, since, until }: AuditFilter) {
  let query = db.selectFrom('audit').selectAll()
  if (who) query = query.where('who', '=', who)
  if (action) query = query.where((eb) => eb.or([eb('action', '=', action), eb('action', 'like', `${action}.%`)]))
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { guardText } = await import('../redaction/redaction.ts')
  return rows.map((row) => {
    const detail = JSON.parse(row.detail) as Record<string, unknown>
    if (typeof detail.name === 'string') detail.name = guardText(detail.name)
    const target = row.action === 'imports.apply' ? guardText(row.target) : row.target
    const at = new Date(row.at).toISOString()
    return { at, by: row.made_by as Actor['by'], who: row.who, action: row.action, target, detail }
  })
}
