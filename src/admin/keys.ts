import {
  type ApiKey,
  createKey,
  type IssuedKey,
  isLiveKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../auth/api-key-store.ts'
import { iso } from '../lib/calendar.ts'
import { TIERS } from '../schema/api/values.ts'
import { type ActionResult, actionOf, byId, listOf, QUERY, type Resource, searchItems } from './actions.ts'
import { count, duration, line, oneOf, required, time, withDefault } from './inputs.ts'
import { withIsoTimes } from './view.ts'

const MAX_LIMIT = 1_000_000_000
const action = actionOf<ApiKey>()

export const keys: Resource<ApiKey> = {
  name: 'keys',
  singular: 'key',
  about: 'API keys, and the keys that sign responses.',
  id: byId('keys', 'a key'),
  path: ({ id }) => `keys/${id}`,
  json: withIsoTimes,
  columns: ['id', 'name', 'tier', 'limit_per_minute', 'state', 'created_at', 'expires_at', 'last_used_at', 'hint'],
  texts: {
    limit_per_minute: ({ limit_per_minute: limit }) => (limit === null ? 'of its tier' : limit.toLocaleString('en-IN')),
    state: (key, now) => (key.revoked_at !== null ? 'revoked' : isLiveKey(key, now) ? 'live' : 'expired'),
    hint: ({ hint }) => `…${hint}`,
  },
  list: listOf<ApiKey>()({
    description: 'list all keys, oldest first',
    filters: QUERY,
    run: async (db, { query }, rows) => searchItems(await listKeys(db), query, rows, withIsoTimes),
  }),
  find: async (db, id) => (await listKeys(db, id))[0],
  actions: {
    create: action({
      description: 'create a key and show it once',
      button: 'Create',
      isNew: true,
      args: {
        name: required(line('NAME', 'name of its holder', { maxLength: 200 })),
        tier: required(oneOf(TIERS, 'tier, which sets its limits')),
        limit: count('requests a minute instead of the limit of its tier', MAX_LIMIT),
        expires: time('when it expires: a date, a date-time, or a duration from now (90d)', { format: 'future' }),
      },
      effect: (trx, _id, { name, tier, limit = null, expires = null }, { now }) =>
        createKey(trx, { name, tier, limit, expiresAt: expires }, now),
      audit: ({ id }, { name, tier, limit = null }) => ({ target: id, detail: { name, tier, limit } }),
      report: (issued) => describeIssued(issued, `Created key ${describeKey(issued)}.`),
    }),

    rotate: action({
      description: 'give a key a new secret; the old one works until the overlap ends',
      button: 'Rotate',
      args: { overlap: withDefault(duration('how long the old secret works'), '24h') },
      isPossible: isLiveKey,
      effect: (trx, { id }, { overlap }, { now }) => rotateKey(trx, id, overlap, now),
      audit: (_, { overlap }) => ({ detail: { overlap_seconds: overlap / 1_000 } }),
      report(issued, _id, { overlap }, { now }) {
        const until = iso(now + overlap)
        const old = overlap === 0 ? 'The old secret has expired.' : `The old secret works until ${until}.`
        return describeIssued(issued, `Rotated key ${describeKey(issued)}. ${old}`, { overlap_until: until })
      },
    }),

    revoke: action({
      description: 'revoke a key',
      button: 'Revoke',
      warning: 'This revokes the key within 5 seconds and stops its webhooks. It cannot be undone.',
      isPossible: isLiveKey,
      effect: (trx, { id }, _, { now }) => revokeKey(trx, id, now),
      audit: ({ name }) => ({ detail: { name } }),
      report: ({ id, name, tier, revoked_at }) => ({
        json: { id, name, tier, revoked_at: iso(revoked_at) },
        text: `Revoked key ${describeKey({ id, name, tier })}. Every process rejects it within 5 seconds.`,
        isRemoved: true,
      }),
    }),
  },
}

function describeIssued(issued: IssuedKey, text: string, more: object = {}): ActionResult {
  const { id, name, tier, limit_per_minute, created_at, expires_at, key } = issued
  const times = { created_at: iso(created_at), expires_at: iso(expires_at) }
  return { json: { id, name, tier, limit_per_minute, key, ...times, ...more }, text, secret: key }
}

function describeKey({ id, name, tier }: { id: string; name: string; tier: string }): string {
  return `${id} (${name}, ${tier})`
}
