import type { Db } from '../database/schema.ts'
import { CommandError } from '../errors.ts'
import { iso } from '../lib/calendar.ts'
import {
  closeEnquiry,
  type Enquiry,
  eraseEnquiry,
  isErased,
  readEnquiryByReference,
  readReference,
  reopenEnquiry,
  resendEnquiry,
} from '../listings/enquiries/enquiry-store.ts'
import {
  type ActionField,
  type ActionResult,
  type AdminContext,
  actionOf,
  type Id,
  type Resource,
  type RichCell,
  type Severity,
  withAudit,
} from './actions.ts'
import { word } from './inputs.ts'
import { vacuumed } from './records.ts'

const action = actionOf<Enquiry, 'reference'>()
const RELAY: Record<Enquiry['mail'], [string, Severity]> = {
  waiting: ['not mailed', 'warn'],
  pending: ['being sent', 'warn'],
  sent: ['sent', 'good'],
  failed: ['failed', 'bad'],
}

/** The buyer, for the operator alone. */
export const BUYER: readonly ActionField<Enquiry>[] = [
  { name: 'Name', value: ({ name }) => name },
  { name: 'Mobile', value: ({ phone }) => phone || 'none' },
  { name: 'E-mail', value: ({ email }) => email || 'none' },
  { name: 'Language', value: ({ language }) => language },
]

/** What buyers asked sellers. */
export const enquiries: Resource<Enquiry> = {
  name: 'enquiries',
  singular: 'enquiry',
  id: { reference: word("a buyer's reference, in any case") },
  idOf: ({ reference }) => ({ reference }),
  json: ({ created_at, closed_at, due_at, sent_at, error, ...rest }) => ({
    ...rest,
    created_at: iso(created_at),
    closed_at: iso(closed_at),
    next_attempt_at: iso(due_at),
    sent_at: iso(sent_at),
    error: error || null,
  }),
  columns: [
    { name: 'Reference', value: ({ reference: text }) => ({ text, style: 'code', path: `enquiries/${text}` }) },
    { name: 'Created', value: ({ created_at }) => ({ timestamp: created_at }) },
    { name: 'Buyer', value: ({ name }) => ({ text: name, style: 'strong' }) },
    { name: 'Message', surface: 'page', kind: 'wide', value: ({ message }) => ({ text: message, style: 'clip' }) },
    { name: 'Listing', value: ({ listing_id }) => String(listing_id) },
    { name: 'State', value: statusOf },
    { name: 'Mail', value: relayOf },
  ],
  details: [
    { name: 'Reference', value: ({ reference: text }) => ({ text, style: 'code' }) },
    { name: 'Listing', surface: 'terminal', value: ({ listing_id }) => String(listing_id) },
    { name: 'Created', value: ({ created_at }) => ({ timestamp: created_at }) },
    {
      name: 'State',
      value: (item) => ({
        ...statusOf(item),
        next: item.closed_at === null ? null : { timestamp: item.closed_at },
      }),
    },
    {
      name: 'Mail',
      value: (item) => ({ ...relayOf(item), next: `${item.attempts} ${item.attempts === 1 ? 'attempt' : 'attempts'}` }),
    },
    { name: 'Sent', value: ({ sent_at: timestamp }) => (timestamp === null ? undefined : { timestamp }) },
    { name: 'Next attempt', value: ({ due_at: timestamp }) => (timestamp === null ? undefined : { timestamp }) },
    { name: 'Last error', value: ({ error }) => error || undefined },
    ...BUYER.map((column) => ({ ...column, surface: 'terminal' as const })),
  ],
  text: ({ message }) => message,
  find: (db, reference) => readEnquiryByReference(db, readReference(reference)),
  actions: {
    close: action({
      description: 'close an enquiry; it is deleted ENQUIRY_RETENTION_DAYS later',
      button: 'Close',
      isBulk: true,
      isPossible: ({ status }) => status === 'open',
      async run(context, id) {
        const result = await change(context, 'close', id, closeEnquiry, (reference) => `Closed ${reference}.`)
        return result && { ...result, isRemoved: true }
      },
    }),

    reopen: action({
      description: 'reopen a closed enquiry',
      button: 'Reopen',
      isPossible: (item) => item.status === 'closed' && !isErased(item),
      run: (context, id) => change(context, 'reopen', id, reopenEnquiry, (reference) => `Reopened ${reference}.`),
    }),

    resend: action({
      description: 'mail an enquiry to the seller again',
      button: 'Resend',
      isPossible: (item) => !isErased(item),
      async run(context, id) {
        const result = await change(context, 'resend', id, resendEnquiry, (reference) => `Queued mail of ${reference}.`)
        if (!result || context.config.enquiries.mail) return result
        return { ...result, hint: 'It is mailed once a process that delivers has SMTP_URL and ENQUIRY_FROM.' }
      },
    }),

    erase: action({
      description: "erase the buyer's name, contact and message; the reference and the listing remain",
      button: 'Erase',
      warning: () => "This erases the buyer's name, contact and message. It cannot be undone.",
      isPossible: (item) => !isErased(item),
      async run(context, id) {
        const result = await change(context, 'erase', id, eraseEnquiry, (reference) => `Erased ${reference}.`)
        return result && { ...result, hint: await vacuumed(context), isRemoved: true }
      },
    }),
  },
}

async function change(
  context: AdminContext,
  verb: string,
  id: Id<'reference'>,
  run: (trx: Db, reference: string, now: number) => Promise<unknown>,
  describe: (reference: string) => string,
): Promise<ActionResult | undefined> {
  const reference = readReference(id.reference)
  const before = await readEnquiryByReference(context.db, reference)
  if (!before) return undefined
  if (isErased(before) && verb !== 'erase') throw new CommandError(`enquiry ${reference} is erased`)
  await withAudit(context, `enquiries.${verb}`, reference, (trx) => run(trx, reference, context.now))
  const enquiry = await readEnquiryByReference(context.db, reference)
  return enquiry && { json: enquiries.json(enquiry), text: describe(reference) }
}

function statusOf({ status }: Enquiry): RichCell {
  return { text: status, severity: status === 'open' ? 'warn' : 'calm' }
}

function relayOf({ mail, status }: Enquiry): RichCell {
  if (status === 'closed' && mail === 'waiting') return { text: 'not mailed', severity: 'calm' }
  const [text, severity] = RELAY[mail]
  return { text, severity }
}
