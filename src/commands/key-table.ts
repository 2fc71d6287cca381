import { iso } from '../calendar.ts'
import type { ApiKey } from '../keys/key-store.ts'
import type { SayMoment } from './said-moments.ts'
import { table } from './table.ts'

/** A key as `keys list --json` shows it. */
export function toListed({ id, name, tier, created_at, expires_at, last_used_at, revoked_at, hint }: ApiKey) {
  return {
    ...{ id, name, tier },
    created_at: iso(created_at),
    expires_at: iso(expires_at),
    last_used_at: iso(last_used_at),
    revoked_at: iso(revoked_at),
    hint,
  }
}

export function keyTable(keys: readonly ApiKey[], now: number, say: SayMoment): string {
  if (keys.length === 0) return 'There are no keys.\n'
  return table(
    ['ID', 'NAME', 'TIER', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'KEY ENDS WITH'],
    keys.map((key) => {
      const expired = key.expires_at !== null && key.expires_at <= now
      const state = key.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'live'
      const moments = [key.created_at, key.expires_at, key.last_used_at].map((at) => say(iso(at)))
      return [key.id, key.name, key.tier, state, ...moments, `…${key.hint}`]
    }),
  )
}
