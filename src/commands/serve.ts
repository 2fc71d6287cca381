import { type Config, ConfigError, toConfig } from '../config.ts'
import { loadAhead } from '../read-model/reading/load-ahead.ts'
import { flag } from './arguments.ts'
import { composeBanner } from './banner.ts'
import { command } from './command.ts'
import { isForPerson, type LogTarget, readableLog } from './readable-log.ts'
import type { Running } from './serve-start.ts'
import { untilStopped } from './until-stopped.ts'

export const serveCommand = command({
  about:
    'Answers requests on HOST and PORT and delivers webhooks, until SIGTERM or SIGINT. Loads the bundled sample catalogue into an empty database when DATABASE_URL is not set or SAMPLE=true. Settings: docs/operating/settings.md.',
  options: { deliver: flag('only answer; run `yantra deliver` elsewhere', true) },
  notes:
    'On a terminal it tells where to look and writes its log for a person to read; elsewhere, or with LOG_FORMAT=json, it writes JSON lines. With --json it prints where it listens as JSON.',
  async run({ values, io }) {
    const config = toConfig(io.env)
    const forPerson = isForPerson(config, io.stdout) && !values.json
    const running = await start(config, values.deliver, forPerson ? readableLog(io.stdout) : undefined)
    // From here on a signal stops it in order, however soon it follows on what is said below.
    const stopped = untilStopped()
    const say = (line: object) => io.stdout.write(`${JSON.stringify(line)}\n`)
    if (values.json) say({ url: running.url })
    else if (forPerson) io.stdout.write(composeBanner(await running.describe()))
    else say({ level: 30, time: Date.now(), url: running.url, msg: `Yantra listens on ${running.url} now` })
    await stopped
    if (forPerson) io.stdout.write('\n  Yantra stops: what is under way is finished first.\n')
    if (!forPerson) await running.drain()
    await running.stop()
    if (forPerson) io.stdout.write('  Stopped.\n')
    else if (!values.json) say({ level: 30, time: Date.now(), msg: 'stopped' })
    return 0
  },
})

/** Brings everything up; the machines are read while the code of the rest is loaded. */
export async function start(config: Config, deliver: boolean, logTo?: LogTarget): Promise<Running> {
  const ahead = loadAhead(config.database)
  const { startService } = await import('./serve-start.ts')
  return startService(config, { deliver, logTo, ahead }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portInUse(config) : error
  })
}

function portInUse({ host, port }: Config): ConfigError {
  const other = port < 65_535 ? port + 1 : port - 1
  return new ConfigError(
    `port ${port} on ${host} is in use by another program; choose another one: PORT=${other} npm start`,
  )
}
