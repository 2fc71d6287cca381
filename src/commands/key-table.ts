import type { ApiKey } from '../keys/key-store.ts'
import type { SayMoment } from './said-moments.ts'

/** A key as `keys list --json` shows it. */
export interface ListedKey {
  id: string
  name: string
  tier: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  hint: string
}

export function toListed(key: ApiKey): ListedKey {
  return {
    id: key.id,
    name: key.name,
    tier: key.tier,
    created_at: new Date(key.created_at).toISOString(),
    expires_at: toIso(key.expires_at),
    last_used_at: toIso(key.last_used_at),
    revoked_at: toIso(key.revoked_at),
    hint: key.hint,
  }
}

const HEAD = ['ID', 'NAME', 'TIER', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'KEY ENDS WITH']

/** Columns as wide as their widest cell. */
export function keyTable(keys: readonly ApiKey[], now: number, say: SayMoment): string {
  if (keys.length === 0) return 'There are no keys.\n'
  const rows = [HEAD, ...keys.map((key) => toRow(key, now, say))]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '))
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}

function toRow(key: ApiKey, now: number, say: SayMoment): string[] {
  const expired = key.expires_at !== null && key.expires_at <= now
  const state = key.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'live'
  const moments = [key.created_at, key.expires_at, key.last_used_at].map((at) => say(toIso(at)))
  return [key.id, key.name, key.tier, state, ...moments, `…${key.hint}`]
}

function toIso(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}
