import { toConfig } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { type Enquiry, eachEnquiry, listEnquiries, readEnquiryByReference } from '../market/enquiries/enquiry-store.ts'
import { readReference } from '../market/enquiries/reference.ts'
import { endEnquiry, mailEnquiry } from '../operator/enquiries.ts'
import { count, flag, withDefault, word } from './arguments.ts'
import { command, type Family } from './command.ts'
import { enquirySheet, enquiryTable, toPrinted } from './enquiry-table.ts'
import { Refused } from './io.ts'
import { printable } from './table.ts'

const REFERENCE = {
  reference: { ...word('a reference, as the buyer was shown it, in capitals or not'), read: readReference },
}
const open = flag('only those that are not closed')

export const enquiriesCommands: Family = {
  about: 'What buyers asked sellers on the site. It is private: no page, response or log shows it.',
  members: {
    list: command({
      does: 'list them, newest first',
      options: { open, limit: withDefault(count('at most this many', 10_000), '100') },
      database: 'read',
      async run({ db, values: { limit, open } }) {
        const found = await listEnquiries(db, { limit, ...statusOf(open) })
        return { json: found.map(toPrinted), text: enquiryTable(found) }
      },
    }),

    show: command({
      does: "show one, with the buyer's words",
      words: REFERENCE,
      database: 'read',
      async run({ db, words: { reference } }) {
        const enquiry = await readOne(db, reference)
        return { json: toPrinted(enquiry), text: enquirySheet(enquiry) }
      },
    }),

    export: command({
      does: 'write all as NDJSON, newest first',
      options: { open },
      database: 'read',
      async run({ db, io, values: { open } }) {
        for await (const enquiry of eachEnquiry(db, statusOf(open))) {
          io.stdout.write(`${JSON.stringify(toPrinted(enquiry))}\n`)
        }
        return 0
      },
    }),

    close: command({
      does: 'mark one as dealt with; it is removed ENQUIRY_RETENTION_DAYS later',
      words: REFERENCE,
      database: 'write',
      async run({ db, words: { reference } }) {
        await endEnquiry(db, 'cli', reference, Date.now())
        const enquiry = await readOne(db, reference)
        return { json: toPrinted(enquiry), text: `Closed ${enquiry.reference}.\n` }
      },
    }),

    resend: command({
      does: 'mail one to the seller now, even if it was mailed before',
      words: REFERENCE,
      database: 'write',
      async run({ db, io, words: { reference } }) {
        await mailEnquiry(db, 'cli', reference, Date.now())
        const enquiry = await readOne(db, reference)
        if (!toConfig(io.env).enquiries.mail) {
          io.stderr.write('It waits until a process that delivers has SMTP_URL and ENQUIRY_FROM.\n')
        }
        return { json: toPrinted(enquiry), text: `${enquiry.reference} is mailed once more.\n` }
      },
    }),
  },
}

function statusOf(open: boolean): { status?: 'open' } {
  return open ? { status: 'open' } : {}
}

async function readOne(db: Db, reference: string): Promise<Enquiry> {
  const enquiry = await readEnquiryByReference(db, reference)
  if (!enquiry) throw new Refused(`there is no enquiry ${printable(reference)}`)
  return enquiry
}
