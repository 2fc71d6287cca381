import {
  type ApiKey,
  createKey,
  type IssuedKey,
  isLiveKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../auth/api-key-store.ts'
import type { Db } from '../database/schema.ts'
import { audited } from '../history/audit.ts'
import { iso } from '../lib/calendar.ts'
import { TIERS } from '../schema/api/values.ts'
import { type ActionField, type ActionResult, actionOf, byId, type Cell, type Resource, withAudit } from './actions.ts'
import { count, duration, line, oneOf, required, time, withDefault } from './inputs.ts'

const MAX_LIMIT = 1_000_000_000
const action = actionOf<ApiKey>()

const FACTS: readonly ActionField<ApiKey>[] = [
  { name: 'Tier', value: ({ tier }) => tier },
  {
    name: 'Limit',
    value: ({ limit_per_minute }) => (limit_per_minute === null ? 'of its tier' : `${limit_per_minute} a minute`),
  },
  { name: 'State', value: stateOf },
  { name: 'Created', value: ({ created_at }) => ({ timestamp: created_at }) },
  { name: 'Expires', value: ({ expires_at }) => ({ timestamp: expires_at }) },
  { name: 'Last used', value: ({ last_used_at }) => ({ timestamp: last_used_at }) },
  { name: 'Key ends with', value: ({ hint }) => `…${hint}` },
]

/** API keys. */
export const keys: Resource<ApiKey> = {
  name: 'keys',
  singular: 'key',
  id: byId('keys', 'a key'),
  idOf: ({ id }) => ({ id }),
  json({ id, name, tier, limit_per_minute, created_at, expires_at, last_used_at, revoked_at, hint }) {
    const times = { created_at: iso(created_at), expires_at: iso(expires_at), last_used_at: iso(last_used_at) }
    return { id, name, tier, limit_per_minute, ...times, revoked_at: iso(revoked_at), hint }
  },
  columns: [
    { name: 'Id', surface: 'terminal', value: ({ id }) => id },
    { name: 'Name', surface: 'terminal', value: ({ name }) => name },
    {
      name: 'Key',
      surface: 'page',
      value: ({ id, name }) => ({
        text: name,
        style: 'strong',
        path: `keys/${id}`,
        below: { text: id, style: 'code' },
      }),
    },
    ...FACTS,
  ],
  details: [{ name: 'Id', value: ({ id }) => ({ text: id, style: 'code' }) }, ...FACTS],
  find: async (db, id) => (await listKeys(db, id))[0],
  actions: {
    create: action({
      description: 'create a key and show it once',
      button: 'Create',
      failure: 'No key was created',
      isNew: true,
      args: {
        name: required(
          line('NAME', 'name of its holder', {
            maxLength: 200,
            form: { label: 'Name', placeholder: 'Name of the holder' },
          }),
        ),
        tier: required(oneOf(TIERS, 'tier, which sets its limits', { form: { label: 'Tier' } })),
        limit: count('requests a minute instead of the limit of its tier', MAX_LIMIT, {
          form: { label: 'Limit', note: 'requests a minute; empty: of its tier' },
        }),
        expires: time('when it expires: a date, a date-time, or a duration from now (90d)', {
          format: 'future',
          form: { label: 'Expires', note: 'empty: never', placeholder: '90d or 2027-03-31' },
        }),
      },
      async run({ db, actor, now }, _id, { name, tier, limit = null, expires = null }) {
        const create = (trx: Db) => createKey(trx, { name, tier, limit, expiresAt: expires }, now)
        const entryOf = ({ id }: IssuedKey) => ({ action: 'keys.create', target: id, detail: { name, tier, limit } })
        const issued = await audited(db, actor, create, entryOf)
        return describeIssued(issued, `Created key ${describeKey(issued)}.`)
      },
    }),

    rotate: action({
      description: 'give a key a new secret; the old one works until the overlap ends',
      button: 'Rotate',
      failure: 'The key was not rotated',
      args: {
        overlap: withDefault(
          duration('how long the old secret works', { form: { label: 'The old secret works for' } }),
          '24h',
        ),
      },
      isPossible: isLiveKey,
      async run(context, { id }, { overlap }) {
        const rotate = (trx: Db) => rotateKey(trx, id, overlap, context.now)
        const issued = await withAudit(context, 'keys.rotate', id, rotate, { overlap_seconds: overlap / 1_000 })
        if (!issued) return undefined
        const until = iso(context.now + overlap)
        const old = overlap === 0 ? 'The old secret has expired.' : `The old secret works until ${until}.`
        return describeIssued(issued, `Rotated key ${describeKey(issued)}. ${old}`, { overlap_until: until })
      },
    }),

    revoke: action({
      description: 'revoke a key',
      button: 'Revoke',
      warning: ({ name }) =>
        `This revokes the key ${name} within 5 seconds and stops its webhooks. It cannot be undone.`,
      isPossible: isLiveKey,
      async run(context, { id }) {
        const revoke = (trx: Db) => revokeKey(trx, id, context.now)
        const key = await withAudit(context, 'keys.revoke', id, revoke, (revoked) => ({ name: revoked!.name }))
        if (!key) return undefined
        const { name, tier, revoked_at } = key
        const text = `Revoked key ${describeKey(key)}. Every process rejects it within 5 seconds.`
        return { json: { id, name, tier, revoked_at: iso(revoked_at) }, text, isRemoved: true }
      },
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

function stateOf(key: ApiKey, now: number): Cell {
  if (key.revoked_at !== null) return { text: 'revoked', severity: 'bad' }
  return isLiveKey(key, now) ? { text: 'live', severity: 'good' } : { text: 'expired', severity: 'warn' }
}
