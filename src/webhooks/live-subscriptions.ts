import type { Db } from '../database/schema.ts'
import { isLive } from '../keys/key-store.ts'

/** Subscriptions whose keys have not ended, joined with those keys. */
export function liveSubscriptions(db: Db, now: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('api_keys', 'api_keys.id', 'subscriptions.key_id')
    .where((eb) => isLive(now)(eb as never))
}
