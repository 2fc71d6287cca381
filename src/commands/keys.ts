import { parseArgs } from 'node:util'
import { ConfigError, toDatabase } from '../config.ts'
import { TIERS, type Tier } from '../contract/values.ts'
import { openDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { parseDuration, parseExpiry } from '../keys/expiry.ts'
import { type ApiKey, type IssuedKey, KeyEnded, listKeys } from '../keys/key-store.ts'
import { endKey, issueKey, renewKey } from '../operator/keys.ts'
import { nearestName } from '../text/nearest-name.ts'
import { type Io, UsageError } from './io.ts'
import { keyTable, toListed } from './key-table.ts'
import { momentSayer } from './said-moments.ts'
import { tellOfWait, wroteTo } from './written-database.ts'

/** Where it writes may be anything that takes text. */
type KeysIo = Pick<Io, 'env'> & Record<'stdout' | 'stderr', { write(text: string): unknown; isTTY?: boolean }>

const HELP = `yantra keys <command>: the API keys

  create --name NAME --tier ${TIERS.join('|')} [--expires WHEN]
                            makes a key and prints it, this once
  list                      all keys, oldest first
  rotate ID [--overlap 24h] gives a key a new string; the old one works on for the
                            overlap, with 0s not at all
  revoke ID                 ends a key

  --json                    prints JSON
  --help                    prints this

WHEN is a date-time (2027-03-31T18:30:00+05:30), a date (2027-03-31, which begins at
00:00 UTC) or a duration (30s, 15m, 24h, 90d). DATABASE_URL names the database.
`

const DEFAULT_OVERLAP = '24h'
const MAX_NAME_LENGTH = 200

/** The command was understood, and what it asks for cannot be. */
class Refused extends Error {}

/** Exit code: 0 done, 1 refused, 2 the command could not run. */
export async function keysCommand(args: string[], io: KeysIo): Promise<number> {
  try {
    const [name = '', ...rest] = args
    if (args.includes('--help') || args.includes('-h') || name === 'help') {
      io.stdout.write(HELP)
      return 0
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) {
      const near = nearestName(name, Object.keys(COMMANDS))
      const suggestion = near ? `; did you mean "${near}"?` : ''
      throw new UsageError(name ? `there is no command "keys ${name}"${suggestion}` : 'which command?')
    }
    // Read before the database is opened: a slip of the pen leaves no file behind.
    const work = command(rest, io)
    const database = toDatabase(io.env.DATABASE_URL)
    const db = await openDatabase(database, { create: false, onWait: tellOfWait(io) })
    try {
      await work(db)
    } finally {
      await db.destroy()
    }
    if (name !== 'list') io.stderr.write(wroteTo(database))
    return 0
  } catch (error) {
    const usage = error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
    io.stderr.write(`yantra keys: ${messageOf(error)}\n${usage ? 'Try yantra keys --help.\n' : ''}`)
    return error instanceof Refused || error instanceof KeyEnded ? 1 : 2
  }
}

type Work = (db: Db) => Promise<void>

const COMMANDS: Record<string, (args: string[], io: KeysIo) => Work> = {
  create(args, io) {
    const { values } = parseArgs({
      args,
      options: { name: { type: 'string' }, tier: { type: 'string' }, expires: { type: 'string' }, ...JSON_OPTION },
    })
    const input = { name: readName(values.name), tier: readTier(values.tier), expiresAt: readExpiry(values.expires) }
    return async (db) => {
      const issued = await issueKey(db, 'cli', input, Date.now())
      printIssued(io, issued, values.json, {}, `Made ${describe(issued)}.`)
    }
  },

  list(args, io) {
    const { values } = parseArgs({ args, options: JSON_OPTION })
    return async (db) => {
      const keys = await listKeys(db)
      io.stdout.write(
        values.json ? toJson(keys.map(toListed)) : keyTable(keys, Date.now(), momentSayer(io.stdout, Date.now())),
      )
    }
  },

  rotate(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { overlap: { type: 'string', default: DEFAULT_OVERLAP }, ...JSON_OPTION },
    })
    const id = readId(positionals)
    const overlap = parseDuration(values.overlap)
    if (overlap === undefined) throw new UsageError('--overlap takes a duration: 30s, 15m, 24h, 90d')
    return async (db) => {
      const now = Date.now()
      const issued = await renewKey(db, 'cli', id, overlap, now)
      if (!issued) throw new Refused(`there is no key ${id}`)
      const until = new Date(now + overlap).toISOString()
      const text = overlap === 0 ? 'The old string has ended.' : `The old string works until ${until}.`
      printIssued(io, issued, values.json, { overlap_until: until }, `Rotated ${describe(issued)}. ${text}`)
    }
  },

  revoke(args, io) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: JSON_OPTION })
    const id = readId(positionals)
    return async (db) => {
      const key = await endKey(db, 'cli', id, Date.now())
      if (!key) throw new Refused(`there is no key ${id}`)
      const revoked_at = new Date(key.revoked_at!).toISOString()
      const text = `Revoked ${describe(key)}; every process refuses it within 5 seconds.\n`
      io.stdout.write(values.json ? toJson({ id, name: key.name, tier: key.tier, revoked_at }) : text)
    }
  },
}

const JSON_OPTION = { json: { type: 'boolean', default: false } } as const

function printIssued(io: KeysIo, issued: IssuedKey, json: boolean, more: object, text: string): void {
  const { id, name, tier, created_at, expires_at } = toListed(issued)
  if (json) io.stdout.write(toJson({ id, name, tier, key: issued.key, created_at, expires_at, ...more }))
  else io.stdout.write(`${text}\n\n  ${issued.key}\n\nKeep it safe: it is not shown again.\n`)
}

function describe({ id, name, tier }: Pick<ApiKey, 'id' | 'name'> & { tier: string }): string {
  return `${id} (${name}, ${tier})`
}

function readName(name: string | undefined): string {
  const text = name?.trim()
  if (!text) throw new UsageError('--name is missing')
  if (text.length > MAX_NAME_LENGTH) throw new UsageError(`--name has at most ${MAX_NAME_LENGTH} characters`)
  // It would move the cursor of whoever lists the keys; PostgreSQL takes no NUL.
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw new UsageError('--name has control characters')
  return text
}

function readTier(tier: string | undefined): Tier {
  const known = TIERS.find((one) => one === tier)
  if (!known) throw new UsageError(`--tier is ${TIERS.join(' or ')}`)
  return known
}

function readExpiry(text: string | undefined): number | null {
  if (text === undefined) return null
  const now = Date.now()
  const moment = parseExpiry(text, now)
  if (moment === undefined) throw new UsageError('--expires takes a date-time, a date or a duration such as 90d')
  if (moment <= now) throw new UsageError('--expires must be in the future')
  return moment
}

function readId(positionals: string[]): string {
  const [id, ...more] = positionals
  if (!id || more.length > 0) throw new UsageError('give the id of one key; yantra keys list shows them')
  return id
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Every line of an error on one; a refused connection has its text in the first of several. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return error instanceof ConfigError ? text : text.split('\n', 1)[0]!
}
