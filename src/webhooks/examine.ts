import { readFileSync } from 'node:fs'
import { countRows } from '../database/count-rows.ts'
import type { Db } from '../database/schema.ts'
import type { DatabaseTarget } from '../database/target.ts'
import { createSecretBox } from './secret-box.ts'

// What an outside look finds, without changing anything.

interface KeyFinding {
  /** The key's origin: `SECRET_KEY`, or the path of the key file. */
  from: string
  /** Whether the key exists. */
  isThere: boolean
  /** How many secrets there are, and whether the key opens the newest. */
  secrets: number
  opens: boolean
}

export async function examineSecretKey(
  db: Db,
  { secretKey, database }: { secretKey: string | undefined; database: DatabaseTarget },
): Promise<KeyFinding> {
  const from = secretKey || database.kind !== 'sqlite' ? 'SECRET_KEY' : `${database.path}.key`
  const key = secretKey ?? (database.kind === 'sqlite' ? readText(from) : undefined)
  const newest = await db
    .selectFrom('subscription_secrets')
    .select(['subscription_id', 'sealed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const opens = key !== undefined && newest !== undefined && (await canOpen(key, newest))
  return { from, isThere: key !== undefined, secrets: await countRows(db, 'subscription_secrets'), opens }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

async function canOpen(key: string, { sealed, subscription_id }: { sealed: string; subscription_id: string }) {
  try {
    ;(await createSecretBox(key)).open(sealed, subscription_id)
    return true
  } catch {
    return false
  }
}
