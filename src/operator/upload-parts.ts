import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Db } from '../database/schema.ts'
import { UPLOAD_KEPT_MS, uploadPath } from '../intake/uploads.ts'

const PART_BYTES = 1024 * 1024

/** Keeps the bytes of a received file in the database, where every replica can read them. */
export async function keepParts(db: Db, id: string): Promise<void> {
  let number = 0
  for await (const bytes of createReadStream(uploadPath(id), { highWaterMark: PART_BYTES })) {
    await db.insertInto('upload_parts').values({ upload_id: id, number, bytes }).execute()
    number++
  }
}

/** Writes the kept bytes to this machine's disk; false when they are no longer there. */
export async function bringParts(db: Db, id: string): Promise<boolean> {
  const handle = await open(uploadPath(id), 'w', 0o600)
  try {
    for (let number = 0; ; number++) {
      const part = await db
        .selectFrom('upload_parts')
        .select('bytes')
        .where('upload_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst()
      if (!part) return number > 0
      await handle.writeFile(part.bytes)
    }
  } finally {
    await handle.close()
  }
}

export async function hasParts(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('upload_parts').select('number').where('upload_id', '=', id).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

export async function dropParts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_parts').where('upload_id', '=', id).execute()
}

/** Drops the bytes of files whose hour is over, also those of processes that were killed. */
export async function sweepParts(db: Db, now: number): Promise<void> {
  const kept = db
    .selectFrom('uploads')
    .select('id')
    .where('at', '>', now - UPLOAD_KEPT_MS)
  await db.deleteFrom('upload_parts').where('upload_id', 'not in', kept).execute()
}
