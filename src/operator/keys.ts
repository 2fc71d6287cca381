import { audited, type By } from '../audit/audit.ts'
import type { Db } from '../database/schema.ts'
import type { ApiKeyTable } from '../database/tables/keys.ts'
import { createKey, type IssuedKey, type NewKey, revokeKey, rotateKey } from '../keys/key-store.ts'

// An operator's actions on keys, in a command or the console: the change and its audit line together.

export function issueKey(db: Db, by: By, input: NewKey, now: number): Promise<IssuedKey> {
  return audited(
    db,
    (trx) => createKey(trx, input, now),
    ({ id, name, tier }) => ({ by, action: 'keys.create', target: id, detail: { name, tier } }),
  )
}

/** Undefined for an unknown key. */
export function renewKey(db: Db, by: By, id: string, overlapMs: number, now: number): Promise<IssuedKey | undefined> {
  return audited(
    db,
    (trx) => rotateKey(trx, id, overlapMs, now),
    (issued) => issued && { by, action: 'keys.rotate', target: id, detail: { overlap_seconds: overlapMs / 1_000 } },
  )
}

/** Undefined for an unknown key. */
export function endKey(db: Db, by: By, id: string, now: number): Promise<ApiKeyTable | undefined> {
  return audited(
    db,
    (trx) => revokeKey(trx, id, now),
    (key) => key && { by, action: 'keys.revoke', target: id, detail: { name: key.name } },
  )
}
