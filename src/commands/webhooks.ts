import { parseArgs } from 'node:util'
import { toConfig } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { parseDuration, parseExpiry } from '../keys/expiry.ts'
import { viewDeliveries, viewSubscriptions } from '../webhooks/operator.ts'
import { pingSubscription } from '../webhooks/ping.ts'
import { createPost } from '../webhooks/post.ts'
import { enableSubscription, replayDeliveries } from '../webhooks/replay.ts'
import { openSecrets, type Secrets } from '../webhooks/secret-key.ts'
import { rotateSecret } from '../webhooks/subscription-secrets.ts'
import { createTargetGuard } from '../webhooks/target-guard.ts'
import { type Io, UsageError } from './io.ts'
import { deliveryTable, printable, subscriptionSheet, subscriptionTable } from './webhook-table.ts'

const HELP = `Usage: yantra webhooks <command> [ID] [options]

  list                        all subscriptions, newest first
  show ID                     one of them, with the figures of its deliveries
  deliveries ID [--failed]    its deliveries with their attempts, newest first; --failed: only those that failed or
       [--limit 50]           wait for another attempt
  ping ID                     sends one signed test event now and prints what came of it
  rotate ID [--overlap 24h]   gives it a new secret and prints it, this once; the old one signs too for the overlap
  enable ID                   takes a disabled one up again and sends what it collected
  replay ID --since WHEN      sends again what was recorded since then, under the same ids; --failed: only what
       [--failed]             failed for good

  --json                      prints JSON
  --help                      prints this

WHEN is a date-time (2027-03-31T18:30:00+05:30), a date (2027-03-31, which begins at 00:00 UTC) or a duration back
from now (30s, 15m, 24h, 90d). Exit code: 0 done, 1 refused or not delivered, 2 the command could not run.
`

const OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  failed: { type: 'boolean', default: false },
  limit: { type: 'string' },
  overlap: { type: 'string' },
  since: { type: 'string' },
} as const

/** The options that each command knows beside the common ones. */
const COMMANDS: Record<string, readonly string[]> = {
  list: [],
  show: [],
  deliveries: ['failed', 'limit'],
  ping: [],
  rotate: ['overlap'],
  enable: [],
  replay: ['since', 'failed'],
}

interface Call {
  command: string
  id: string
  failed: boolean
  limit: number
  overlapMs: number
  since: number
}

/** What a command did: for scripts, for people, and its exit code. */
interface Report {
  json: unknown
  text: string
  code?: number
}

export async function webhooksCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  if (values.help || positionals[0] === 'help') {
    io.stdout.write(HELP)
    return 0
  }
  // Read before the database is opened: a slip of the pen leaves no file behind.
  const call = readCall(values, positionals, Date.now())
  const config = toConfig(io.env)
  const db = await openDatabase(config.database)
  try {
    const report = await perform(db, call, {
      openSecrets: () =>
        openSecrets(db, { ...config, warn: (message) => io.stderr.write(`yantra webhooks: ${message}\n`) }),
      allowPrivate: config.webhooks.allowPrivate,
    })
    if (!report) {
      io.stderr.write(`yantra webhooks: there is no subscription ${printable(call.id)}\n`)
      return 1
    }
    io.stdout.write(values.json ? `${JSON.stringify(report.json)}\n` : report.text)
    return report.code ?? 0
  } finally {
    await db.destroy()
  }
}

interface Tools {
  openSecrets(): Promise<Secrets>
  allowPrivate: boolean
}

