import { type DestinationStream, pino } from 'pino'
import { type Config, ConfigError, MAX_WORKERS, NOT_HERE, ONE_PORT, toConfig } from '../config.ts'
import { count, flag } from '../operator/inputs.ts'
import { loadAhead } from '../read-model/reading/load-ahead.ts'
import type { Link } from '../workers/link.ts'
import { isForPerson, readableLog } from './banner.ts'
import { command } from './command.ts'
import type { Running } from './serve-start.ts'
import { untilStopped } from './until-stopped.ts'

const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'])

export const serveCommand = command({
  about:
    'Answers requests on HOST and PORT and delivers webhooks, until SIGTERM or SIGINT. Loads the bundled sample catalogue into an empty database when DATABASE_URL is not set or SAMPLE=true. Settings: docs/operating/settings.md.',
  options: {
    deliver: flag('only answer; run `yantra deliver` elsewhere', true),
    workers: count('processes that answer requests; WORKERS when absent', MAX_WORKERS),
  },
  notes:
    'On a terminal it tells where to look and writes its log for a person to read; elsewhere, or with LOG_FORMAT=json, it writes JSON lines. With --json it prints where it listens as JSON.',
  async run({ values, io }) {
    const settings = toConfig(io.env)
    const config = { ...settings, workers: values.workers ?? settings.workers }
    const forPerson = isForPerson(config, io.stdout) && !values.json
    const logTo = forPerson ? readableLog(io.stdout) : undefined
    const link = io.env.WORKER_PLACE ? (await import('../workers/link.ts')).openLink() : undefined
    if (!link && config.workers > 1) {
      return serve(await startAll(config, logTo))
    }
    const deliver = values.deliver && (!link || link.place === 1)
    return serve(await start(config, deliver, logTo, link))

    async function serve(running: Running): Promise<number> {
      // From here a signal stops it in order, however soon it comes.
      const stopped = untilStopped()
      const say = (line: object) => io.stdout.write(`${JSON.stringify(line)}\n`)
      const banner = forPerson ? await running.describe() : undefined
      // Among several workers only the primary speaks.
      if (link) link.listens(running.url, banner)
      else if (values.json) say({ url: running.url })
      else if (banner) io.stdout.write(banner)
      else say({ level: 30, time: Date.now(), url: running.url, msg: `Yantra listens on ${running.url} now` })
      await stopped
      if (forPerson && !link) io.stdout.write('\n  Yantra stops: what is under way is finished first.\n')
      if (!forPerson) await running.drain()
      const code = await running.stop()
      if (forPerson && !link) io.stdout.write('  Stopped.\n')
      else if (!link && !values.json) say({ level: 30, time: Date.now(), msg: 'stopped' })
      return code
    }
  },
})

/** Starts everything. The machines are read while the rest of the code is loaded. */
export async function start(
  config: Config,
  deliver: boolean,
  logTo?: DestinationStream,
  link?: Link,
): Promise<Running> {
  const ahead = loadAhead(config.database)
  const { startService } = await import('./serve-start.ts')
  try {
    return await startService(config, { deliver, logTo, ahead, link })
  } catch (error) {
    throw whyNotListening(error as ListenError, config)
  } finally {
    link?.release()
  }
}

type ListenError = NodeJS.ErrnoException & { hostname?: string; port?: number }

function whyNotListening(error: ListenError, config: Config): Error {
  if (error.code === 'EADDRINUSE') return portInUse(config, error.port)
  const isHost = error.syscall === 'listen' || error.hostname === config.host
  return isHost && NO_HOST.has(error.code ?? '') ? new ConfigError(`HOST ${config.host} ${NOT_HERE}`) : error
}

function portInUse({ host, port, metricsPort }: Config, taken = port): ConfigError {
  if (port === metricsPort) return new ConfigError(ONE_PORT)
  const name = taken === metricsPort ? 'METRICS_PORT' : 'PORT'
  const other = taken < 65_535 ? taken + 1 : taken - 1
  return new ConfigError(
    `port ${taken} on ${host} is in use by another program; choose another one: ${name}=${other} npm start`,
  )
}

/** Runs the same command in several processes that share one port. */
async function startAll({ workers, logLevel }: Config, logTo: DestinationStream | undefined): Promise<Running> {
  const { startWorkers } = await import('../workers/primary.ts')
  const log = logTo ? pino({ level: logLevel }, logTo) : pino({ level: logLevel })
  const { url, banner, stop } = await startWorkers(workers, log)
  // Each worker drains by itself when it is told to stop.
  return { url, describe: async () => banner as string, drain: async () => {}, stop }
}
