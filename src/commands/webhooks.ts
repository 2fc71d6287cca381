import { type Config, toConfig } from '../config.ts'
import { EVENTS } from '../contract/webhook.ts'
import type { Db } from '../database/schema.ts'
import { webhookActs } from '../operator/webhooks.ts'
import { type SubscriptionView, viewDeliveries, viewSubscriptions } from '../webhooks/operator.ts'
import { createPost } from '../webhooks/post.ts'
import { openSecrets, type Secrets } from '../webhooks/secret-key.ts'
import { createTargetGuard } from '../webhooks/target-guard.ts'
import { count, duration, flag, moment, oneOf, required, withDefault, word } from './arguments.ts'
import { command, type Family } from './command.ts'
import { type Io, Refused } from './io.ts'
import { fullMomentSayer, momentSayer } from './said-moments.ts'
import { printable } from './table.ts'
import { deliveryTable, reportPing, subscriptionSheet, subscriptionTable } from './webhook-table.ts'

const ID = { id: word('the id of a subscription; `yantra webhooks list` shows them') }

export const webhooksCommands: Family = {
  about: 'Subscriptions to events, and their deliveries.',
  notes: 'Exit code: 0 done, 1 refused or not delivered, 2 the command could not run.',
  members: {
    list: command({
      does: 'list all subscriptions, newest first',
      database: 'read',
      async run({ db, io }) {
        const now = Date.now()
        const views = await viewSubscriptions(db, now)
        return { json: views, text: subscriptionTable(views, momentSayer(io.stdout, now)) }
      },
    }),

    show: command({
      does: 'show one, with counts of its deliveries',
      words: ID,
      database: 'read',
      async run({ db, io, words: { id } }) {
        const view = await known(db, id)
        return { json: view, text: subscriptionSheet(view, fullMomentSayer(io.stdout, Date.now())) }
      },
    }),

    deliveries: command({
      does: 'list its deliveries with their attempts, newest first',
      words: ID,
      options: {
        failed: flag('only those that failed or wait for another attempt'),
        limit: withDefault(count('at most this many', 10_000), '50'),
      },
      database: 'read',
      async run({ db, io, words: { id }, values }) {
        await known(db, id)
        const views = await viewDeliveries(db, id, values)
        return { json: views, text: deliveryTable(views, momentSayer(io.stdout, Date.now())) }
      },
    }),

    ping: command({
      does: 'send one signed test event now and print the result',
      words: ID,
      database: 'read',
      async run({ db, io, words: { id } }) {
        const config = toConfig(io.env)
        const sent = await acts(db).ping(await sendingParts(db, config, io), id)
        return reportPing(sent ?? gone(id), id, config.webhooks)
      },
    }),

    test: command({
      does: 'the same with an event about a machine of the sample; its id begins with evt_test_',
      words: ID,
      options: { event: oneOf(EVENTS, 'its type; by default the first that the subscription wants') },
      database: 'read',
      async run({ db, io, words: { id }, values: { event } }) {
        const config = toConfig(io.env)
        const { events } = await known(db, id)
        const sent = await acts(db).test(await sendingParts(db, config, io), id, event ?? events[0]!)
        return reportPing(sent ?? gone(id), id, config.webhooks)
      },
    }),

    rotate: command({
      does: 'give it a new secret and show it once; the old one signs too for the overlap',
      words: ID,
      options: { overlap: withDefault(duration('how long the old secret signs too'), '24h') },
      database: 'write',
      async run({ db, io, words: { id }, values: { overlap } }) {
        const now = Date.now()
        await known(db, id)
        const secret = (await acts(db).rotate(await secretsOf(db, toConfig(io.env), io), id, overlap, now)) ?? gone(id)
        const until = new Date(now + overlap).toISOString()
        const said = fullMomentSayer(io.stdout, now)(until)
        const old = overlap === 0 ? 'The old one has ended.' : `The old one signs too until ${said}.`
        return {
          json: { id, secret, overlap_until: until },
          text: `The new secret of ${id}, shown this once:\n${secret}\n${old}\n`,
        }
      },
    }),

    disable: command({
      does: 'stop sending to it; events are still collected',
      words: ID,
      database: 'write',
      async run({ db, words: { id } }) {
        if (!(await acts(db).disable(id, Date.now()))) gone(id)
        const text = `Disabled ${id}; what happens from now on waits for \`yantra webhooks enable\`.\n`
        return { json: { id, disabled: true }, text }
      },
    }),

    enable: command({
      does: 'send to a disabled one again, beginning with what it collected',
      words: ID,
      database: 'write',
      async run({ db, words: { id } }) {
        const pending = (await acts(db).enable(id, Date.now())) ?? gone(id)
        const text = `Enabled ${id}; ${pending} pending deliveries are sent now.\n`
        return { json: { id, enabled: true, pending }, text }
      },
    }),

    resend: command({
      does: 'send one event once more, now, under its own id',
      words: { ...ID, event: word('the id of an event; `yantra webhooks deliveries ID` shows them') },
      database: 'write',
      async run({ db, words: { id, event } }) {
        const { state } = await known(db, id)
        const resent = await acts(db).resend(id, event, Date.now())
        const text = resent
          ? `${event} is sent to ${id} once more.${waits(state)}\n`
          : `Nothing was sent: ${id} has no delivery of ${printable(event)}, or its attempt is under way.\n`
        return { json: { id, event_id: event, resent, state }, text, exitCode: resent ? 0 : 1 }
      },
    }),

    replay: command({
      does: 'send everything since a moment again, under the same ids',
      words: ID,
      options: {
        since: required(moment('back', 'from when on')),
        failed: flag('only what failed for good'),
      },
      database: 'write',
      async run({ db, words: { id }, values: { since, failed } }) {
        const { state } = await known(db, id)
        const replayed = await acts(db).replay(id, { since, failedOnly: failed }, Date.now())
        return {
          json: { id, replayed, state },
          text: `${replayed} deliveries of ${id} are sent again.${waits(state)}\n`,
        }
      },
    }),

    delete: command({
      does: 'remove it with everything that is pending',
      words: ID,
      database: 'write',
      async run({ db, words: { id } }) {
        const { pending } = await known(db, id)
        if (!(await acts(db).remove(id))) gone(id)
        const text = `Deleted ${id} with ${pending} pending deliveries.\n`
        return { json: { id, deleted: true, dropped: pending }, text }
      },
    }),
  },
}

function acts(db: Db) {
  return webhookActs(db, 'cli')
}

async function known(db: Db, id: string): Promise<SubscriptionView> {
  const [view] = await viewSubscriptions(db, Date.now(), id)
  return view ?? gone(id)
}

function gone(id: string): never {
  throw new Refused(`there is no subscription ${printable(id)}`)
}

function waits(state: SubscriptionView['state']): string {
  return state === 'active' || state === 'failing' ? '' : ` They wait: the subscription is ${state}.`
}

function secretsOf(db: Db, config: Config, io: Io): Promise<Secrets> {
  return openSecrets(db, { ...config, warn: (message) => void io.stderr.write(`${message}\n`) })
}

async function sendingParts(db: Db, config: Config, io: Io) {
  return { db, secrets: await secretsOf(db, config, io), post: createPost(createTargetGuard(config.webhooks)) }
}
