import type { Writable } from 'node:stream'
import { type Config, toConfig } from '../config.ts'
import { loadAhead } from '../read-model/reading/load-ahead.ts'
import { command } from './command.ts'
import type { Running } from './serve-start.ts'
import { untilStopped } from './until-stopped.ts'

const HELP = `Usage: yantra serve [--no-deliver]

Answers requests on HOST and PORT and delivers webhooks, until SIGTERM or SIGINT. Loads the bundled sample catalogue
into an empty database when DATABASE_URL is not set or SAMPLE=true. Settings: docs/operating.md.

  --no-deliver   only answer; run \`yantra deliver\` elsewhere
  --json         print where it listens as JSON
`

export const serveCommand = command({
  help: HELP,
  options: { deliver: { type: 'boolean', default: true } },
  async run({ values, io }) {
    const running = await start(toConfig(io.env), values.deliver)
    io.stdout.write(values.json ? `${JSON.stringify({ url: running.url })}\n` : `Yantra listens on ${running.url}\n`)
    await untilStopped()
    await running.stop()
    return 0
  },
})

/** Brings everything up; the machines are read while the code of the rest is loaded. */
export async function start(config: Config, deliver: boolean, logTo?: Writable): Promise<Running> {
  const ahead = loadAhead(config.database)
  const { startService } = await import('./serve-start.ts')
  return startService(config, { deliver, logTo, ahead })
}
