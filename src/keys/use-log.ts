import type { Db } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { recordUses } from './key-store.ts'

const FLUSH_MS = 5_000

/** Collects the last uses of keys and writes them in batches, apart from requests. */
export function createUseLog(db: Db, log: Log | undefined) {
  let pending = new Map<string, number>()
  let writing: Promise<void> | undefined
  let failing = false
  const timer = setInterval(flush, FLUSH_MS).unref()

  function flush(): Promise<void> {
    if (writing) return writing
    if (pending.size === 0) return Promise.resolve()
    const batch = pending
    pending = new Map()
    writing = write(batch).finally(() => {
      writing = undefined
    })
    return writing
  }

  async function write(batch: Map<string, number>): Promise<void> {
    try {
      await recordUses(db, batch)
      if (failing) log?.info({}, 'the last use of keys is written down again')
      failing = false
    } catch (error) {
      for (const [id, at] of batch) if (!pending.has(id)) pending.set(id, at)
      if (!failing)
        log?.warn(
          { reason: (error as Error).message },
          'the last use of keys could not be written down; it is tried again',
        )
      failing = true
    }
  }

  return {
    note(keyId: string, at: number): void {
      // Two strings of one key are noted apart.
      if ((pending.get(keyId) ?? 0) < at) pending.set(keyId, at)
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}
