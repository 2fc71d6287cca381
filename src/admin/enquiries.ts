import type { Db } from '../database/schema.ts'
import { iso } from '../lib/calendar.ts'
import {
  closeEnquiry,
  type Enquiry,
  readEnquiryByReference,
  readReference,
  reopenEnquiry,
  resendEnquiry,
} from '../listings/enquiries/enquiry-store.ts'
import { actOf, type Column, type Done, type Noun, noted, type RichCell, type Tone } from './actions.ts'
import { word } from './inputs.ts'

const act = actOf<Enquiry, 'reference'>()
const RELAY: Record<Enquiry['mail'], [string, Tone]> = {
  waiting: ['waits for you', 'warn'],
  pending: ['being sent', 'warn'],
  sent: ['sent', 'good'],
  failed: ['failed', 'bad'],
}

/** The buyer, for the operator alone. */
export const BUYER: readonly Column<Enquiry>[] = [
  { name: 'Name', of: ({ name }) => name },
  { name: 'Mobile', of: ({ phone }) => phone || 'none' },
  { name: 'E-mail', of: ({ email }) => email || 'none' },
  { name: 'Language', of: ({ language }) => language },
]

/** What buyers asked sellers. */
export const enquiries: Noun<Enquiry> = {
  name: 'enquiries',
  one: 'enquiry',
  names: {
    reference: { ...word('a reference, as the buyer was shown it, in capitals or not'), read: readReference },
  },
  nameOf: ({ reference }) => ({ reference }),
  json: ({ created_at, closed_at, due_at, sent_at, error, ...rest }) => ({
    ...rest,
    created_at: iso(created_at),
    closed_at: iso(closed_at),
    next_attempt_at: iso(due_at),
    sent_at: iso(sent_at),
    error: error || null,
  }),
  columns: [
    { name: 'Reference', of: ({ reference: text }) => ({ text, look: 'code', to: `enquiries/${text}` }) },
    { name: 'Created', of: ({ created_at }) => ({ at: created_at }) },
    { name: 'Buyer', of: ({ name }) => ({ text: name, look: 'strong' }) },
    { name: 'Message', on: 'page', is: 'wide', of: ({ message }) => ({ text: message, look: 'clip' }) },
    { name: 'Listing', of: ({ listing_id }) => String(listing_id) },
    { name: 'State', of: statusOf },
    { name: 'Mail', of: relayOf },
  ],
  sheet: [
    { name: 'Reference', of: ({ reference: text }) => ({ text, look: 'code' }) },
    { name: 'Listing', on: 'terminal', of: ({ listing_id }) => String(listing_id) },
    { name: 'Created', of: ({ created_at }) => ({ at: created_at }) },
    { name: 'State', of: (one) => ({ ...statusOf(one), next: one.closed_at === null ? null : { at: one.closed_at } }) },
    {
      name: 'Mail',
      of: (one) => ({ ...relayOf(one), next: `${one.attempts} ${one.attempts === 1 ? 'attempt' : 'attempts'}` }),
    },
    { name: 'Sent', of: ({ sent_at: at }) => (at === null ? undefined : { at }) },
    { name: 'Next attempt', of: ({ due_at: at }) => (at === null ? undefined : { at }) },
    { name: 'Last fault', of: ({ error }) => error || undefined },
    ...BUYER.map((column) => ({ ...column, on: 'terminal' as const })),
  ],
  words: ({ message }) => message,
  acts: {
    close: act({
      does: 'mark one as dealt with; it is removed ENQUIRY_RETENTION_DAYS later',
      button: 'Close',
      isForMany: true,
      fits: ({ status }) => status === 'open',
      async run(desk, { reference }) {
        await noted(desk, 'enquiries.close', reference, (trx) => closeEnquiry(trx, reference, desk.now))
        const done = await shown(desk.db, reference, `Closed ${reference}.`)
        return done && { ...done, isOver: true }
      },
    }),

    reopen: act({
      does: 'take the closing of one back',
      button: 'Reopen',
      fits: ({ status }) => status === 'closed',
      async run(desk, { reference }) {
        await noted(desk, 'enquiries.reopen', reference, (trx) => reopenEnquiry(trx, reference))
        return shown(desk.db, reference, `${reference} is open.`)
      },
    }),

    resend: act({
      does: 'mail one to the seller now, even if it was mailed before',
      button: 'Resend',
      async run(desk, { reference }) {
        await noted(desk, 'enquiries.resend', reference, (trx) => resendEnquiry(trx, reference, desk.now))
        const hint = desk.config.enquiries.mail
          ? ''
          : 'It waits until a process that delivers has SMTP_URL and ENQUIRY_FROM.'
        return shown(desk.db, reference, `${reference} is mailed once more.`, hint)
      },
    }),
  },
}

async function shown(db: Db, reference: string, text: string, hint = ''): Promise<Done | undefined> {
  const enquiry = await readEnquiryByReference(db, reference)
  return enquiry && { json: enquiries.json(enquiry), text, hint }
}

function statusOf({ status }: Enquiry): RichCell {
  return { text: status, tone: status === 'open' ? 'warn' : 'calm' }
}

function relayOf({ mail, status }: Enquiry): RichCell {
  if (status === 'closed' && mail === 'waiting') return { text: 'not mailed', tone: 'calm' }
  const [text, tone] = RELAY[mail]
  return { text, tone }
}
