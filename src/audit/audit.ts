import { randomUUIDv7 } from 'node:crypto'
import { transact } from '../database/revision.ts'
import type { Db } from '../database/schema.ts'

/** Where a change was asked for. */
export type By = 'console' | 'cli'

/** What was changed. `detail` has plain values only: no secret, no contact, no receiver's address. */
export interface Change {
  /** Noun and verb: `keys.create`. */
  action: string
  /** The id of the changed thing; empty where there is no single one. */
  target: string
  detail?: Record<string, string | number | boolean | null> | undefined
}

export interface AuditEntry {
  at: string
  by: By
  action: string
  target: string
  detail: Record<string, unknown>
}

/** Records a change. Call it in the transaction of the change. */
export async function audit(trx: Db, by: By, { action, target, detail = {} }: Change, now = Date.now()): Promise<void> {
  await trx
    .insertInto('audit')
    .values({ id: randomUUIDv7(), at: now, made_by: by, action, target, detail: JSON.stringify(detail) })
    .execute()
}

/** Changes something and records it, both or neither. The result decides what is recorded, if anything. */
export function audited<T>(
  db: Db,
  by: By,
  change: (trx: Db) => Promise<T>,
  noteOf: (result: T) => Change | undefined,
): Promise<T> {
  return transact(db, async (trx) => {
    const result = await change(trx)
    const note = noteOf(result)
    if (note) await audit(trx, by, note)
    return result
  })
}

interface Wanted {
  limit: number
  offset?: number
}

/** Newest first. The name of an imported file or of a key may hold a contact. */
export async function listAudit(db: Db, { limit, offset = 0 }: Wanted): Promise<AuditEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'made_by', 'action', 'target', 'detail'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { guardText } = await import('../guard/guard.ts')
  const withoutContact = (detail: AuditEntry['detail']) =>
    typeof detail.name === 'string' ? { ...detail, name: guardText(detail.name) } : detail
  return rows.map(({ at, made_by, action, target, detail }) => ({
    at: new Date(at).toISOString(),
    by: made_by as By,
    action,
    target: action === 'imports.apply' ? guardText(target) : target,
    detail: withoutContact(JSON.parse(detail)),
  }))
}
