import { audited, type By } from '../audit/audit.ts'
import type { Db } from '../database/schema.ts'
import type { ApiKeyTable } from '../database/tables/keys.ts'
import { createKey, type IssuedKey, type NewKey, revokeKey, rotateKey } from '../keys/key-store.ts'

// What an operator does with keys, by a command or in the console: the change and its line in the audit log at once.

export function issueKey(db: Db, by: By, input: NewKey, now: number): Promise<IssuedKey> {
  return audited(
    db,
    (trx) => createKey(trx, input, now),
    ({ id, name, tier }) => ({ by, action: 'keys.create', target: id, detail: { name, tier } }),
  )
}

/** Undefined when there is no such key. */
export function renewKey(db: Db, by: By, id: string, overlapMs: number, now: number): Promise<IssuedKey | undefined> {
  return audited(
    db,
    (trx) => rotateKey(trx, id, overlapMs, now),
    (issued) => issued && { by, action: 'keys.rotate', target: id, detail: { overlap_seconds: overlapMs / 1_000 } },
  )
}

/** Undefined when there is no such key. */
export function endKey(db: Db, by: By, id: string, now: number): Promise<ApiKeyTable | undefined> {
  return audited(
    db,
    (trx) => revokeKey(trx, id, now),
    (key) => key && { by, action: 'keys.revoke', target: id, detail: { name: key.name } },
  )
}
