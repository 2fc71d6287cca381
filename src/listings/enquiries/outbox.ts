import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import type { Log } from '../../lib/log.ts'
import type { MetricRegistry } from '../../lib/metrics.ts'
import { schedule } from '../../lib/timers.ts'
import { type Enquiry, SHOWN, sweepEnquiries } from './enquiry-store.ts'
import { composeMail, createSmtp, type Mail, readRequestedListing, sellerEmail } from './mail.ts'
import { createMailMetrics, type MailOutcome } from './metrics.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Delays before further attempts; then the mail has failed. */
export const MAIL_STEPS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]
/** Longer than any attempt: the transport gives up first. */
export const MAIL_LEASE_MS = 2 * MINUTE
const POLL_MS = 2_000
const SWEEP_MS = 10 * MINUTE
const AT_ONCE = 10
const LONGEST_ERROR = 300

export interface EnquiryMailParts {
  db: Db
  /** Undefined without a mail server. */
  send: ((mail: Mail) => Promise<void>) | undefined
  from: string
  /** Recipient if the listing has no e-mail address. */
  fallback: string | undefined
  siteUrl: string
  retentionDays: number
  log: Log
  onMail?(outcome: MailOutcome): void
  clock?: () => number
}

/** Delivers at least once; also deletes old enquiries. */
export function startEnquiryMail(parts: EnquiryMailParts) {
  const { db, send, log, retentionDays, clock = Date.now } = parts
  let sweptAt = Number.NEGATIVE_INFINITY
  let failing = false

  async function work(stopping: AbortSignal): Promise<void> {
    let claims = send ? await claimEnquiries(db, clock(), MAIL_LEASE_MS, AT_ONCE) : []
    while (send && claims.length > 0) {
      await Promise.all(claims.map((enquiry) => relay(enquiry, send)))
      claims = stopping.aborted ? [] : await claimEnquiries(db, clock(), MAIL_LEASE_MS, AT_ONCE)
    }
    if (Math.abs(clock() - sweptAt) >= SWEEP_MS) {
      await sweepEnquiries(db, retentionDays, clock())
      sweptAt = clock()
    }
  }

  async function relay(enquiry: Enquiry, deliver: NonNullable<typeof send>): Promise<void> {
    const seller = await sellerEmail(db, enquiry.listing_id)
    const to = seller ?? parts.fallback
    if (to === undefined) {
      await recordMail(db, enquiry, { mail: 'waiting', due_at: null, sent_at: null, error: '' })
      return
    }
    const listing = await readRequestedListing(db, enquiry.listing_id)
    const { from, siteUrl } = parts
    try {
      await deliver(composeMail(enquiry, { from, to, isPassedOn: seller === undefined, listing, siteUrl }))
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

  return schedule(POLL_MS, work, {
    atOnce: true,
    onError: (error) => log.warn({ error: String(error) }, 'the outbox of enquiries could not be worked on'),
  })
}

/** Claims due enquiries under a lease; other processes skip them. */
export async function claimEnquiries(db: Db, now: number, leaseMs: number, max: number): Promise<Enquiry[]> {
  const due = await db
    .selectFrom('enquiries')
    .select(['reference', 'due_at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(max)
    .execute()
  const claimed: Enquiry[] = []
  for (const { reference, due_at } of due) {
    const row = await db
      .updateTable('enquiries')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: now + leaseMs }))
      .where('reference', '=', reference)
      .where('due_at', '=', due_at)
      .returning(SHOWN)
      .executeTakeFirst()
    if (row) claimed.push(row)
  }
  return claimed
}

/** Does nothing if it was claimed again meanwhile. */
async function recordMail(
  db: Db,
  { reference, attempts }: Pick<Enquiry, 'reference' | 'attempts'>,
  outcome: Pick<Enquiry, 'mail' | 'due_at' | 'sent_at' | 'error'>,
): Promise<void> {
  await db
    .updateTable('enquiries')
    .set(outcome)
    .where('reference', '=', reference)
    .where('attempts', '=', attempts)
    .where('mail', '=', 'pending')
    .execute()
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

export async function startMailing(
  db: Db,
  { enquiries, baseUrl }: Settings,
  { log, registry }: Pick<EnquiryMailParts, 'log'> & { registry: MetricRegistry },
) {
  const { mail, to, retentionDays } = enquiries
  const smtp = mail && (await createSmtp(mail.url))
  const outbox = startEnquiryMail({
    db,
    log,
    retentionDays,
    siteUrl: baseUrl,
    fallback: to,
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
