import { Counter, type Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import type { Log } from '../../log.ts'
import { type Enquiry, sweepEnquiries, type TakenEnquiry } from './enquiry-store.ts'
import { composeMail, createSmtp, type Mail } from './mail.ts'
import { claimEnquiries, listingName, recordMail, sellerEmail } from './mail-claims.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The wait before each further attempt. After the last one it has failed and waits for `enquiries resend`. */
export const MAIL_STEPS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]
/** Longer than any attempt: the transport gives up first. */
export const MAIL_LEASE_MS = 2 * MINUTE
const POLL_MS = 2_000
const SWEEP_MS = 10 * MINUTE
const AT_ONCE = 10
const LONGEST_ERROR = 300

/** `failed` is tried again; `given_up` waits for the operator. */
export type MailOutcome = 'sent' | 'failed' | 'given_up'

export interface EnquiryMailParts {
  db: Db
  /** Sends one mail; undefined without a mail server. Rejects when the server does not take it. */
  send: ((mail: Mail) => Promise<void>) | undefined
  from: string
  /** Receives enquiries about listings without an e-mail address. */
  fallback: string | undefined
  /** Where the site is, for the link to the listing; empty if unknown. */
  siteUrl: string
  retentionDays: number
  log: Log
  /** Called with the outcome of each attempt. */
  onMail?(outcome: MailOutcome): void
  clock?: () => number
}

/** Mails enquiries to their sellers, at least once each, and forgets closed ones in time. */
export function startEnquiryMail(parts: EnquiryMailParts) {
  const { db, send, log, retentionDays, clock = Date.now } = parts
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let sweptAt = Number.NEGATIVE_INFINITY
  let failing = false

  /** One pass over due enquiries. */
  async function work(): Promise<void> {
    let claims = send ? await claimEnquiries(db, clock(), MAIL_LEASE_MS, AT_ONCE) : []
    while (send && claims.length > 0) {
      await Promise.all(claims.map((enquiry) => relay(enquiry, send)))
      claims = stopped ? [] : await claimEnquiries(db, clock(), MAIL_LEASE_MS, AT_ONCE)
    }
    if (Math.abs(clock() - sweptAt) >= SWEEP_MS) {
      await sweepEnquiries(db, retentionDays, clock())
      sweptAt = clock()
    }
  }

  async function relay(enquiry: Enquiry, deliver: NonNullable<typeof send>): Promise<void> {
    const to = (await sellerEmail(db, enquiry.listing_id)) ?? parts.fallback
    if (to === undefined) {
      await recordMail(db, enquiry, { mail: 'waiting', due_at: null, sent_at: null, error: '' })
      return
    }
    const listing = await listingName(db, enquiry.listing_id)
    const page = parts.siteUrl && `${parts.siteUrl}/${enquiry.language}/used/${enquiry.listing_id}`
    try {
      await deliver(composeMail(enquiry, { from: parts.from, to, listing, page }))
    } catch (error) {
      const after = afterFailure(enquiry.attempts, error, clock())
      await recordMail(db, enquiry, after)
      parts.onMail?.(after.mail === 'failed' ? 'given_up' : 'failed')
      if (!failing) log.warn({ reference: enquiry.reference }, 'mail to a seller failed; it is tried again')
      failing = true
      return
    }
    await recordMail(db, enquiry, { mail: 'sent', due_at: null, sent_at: clock(), error: '' })
    parts.onMail?.('sent')
    if (failing) log.info({ reference: enquiry.reference }, 'mail to sellers goes out again')
    failing = false
  }

  /** Rounds do not overlap; callers during one share the next. */
  function wake(): Promise<void> {
    next ??= round
      .then(async () => {
        round = next!
        next = undefined
        if (!stopped) await work()
      })
      .catch((error) => log.warn({ error: String(error) }, 'the outbox of enquiries could not be worked on'))
    return next
  }

  const timer = setInterval(wake, POLL_MS)
  timer.unref()
  wake()
  return {
    /** Looks for due enquiries now; resolves when they are done. */
    wake,
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await (next ?? round)
    },
  }
}

function afterFailure(attempts: number, error: unknown, now: number) {
  const step = MAIL_STEPS[attempts - 1]
  // The error may contain the refused address: it stays in the private table and is never logged.
  const reason = String(error instanceof Error ? error.message : error).slice(0, LONGEST_ERROR)
  return step === undefined
    ? { mail: 'failed' as const, due_at: null, sent_at: null, error: reason }
    : { mail: 'pending' as const, due_at: now + step, sent_at: null, error: reason }
}

type Settings = Pick<Config, 'enquiries' | 'baseUrl'>

/** Starts the outbox by the settings; the mail client is loaded only when a server is configured. */
export async function startMailing(
  db: Db,
  { enquiries, baseUrl }: Settings,
  { log, registry }: Pick<EnquiryMailParts, 'log'> & { registry: Registry },
) {
  const { mail, to, retentionDays } = enquiries
  const smtp = mail && (await createSmtp(mail.url))
  const outbox = startEnquiryMail({
    ...{ db, log, retentionDays, siteUrl: baseUrl, fallback: to },
    send: smtp?.send,
    onMail: createMailMetrics(registry),
    from: mail?.from ?? '',
  })
  return {
    wake: outbox.wake,
    async stop(): Promise<void> {
      await outbox.stop()
      smtp?.close()
    },
  }
}

/** Counts buyers' forms: accepted, or refused for their fields, the limit, the trap or the listing. */
export function createEnquiryMetrics(registry: Registry): (taken: TakenEnquiry | undefined) => void {
  const enquiries = new Counter({
    name: 'yantra_enquiries_total',
    help: 'Enquiries that buyers sent, by what came of them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of ['accepted', 'faulty', 'limited', 'trapped', 'no_listing']) enquiries.inc({ outcome }, 0)
  return (taken) => enquiries.inc({ outcome: outcomeOf(taken) })
}

function outcomeOf(taken: TakenEnquiry | undefined): string {
  if (!taken) return 'no_listing'
  if ('reference' in taken) return 'accepted'
  if ('faults' in taken) return 'faulty'
  return 'limited' in taken ? 'limited' : 'trapped'
}

export function createMailMetrics(registry: Registry): (outcome: MailOutcome) => void {
  const mails = new Counter({
    name: 'yantra_enquiry_mails_total',
    help: 'Attempts to mail an enquiry to its seller, by outcome; after a failed one it is tried again.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of ['sent', 'failed', 'given_up'] satisfies MailOutcome[]) mails.inc({ outcome }, 0)
  return (outcome) => mails.inc({ outcome })
}
