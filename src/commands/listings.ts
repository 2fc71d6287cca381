import { LISTING_STATUSES, STATE_CODES } from '../contract/values.ts'
import type { Db } from '../database/schema.ts'
import { type Decided, MOST_REASON_CHARACTERS } from '../market/desk/decide-listing.ts'
import { readDeskListing, searchListings } from '../market/desk/listing-desk.ts'
import { approveListing, rejectListing } from '../operator/listings.ts'
import { command, commandFamily } from './command.ts'
import { type Io, UsageError } from './io.ts'
import { listingSheet, listingTable, toPrinted } from './listing-table.ts'
import { withDatabase } from './open.ts'

const HELP = `Usage: yantra listings <command> [ID] [options]

Used listings in any status, and what the contact guard took out of those that are not live yet.

  list [--state S] [--query TEXT] [--region CODE] [--limit 50] [--offset 0]
                              those in review oldest first, the others newest first; S is one of
                              ${LISTING_STATUSES.join(', ')};
                              TEXT is an id, or words of the maker and the district; CODE a state such as MH
  show ID                     one of them, its texts before and after the guard
  approve ID                  ends its review: buyers see it
  reject ID --reason TEXT     ends its review: nobody sees it

  --json                      print JSON
  --help                      print this

Exit code: 0 done, 1 there is no such listing or it is not in review, 2 the command could not run.
`

export const listingsCommand = commandFamily('listings', HELP, {
  list: command({
    help: HELP,
    options: {
      state: { type: 'string' },
      query: { type: 'string' },
      region: { type: 'string' },
      limit: { type: 'string', default: '50' },
      offset: { type: 'string', default: '0' },
    },
    async run({ values, io }) {
      const query = {
        status: oneOf('--state', values.state, LISTING_STATUSES),
        q: values.query,
        state: oneOf('--region', values.region?.toUpperCase(), STATE_CODES),
        limit: whole('--limit', values.limit, 1, 1_000),
        offset: whole('--offset', values.offset, 0, Number.MAX_SAFE_INTEGER),
      }
      const { total, listings } = await withDatabase(io, {}, (db) => searchListings(db, query))
      io.stdout.write(values.json ? `${JSON.stringify(listings.map(toPrinted))}\n` : listingTable(listings, total))
      return 0
    },
  }),
  show: command({
    help: HELP,
    takesWords: true,
    async run({ values, words, io }) {
      const id = readId('show', words)
      const found = await withDatabase(io, {}, (db) => readDeskListing(db, id))
      if (!found) return refuse(io, `there is no listing ${id}`)
      io.stdout.write(values.json ? `${JSON.stringify(toPrinted(found))}\n` : listingSheet(found))
      return 0
    },
  }),
  approve: command({
    help: HELP,
    takesWords: true,
    run({ values, words, io }) {
      const id = readId('approve', words)
      const act = (db: Db) => approveListing(db, 'cli', id, Date.now())
      return decide(io, act, { id, status: 'live' }, values.json)
    },
  }),
  reject: command({
    help: HELP,
    takesWords: true,
    options: { reason: { type: 'string' } },
    async run({ values, words, io }) {
      const id = readId('reject', words)
      const reason = values.reason?.trim() ?? ''
      if (reason === '') throw new UsageError('listings reject needs --reason TEXT')
      if (reason.length > MOST_REASON_CHARACTERS) {
        throw new UsageError(`--reason may have ${MOST_REASON_CHARACTERS} characters`)
      }
      const act = (db: Db) => rejectListing(db, 'cli', id, reason, Date.now())
      return decide(io, act, { id, status: 'rejected' }, values.json)
    },
  }),
})

function decide(
  io: Io,
  act: (db: Db) => Promise<Decided>,
  done: { id: number; status: 'live' | 'rejected' },
  json: boolean,
): Promise<number> {
  const { id, status } = done
  return withDatabase(io, { writes: true }, async (db: Db) => {
    const decided = await act(db)
    if (decided.outcome === 'unknown') return refuse(io, `there is no listing ${id}`)
    if (decided.outcome === 'refused') {
      return refuse(io, `listing ${id} is ${decided.status}; only one in review is approved or rejected`)
    }
    const said = status === 'live' ? `Approved ${id}: it is live.\n` : `Rejected ${id}.\n`
    io.stdout.write(json ? `${JSON.stringify(done)}\n` : said)
    return 0
  })
}

function refuse(io: Io, reason: string): number {
  io.stderr.write(`yantra listings: ${reason}\n`)
  return 1
}

function readId(name: string, [word, surplus]: readonly string[]): number {
  if (surplus !== undefined) throw new UsageError(`there is one word too many: ${surplus}`)
  const id = Number(word)
  if (!/^\d+$/.test(word ?? '') || !Number.isSafeInteger(id)) {
    throw new UsageError(`listings ${name} needs the id of a listing, a whole number`)
  }
  return id
}

function whole(option: string, value: string, least: number, most: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw new UsageError(`${option} is a whole number from ${least} to ${most}`)
}

function oneOf<const V extends string>(
  option: string,
  value: string | undefined,
  allowed: readonly V[],
): V | undefined {
  if (value === undefined || (allowed as readonly string[]).includes(value)) return value as V | undefined
  throw new UsageError(`${option} must be one of ${allowed.join(', ')}`)
}
