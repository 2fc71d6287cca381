import type { Db } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import {
  closeEnquiry,
  type Enquiry,
  eachEnquiry,
  eraseEnquiry,
  isErased,
  listEnquiries,
  readEnquiryByReference,
  readReference,
  reopenEnquiry,
  resendEnquiry,
} from '../listings/enquiries/enquiry-store.ts'
import { type Action, type AdminContext, actionOf, listOf, QUERY, type Resource, searchItems } from './actions.ts'
import { flag, word } from './inputs.ts'
import { vacuumed } from './records.ts'
import { withIsoTimes } from './view.ts'

const action = actionOf<Enquiry, 'reference'>()

export const BUYER = ['name', 'phone', 'email', 'language', 'message']

export const enquiries: Resource<Enquiry> = {
  name: 'enquiries',
  singular: 'enquiry',
  about: "Buyers' enquiries about used listings. They are private: no page, response or log shows them.",
  id: { reference: word("a buyer's reference, in any case") },
  path: ({ reference }) => `enquiries/${reference}`,
  json: ({ due_at, error, ...rest }) => withIsoTimes({ ...rest, next_attempt_at: due_at, error: error || null }),
  columns: ['reference', 'created_at', 'name', 'listing_id', 'status', 'mail'],
  texts: { mail: ({ mail, status }) => (status === 'closed' && mail === 'waiting' ? 'not mailed' : mail) },
  list: listOf<Enquiry>()({
    description: 'list enquiries, newest first',
    filters: { open: flag('only open enquiries'), ...QUERY },
    limit: 100,
    run(db, { open, query }, rows) {
      const filter = open ? ({ status: 'open' } as const) : {}
      if (query === undefined) return listEnquiries(db, { ...filter, ...rows })
      return searchItems(eachEnquiry(db, filter), query, rows, enquiries.json)
    },
  }),
  find: (db, reference) => readEnquiryByReference(db, readReference(reference)),
  actions: {
    close: enquiryAction('Closed', closeEnquiry, {
      description: 'close an enquiry; it is deleted ENQUIRY_RETENTION_DAYS later',
      button: 'Close',
      isBulk: true,
      isPossible: ({ status }) => status === 'open',
    }),
    reopen: enquiryAction('Reopened', reopenEnquiry, {
      description: 'reopen a closed enquiry',
      button: 'Reopen',
      isPossible: (item) => item.status === 'closed' && !isErased(item),
    }),
    resend: enquiryAction(
      'Queued mail of',
      resendEnquiry,
      {
        description: 'mail an enquiry to the seller again',
        button: 'Resend',
        isPossible: (item) => !isErased(item),
      },
      async ({ config }) =>
        config.enquiries.mail ? '' : 'It is mailed once a process that delivers has SMTP_URL and ENQUIRY_FROM.',
    ),
    erase: enquiryAction(
      'Erased',
      eraseEnquiry,
      {
        description: "erase the buyer's name, contact and message; the reference and the listing remain",
        button: 'Erase',
        warning: "This erases the buyer's name, contact and message. It cannot be undone.",
        isPossible: (item) => !isErased(item),
      },
      vacuumed,
    ),
  },
}

function enquiryAction(
  verb: string,
  change: (trx: Db, reference: string, now: number) => Promise<unknown>,
  declared: Action<Enquiry, Record<never, never>, 'reference', Enquiry>,
  hintOf: (context: AdminContext) => Promise<string> = async () => '',
): Action<Enquiry> {
  return action({
    ...declared,
    async effect(trx, id, _, { now }) {
      const reference = readReference(id.reference)
      const before = await readEnquiryByReference(trx, reference)
      if (!before) return undefined
      if (isErased(before) && change !== eraseEnquiry) throw new CommandError(`enquiry ${reference} is erased`)
      await change(trx, reference, now)
      return readEnquiryByReference(trx, reference)
    },
    audit: ({ reference }) => ({ target: reference }),
    report: async (enquiry, _id, _, context) => ({
      json: enquiries.json(enquiry),
      text: `${verb} ${enquiry.reference}.`,
      hint: await hintOf(context),
    }),
  })
}
