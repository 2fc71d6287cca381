import { parseArgs } from 'node:util'
import { toConfig } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { type Enquiry, eachEnquiry, listEnquiries, readEnquiryByReference } from '../market/enquiries/enquiry-store.ts'
import { readReference } from '../market/enquiries/reference.ts'
import { endEnquiry, mailEnquiry } from '../operator/enquiries.ts'
import { enquirySheet, enquiryTable, toPrinted } from './enquiry-table.ts'
import { type Io, UsageError } from './io.ts'
import { withDatabase } from './open.ts'
import { printable } from './webhook-table.ts'

const HELP = `Usage: yantra enquiries <command> [REFERENCE] [options]

What buyers asked sellers on the site. It is private: it stands in no page, response or log.

  list [--open] [--limit 100]   newest first; --open: only those that are not closed
  show REFERENCE                one of them, with the buyer's words
  export [--open]               all of them as NDJSON, newest first
  close REFERENCE               it is dealt with; it is removed ENQUIRY_RETENTION_DAYS later
  resend REFERENCE              mails it to the seller once more, also one that waits for you

  --json                        prints JSON
  --help                        prints this

REFERENCE is what the buyer was shown, in capitals or not. Exit code: 0 done, 1 there is none, 2 the command could not
run.
`

const OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  open: { type: 'boolean', default: false },
  limit: { type: 'string' },
} as const

/** The options that each command knows beside the common ones. */
const COMMANDS: Record<string, readonly string[]> = {
  list: ['open', 'limit'],
  show: [],
  export: ['open'],
  close: [],
  resend: [],
}

interface Call {
  command: string
  reference: string
  open: boolean
  limit: number
  json: boolean
}

export async function enquiriesCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  if (values.help || positionals[0] === 'help') {
    io.stdout.write(HELP)
    return 0
  }
  const call = readCall(values, positionals)
  const config = toConfig(io.env)
  const writes = call.command === 'close' || call.command === 'resend'
  return withDatabase(io, { target: config.database, writes }, async (db) => {
    if (call.command === 'list') await list(db, call, io)
    else if (call.command === 'export') await writeAll(db, call, io)
    else return one(db, call, io, config.enquiries.mail !== undefined)
    return 0
  })
}

async function list(db: Db, { open, limit, json }: Call, io: Io): Promise<void> {
  const found = await listEnquiries(db, { limit, ...(open ? { status: 'open' } : {}) })
  io.stdout.write(json ? `${JSON.stringify(found.map(toPrinted))}\n` : enquiryTable(found))
}

async function writeAll(db: Db, { open }: Call, io: Io): Promise<void> {
  for await (const enquiry of eachEnquiry(db, open ? { status: 'open' } : {})) {
    io.stdout.write(`${JSON.stringify(toPrinted(enquiry))}\n`)
  }
}

/** What concerns one enquiry. */
async function one(db: Db, { command, reference, json }: Call, io: Io, mailed: boolean): Promise<number> {
  const now = Date.now()
  if (command === 'close') await endEnquiry(db, 'cli', reference, now)
  if (command === 'resend') await mailEnquiry(db, 'cli', reference, now)
  const enquiry = await readEnquiryByReference(db, reference)
  if (!enquiry) {
    io.stderr.write(`yantra enquiries: there is no enquiry ${printable(reference)}\n`)
    return 1
  }
  if (command === 'resend' && !mailed) {
    io.stderr.write('yantra enquiries: it waits until a process that delivers has SMTP_URL and ENQUIRY_FROM\n')
  }
  io.stdout.write(json ? `${JSON.stringify(toPrinted(enquiry))}\n` : sayDone(command, enquiry))
  return 0
}

function sayDone(command: string, enquiry: Enquiry): string {
  if (command === 'close') return `Closed ${enquiry.reference}.\n`
  if (command === 'resend') return `${enquiry.reference} is mailed once more.\n`
  return enquirySheet(enquiry)
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

function readCall(values: Values, [command = '', typed, ...more]: string[]): Call {
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!known) throw new UsageError(command ? `there is no command "enquiries ${command}"` : 'which command?')
  for (const name of ['open', 'limit'] as const) {
    if (values[name] && !known.includes(name)) throw new UsageError(`enquiries ${command} takes no --${name}`)
  }
  const needsReference = !['list', 'export'].includes(command)
  if (needsReference && typed === undefined) throw new UsageError(`enquiries ${command} needs a reference`)
  const surplus = needsReference ? more[0] : typed
  if (surplus !== undefined) throw new UsageError(`there is one word too many: ${surplus}`)
  const limit = Number(values.limit ?? 100)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) throw new UsageError('--limit is from 1 to 10000')
  return { command, reference: readReference(typed ?? ''), open: values.open, limit, json: values.json }
}
