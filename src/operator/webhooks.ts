import { audited, type By, type Change } from '../audit/audit.ts'
import type { EventName } from '../contract/webhook.ts'
import type { Db } from '../database/schema.ts'
import { type Ping, type PingParts, pingSubscription, testSubscription } from '../webhooks/ping.ts'
import {
  disableSubscription,
  enableSubscription,
  type ReplayFilter,
  replayDeliveries,
  resendDelivery,
} from '../webhooks/replay.ts'
import type { SecretBox } from '../webhooks/secret-box.ts'
import { rotateSecret } from '../webhooks/subscription-secrets.ts'
import { removeSubscription } from '../webhooks/subscriptions.ts'

/** An operator's actions on subscriptions: each change and its audit line together. */
export function webhookActs(db: Db, by: By) {
  const note = (verb: string, target: string, detail: Change['detail'] = {}): Change => ({
    by,
    action: `webhooks.${verb}`,
    target,
    detail,
  })
  return {
    /** False for an unknown subscription. */
    disable: (id: string, now: number) =>
      audited(
        db,
        (trx) => disableSubscription(trx, id, now),
        (done) => (done ? note('disable', id) : undefined),
      ),
    /** How many deliveries are pending; undefined for an unknown subscription. */
    enable: (id: string, now: number) =>
      audited(
        db,
        (trx) => enableSubscription(trx, id, now),
        (pending) => (pending === undefined ? undefined : note('enable', id, { pending })),
      ),
    remove: (id: string) =>
      audited(
        db,
        (trx) => removeSubscription(trx, id),
        (done) => (done ? note('delete', id) : undefined),
      ),
    resend: (id: string, eventId: string, now: number) =>
      audited(
        db,
        (trx) => resendDelivery(trx, id, eventId, now),
        (done) => (done ? note('resend', id, { event: eventId }) : undefined),
      ),
    replay: (id: string, filter: ReplayFilter, now: number) =>
      audited(
        db,
        (trx) => replayDeliveries(trx, id, filter, now),
        (replayed) =>
          note('replay', id, {
            since: new Date(filter.since).toISOString(),
            failed_only: filter.failedOnly,
            replayed,
          }),
      ),
    rotate: (box: SecretBox, id: string, overlapMs: number, now: number) =>
      audited(
        db,
        (trx) => rotateSecret(trx, box, id, overlapMs, now),
        (secret) => (secret === undefined ? undefined : note('rotate', id, { overlap_seconds: overlapMs / 1_000 })),
      ),
    /** Sent outside any transaction, and recorded when there is an answer. */
    async ping(parts: PingParts, id: string) {
      return noted('ping', id, await pingSubscription(parts, id))
    },
    async test(parts: PingParts, id: string, type: EventName) {
      return noted('test', id, await testSubscription(parts, id, type))
    },
  }

  async function noted(verb: string, id: string, sent: Ping | undefined): Promise<Ping | undefined> {
    if (!sent) return undefined
    const status = sent.result.kind === 'answer' ? sent.result.status : null
    return audited(
      db,
      async () => sent,
      ({ eventId }) => note(verb, id, { event: eventId, status }),
    )
  }
}
