import { TIERS } from '../contract/values.ts'
import { InvalidKeyInput, readKeyName } from '../keys/key-input.ts'
import { type IssuedKey, KeyEnded, listKeys } from '../keys/key-store.ts'
import { endKey, issueKey, renewKey } from '../operator/keys.ts'
import { duration, moment, oneOf, required, value, withDefault, word } from './arguments.ts'
import { command, type Family, type Report } from './command.ts'
import { Refused, UsageError } from './io.ts'
import { keyTable, toListed } from './key-table.ts'
import { momentSayer } from './said-moments.ts'

const ID = { id: word('the id of one key; `yantra keys list` shows them') }

export const keysCommands: Family = {
  about: 'The API keys of callers.',
  members: {
    create: command({
      does: 'make a key and show it once',
      options: {
        name: required(value('NAME', 'whose it is', readName)),
        tier: required(oneOf(TIERS, 'which limits it has')),
        expires: moment('ahead', 'when it ends'),
      },
      database: 'write',
      async run({ db, values: { name, tier, expires = null } }) {
        const issued = await issueKey(db, 'cli', { name, tier, expiresAt: expires }, Date.now())
        return reportIssued(issued, `Made ${describe(issued)}.`)
      },
    }),

    list: command({
      does: 'list all keys, oldest first',
      database: 'read',
      async run({ db, io }) {
        const keys = await listKeys(db)
        const now = Date.now()
        return { json: keys.map(toListed), text: keyTable(keys, now, momentSayer(io.stdout, now)) }
      },
    }),

    rotate: command({
      does: 'give a key a new string; the old one works on for the overlap (0s: not at all)',
      words: ID,
      options: { overlap: withDefault(duration('how long the old string works on'), '24h') },
      database: 'write',
      async run({ db, words: { id }, values: { overlap } }) {
        const now = Date.now()
        const issued = await renewKey(db, 'cli', id, overlap, now).catch((error) => {
          throw error instanceof KeyEnded ? new Refused(error.message) : error
        })
        if (!issued) throw noKey(id)
        const until = new Date(now + overlap).toISOString()
        const old = overlap === 0 ? 'The old string has ended.' : `The old string works until ${until}.`
        return reportIssued(issued, `Rotated ${describe(issued)}. ${old}`, { overlap_until: until })
      },
    }),

    revoke: command({
      does: 'end a key',
      words: ID,
      database: 'write',
      async run({ db, words: { id } }) {
        const key = await endKey(db, 'cli', id, Date.now())
        if (!key) throw noKey(id)
        const revoked_at = new Date(key.revoked_at!).toISOString()
        const text = `Revoked ${describe(key)}; every process refuses it within 5 seconds.\n`
        return { json: { id, name: key.name, tier: key.tier, revoked_at }, text }
      },
    }),
  },
}

function reportIssued(issued: IssuedKey, said: string, more: object = {}): Report {
  const { id, name, tier, created_at, expires_at } = toListed(issued)
  return {
    json: { id, name, tier, key: issued.key, created_at, expires_at, ...more },
    text: `${said}\n\n  ${issued.key}\n\nKeep it safe: it is not shown again.\n`,
  }
}

function describe({ id, name, tier }: { id: string; name: string; tier: string }): string {
  return `${id} (${name}, ${tier})`
}

function noKey(id: string): Refused {
  return new Refused(`there is no key ${id}`)
}

function readName(given: string): string {
  try {
    return readKeyName(given)
  } catch (error) {
    throw error instanceof InvalidKeyInput ? new UsageError(`--name ${error.message}`) : error
  }
}
