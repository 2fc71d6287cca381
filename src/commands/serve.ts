import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Config, toConfig } from '../config.ts'
import { loadAhead } from '../read-model/reading/load-ahead.ts'
import type { Io } from './io.ts'
import type { Running } from './serve-start.ts'
import { untilStopped } from './until-stopped.ts'

const HELP = `Usage: yantra serve [--no-deliver]

Answers requests on HOST and PORT and delivers webhooks, until SIGTERM or SIGINT. Loads the bundled sample catalogue
when the database is empty. Settings come from the environment: docs/operating.md.

  --no-deliver   only answer; run \`yantra deliver\` elsewhere
  --json         print where it listens as JSON
`

export async function serveCommand(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      deliver: { type: 'boolean', default: true },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    io.stdout.write(HELP)
    return 0
  }
  const config = toConfig(io.env)
  const running = await start(config, values.deliver)
  io.stdout.write(values.json ? `${JSON.stringify({ url: running.url })}\n` : `Yantra listens on ${running.url}\n`)
  await untilStopped()
  await running.stop()
  return 0
}

/** Brings everything up; the machines are read while the code of the rest is loaded. */
export async function start(config: Config, deliver: boolean, logTo?: Writable): Promise<Running> {
  const ahead = loadAhead(config.database)
  const { startService } = await import('./serve-start.ts')
  return startService(config, { deliver, logTo, ahead })
}
