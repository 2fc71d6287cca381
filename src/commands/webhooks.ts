import { parseArgs } from 'node:util'
import { toConfig } from '../config.ts'
import { EVENTS } from '../contract/values.ts'
import { openDatabase } from '../database/open.ts'
import { parseDuration, parseExpiry } from '../keys/expiry.ts'
import { nearestName } from '../text/nearest-name.ts'
import { openSecrets } from '../webhooks/secret-key.ts'
import { type Io, UsageError } from './io.ts'
import { fullMomentSayer, momentSayer } from './said-moments.ts'
import { type Call, COMMANDS, perform } from './webhook-actions.ts'
import { printable } from './webhook-table.ts'
import { tellOfWait, wroteTo } from './written-database.ts'

const HELP = `Usage: yantra webhooks <command> [ID] [options]

  list                        all subscriptions, newest first
  show ID                     one of them, with the figures of its deliveries
  deliveries ID [--failed]    its deliveries with their attempts, newest first; --failed: only those that failed or
       [--limit 50]           wait for another attempt
  ping ID                     sends one signed test event now and prints what came of it
  test ID [--event NAME]      likewise an event about a machine of the sample, under an id that begins with evt_test_;
                              NAME is ${EVENTS.join(', ')}
  rotate ID [--overlap 24h]   gives it a new secret and prints it, this once; the old one signs too for the overlap
  disable ID                  sends it nothing more; what happens meanwhile is collected
  enable ID                   takes a disabled one up again and sends what it collected
  resend ID EVENT             sends one event once more, now, under its own id
  replay ID --since WHEN      sends again what was recorded since then, under the same ids; --failed: only what
       [--failed]             failed for good
  delete ID                   removes it with all that is pending

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
  event: { type: 'string' },
} as const

/** The commands that know an option beside the common ones. */
const KNOWN_BY: Record<string, readonly string[]> = {
  failed: ['deliveries', 'replay'],
  limit: ['deliveries'],
  overlap: ['rotate'],
  since: ['replay'],
  event: ['test'],
}

/** The rest changes the database. */
const READS = ['list', 'show', 'deliveries', 'ping', 'test']

export async function webhooksCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  if (values.help || positionals[0] === 'help') {
    io.stdout.write(HELP)
    return 0
  }
  const now = Date.now()
  // Read before the database is opened: a slip of the pen costs nothing.
  const call = readCall(values, positionals, now)
  const config = toConfig(io.env)
  const db = await openDatabase(config.database, { create: false, onWait: tellOfWait(io) })
  try {
    const warn = (message: string) => void io.stderr.write(`yantra webhooks: ${message}\n`)
    const report = await perform(
      {
        db,
        now,
        openSecrets: () => openSecrets(db, { ...config, warn }),
        allowPrivate: config.webhooks.allowPrivate,
        say: momentSayer(io.stdout, now),
        sayFully: fullMomentSayer(io.stdout, now),
      },
      call,
    )
    if (!report) {
      io.stderr.write(`yantra webhooks: there is no subscription ${printable(call.id)}\n`)
      return 1
    }
    io.stdout.write(values.json ? `${JSON.stringify(report.json)}\n` : report.text)
    if (!READS.includes(call.command)) io.stderr.write(wroteTo(config.database))
    return report.code ?? 0
  } finally {
    await db.destroy()
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

function readCall(values: Values, [command = '', id, ...more]: string[], now: number): Call {
  if (!COMMANDS.includes(command)) throw unknownCommand(command)
  for (const [name, commands] of Object.entries(KNOWN_BY)) {
    if (values[name as keyof Values] && !commands.includes(command)) {
      throw new UsageError(`webhooks ${command} takes no --${name}`)
    }
  }
  if (command === 'list' && id !== undefined) throw new UsageError('webhooks list takes no id')
  if (command !== 'list' && id === undefined) throw new UsageError(`webhooks ${command} needs the id of a subscription`)
  const eventId = command === 'resend' ? more.shift() : ''
  if (eventId === undefined) throw new UsageError('webhooks resend needs the id of an event; deliveries shows them')
  if (more.length > 0) throw new UsageError(`there is one word too many: ${more[0]}`)
  const limit = Number(values.limit ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) throw new UsageError('--limit is from 1 to 10000')
  const overlapMs = parseDuration(values.overlap ?? '24h')
  if (overlapMs === undefined) throw new UsageError('--overlap takes a duration: 30s, 15m, 24h, 90d')
  const eventType = EVENTS.find((name) => name === values.event)
  if (values.event !== undefined && !eventType) throw new UsageError(`--event is ${EVENTS.join(', ')}`)
  const since = readSince(command, values.since, now)
  return { command, id: id ?? '', eventId, eventType, failed: values.failed, limit, overlapMs, since }
}

function unknownCommand(command: string): UsageError {
  if (!command) return new UsageError('which command?')
  const near = nearestName(command, COMMANDS)
  return new UsageError(`there is no command "webhooks ${command}"${near ? `; did you mean "${near}"?` : ''}`)
}

function readSince(command: string, text: string | undefined, now: number): number {
  if (command !== 'replay') return 0
  if (text === undefined) throw new UsageError('webhooks replay needs --since')
  const back = parseDuration(text)
  const since = back === undefined ? parseExpiry(text, now) : now - back
  if (since === undefined) throw new UsageError('--since takes a date-time, a date or a duration back from now')
  return since
}
