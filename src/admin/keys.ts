import { type ApiKey, createKey, type IssuedKey, isLiveKey, revokeKey, rotateKey } from '../auth/key-store.ts'
import type { Db } from '../database/schema.ts'
import { audited } from '../history/audit.ts'
import { iso } from '../lib/calendar.ts'
import { TIERS } from '../schema/api/values.ts'
import { actOf, byId, type Cell, type Column, type Done, type Noun, noted } from './actions.ts'
import { duration, InvalidInput, inForm, moment, oneOf, readTrimmed, required, value, withDefault } from './inputs.ts'

const MAX_NAME_CHARACTERS = 200
const act = actOf<ApiKey>()

const FACTS: readonly Column<ApiKey>[] = [
  { name: 'Tier', of: ({ tier }) => tier },
  { name: 'State', of: stateOf },
  { name: 'Created', of: ({ created_at }) => ({ at: created_at }) },
  { name: 'Expires', of: ({ expires_at }) => ({ at: expires_at }) },
  { name: 'Last used', of: ({ last_used_at }) => ({ at: last_used_at }) },
  { name: 'Key ends with', of: ({ hint }) => `…${hint}` },
]

/** The API keys of callers. */
export const keys: Noun<ApiKey> = {
  name: 'keys',
  one: 'key',
  names: byId('keys', 'a key'),
  nameOf: ({ id }) => ({ id }),
  json({ id, name, tier, created_at, expires_at, last_used_at, revoked_at, hint }) {
    const moments = { created_at: iso(created_at), expires_at: iso(expires_at), last_used_at: iso(last_used_at) }
    return { id, name, tier, ...moments, revoked_at: iso(revoked_at), hint }
  },
  columns: [
    { name: 'Id', on: 'terminal', of: ({ id }) => id },
    { name: 'Name', on: 'terminal', of: ({ name }) => name },
    {
      name: 'Key',
      on: 'page',
      of: ({ id, name }) => ({ text: name, look: 'strong', to: `keys/${id}`, below: { text: id, look: 'code' } }),
    },
    ...FACTS,
  ],
  sheet: [{ name: 'Id', of: ({ id }) => ({ text: id, look: 'code' }) }, ...FACTS],
  acts: {
    create: act({
      does: 'make a key and show it once',
      button: 'Create',
      undone: 'No key was created',
      isNew: true,
      inputs: {
        name: inForm(required(value('NAME', 'whose it is', readName)), {
          label: 'Name',
          placeholder: 'Whose key it is',
          maxlength: MAX_NAME_CHARACTERS,
        }),
        tier: inForm(required(oneOf(TIERS, 'which limits it has')), { label: 'Tier' }),
        expires: inForm(moment('ahead', 'when it ends'), {
          label: 'Expires',
          note: 'empty: never',
          placeholder: '90d or 2027-03-31',
        }),
      },
      async run({ db, actor, now }, _name, { name, tier, expires = null }) {
        const create = (trx: Db) => createKey(trx, { name, tier, expiresAt: expires }, now)
        const noteOf = ({ id }: IssuedKey) => ({ action: 'keys.create', target: id, detail: { name, tier } })
        const issued = await audited(db, actor, create, noteOf)
        return shown(issued, `Made ${describe(issued)}.`)
      },
    }),

    rotate: act({
      does: 'give a key a new string; the old one works on for the overlap (0s: not at all)',
      button: 'Rotate',
      undone: 'It was not rotated',
      inputs: {
        overlap: inForm(withDefault(duration('how long the old string works on'), '24h'), {
          label: 'The old string works on for',
        }),
      },
      fits: isLiveKey,
      async run(desk, { id }, { overlap }) {
        const rotate = (trx: Db) => rotateKey(trx, id, overlap, desk.now)
        const issued = await noted(desk, 'keys.rotate', id, rotate, { overlap_seconds: overlap / 1_000 })
        if (!issued) return undefined
        const until = iso(desk.now + overlap)
        const old = overlap === 0 ? 'The old string has ended.' : `The old string works until ${until}.`
        return shown(issued, `Rotated ${describe(issued)}. ${old}`, { overlap_until: until })
      },
    }),

    revoke: act({
      does: 'end a key',
      button: 'Revoke',
      warning: ({ name }) =>
        `Ends all strings of ${name} within 5 seconds, and its webhooks with them. It cannot be taken back.`,
      fits: isLiveKey,
      async run(desk, { id }) {
        const revoke = (trx: Db) => revokeKey(trx, id, desk.now)
        const key = await noted(desk, 'keys.revoke', id, revoke, (ended) => ({ name: ended!.name }))
        if (!key) return undefined
        const { name, tier, revoked_at } = key
        const text = `${describe(key)} is revoked: every process refuses it within 5 seconds.`
        return { json: { id, name, tier, revoked_at: iso(revoked_at) }, text, isOver: true }
      },
    }),
  },
}

function shown(issued: IssuedKey, text: string, more: object = {}): Done {
  const { id, name, tier, created_at, expires_at, key } = issued
  const moments = { created_at: iso(created_at), expires_at: iso(expires_at) }
  return { json: { id, name, tier, key, ...moments, ...more }, text, secret: key }
}

function describe({ id, name, tier }: { id: string; name: string; tier: string }): string {
  return `${id} (${name}, ${tier})`
}

function stateOf(key: ApiKey, now: number): Cell {
  if (key.revoked_at !== null) return { text: 'revoked', tone: 'bad' }
  return isLiveKey(key, now) ? { text: 'live', tone: 'good' } : { text: 'expired', tone: 'warn' }
}

function readName(given: string, name: string): string {
  const text = readTrimmed(MAX_NAME_CHARACTERS)(given, name)
  // Control characters would move the cursor in a list; PostgreSQL takes no NUL.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw new InvalidInput(`${name} has control characters`)
  return text
}