/** Undefined when there is no such subscription. */
async function perform(db: Db, call: Call, tools: Tools): Promise<Report | undefined> {
  const { command, id } = call
  const now = Date.now()
  if (command === 'list') {
    const views = await viewSubscriptions(db, now)
    return { json: views, text: subscriptionTable(views) }
  }
  const [view] = await viewSubscriptions(db, now, id)
  if (!view) return undefined
  if (command === 'show') return { json: view, text: subscriptionSheet(view) }
  if (command === 'deliveries') {
    const views = await viewDeliveries(db, id, call)
    return { json: views, text: deliveryTable(views) }
  }
  if (command === 'ping') return ping(db, id, tools)
  if (command === 'rotate') {
    const secret = await rotateSecret(db, await tools.openSecrets(), id, call.overlapMs, now)
    if (secret === undefined) return undefined
    const until = new Date(now + call.overlapMs).toISOString()
    const text = `The new secret of ${id}, shown this once:\n${secret}\nThe old one signs too until ${until}.\n`
    return { json: { id, secret, overlap_until: until }, text }
  }
  if (command === 'enable') {
    const pending = await enableSubscription(db, id, now)
    if (pending === undefined) return undefined
    return {
      json: { id, enabled: true, pending },
      text: `Enabled ${id}; ${pending} pending deliveries are sent now.\n`,
    }
  }
  const replayed = await replayDeliveries(db, id, { since: call.since, failedOnly: call.failed }, now)
  const waits =
    view.state === 'active' || view.state === 'failing' ? '' : ` They wait: the subscription is ${view.state}.`
  return {
    json: { id, replayed, state: view.state },
    text: `${replayed} deliveries of ${id} are sent again.${waits}\n`,
  }
}

async function ping(db: Db, id: string, { openSecrets, allowPrivate }: Tools): Promise<Report | undefined> {
  const secrets = await openSecrets()
  const sent = await pingSubscription({ db, secrets, post: createPost(createTargetGuard({ allowPrivate })) }, id)
  if (!sent) return undefined
  const { eventId, result, durationMs } = sent
  const status = result.kind === 'answer' ? result.status : null
  const delivered = status !== null && status >= 200 && status < 300
  const outcome = result.kind === 'answer' ? (delivered ? 'delivered' : 'rejected') : result.kind
  const answer = result.kind === 'answer' ? { response: result.response } : { error: result.error }
  const what = result.kind === 'answer' ? `the receiver answered ${status}` : result.error
  return {
    json: { id, event_id: eventId, delivered, outcome, status, duration_ms: durationMs, ...answer },
    text: `${delivered ? 'Delivered' : 'Not delivered'}: ${printable(what)} (${durationMs} ms, event ${eventId}).\n`,
    code: delivered ? 0 : 1,
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

function readCall(values: Values, [command = '', id, ...more]: string[], now: number): Call {
  const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!known) throw new UsageError(command ? `there is no command "webhooks ${command}"` : 'which command?')
  for (const name of ['failed', 'limit', 'overlap', 'since'] as const) {
    if (values[name] && !known.includes(name)) throw new UsageError(`webhooks ${command} takes no --${name}`)
  }
  if (command === 'list' ? id !== undefined : id === undefined) {
    throw new UsageError(
      command === 'list' ? 'webhooks list takes no id' : `webhooks ${command} needs the id of a subscription`,
    )
  }
  if (more.length > 0) throw new UsageError(`there is one word too many: ${more[0]}`)
  const limit = Number(values.limit ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) throw new UsageError('--limit is from 1 to 10000')
  const overlapMs = parseDuration(values.overlap ?? '24h')
  if (overlapMs === undefined) throw new UsageError('--overlap takes a duration: 30s, 15m, 24h, 90d')
  return {
    command,
    id: id ?? '',
    failed: values.failed,
    limit,
    overlapMs,
    since: readSince(command, values.since, now),
  }
}

function readSince(command: string, text: string | undefined, now: number): number {
  if (command !== 'replay') return 0
  if (text === undefined) throw new UsageError('webhooks replay needs --since')
  const back = parseDuration(text)
  const since = back === undefined ? parseExpiry(text, now) : now - back
  if (since === undefined) throw new UsageError('--since takes a date-time, a date or a duration back from now')
  return since
}
