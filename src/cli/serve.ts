import type { DestinationStream } from 'pino'
import { flag } from '../admin/inputs.ts'
import { type Config, ConfigError, NOT_HERE, ONE_PORT, toConfig } from '../config.ts'
import { isForPerson, readableLog } from './banner.ts'
import { type Commands, command } from './command.ts'
import type { Running } from './serve-start.ts'
import { untilStopped } from './until-stopped.ts'

const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'])

const serveCommand = command({
  about:
    'Answers requests on HOST and PORT, delivers webhooks and mails enquiries until SIGTERM or SIGINT. Loads the sample catalogue into an empty database if DATABASE_URL is not set or SAMPLE=true.',
  options: {
    deliver: flag('do not deliver webhooks or mail; run `yantra deliver` elsewhere', { default: true }),
  },
  notes:
    'The log is text on a terminal and JSON lines elsewhere; LOG_FORMAT overrides it. --json prints the address as JSON.',
  async run({ values, io }) {
    const config = toConfig(io.env)
    const forPerson = isForPerson(config, io.stdout) && !values.json
    const logTo = forPerson ? readableLog(io.stdout) : undefined
    const running = await start(config, values.deliver, logTo)
    // From here on a signal stops it in order.
    const stopped = untilStopped()
    const writeJson = (line: object) => io.stdout.write(`${JSON.stringify(line)}\n`)
    if (values.json) writeJson({ url: running.url })
    else if (forPerson) io.stdout.write(await running.describe())
    else writeJson({ level: 30, time: Date.now(), url: running.url, msg: `Yantra listens on ${running.url} now` })
    await stopped
    if (forPerson) io.stdout.write('\nStopping; open requests are finished first.\n')
    else await running.drain()
    const code = await running.stop()
    if (forPerson) io.stdout.write('Stopped.\n')
    else if (!values.json) writeJson({ level: 30, time: Date.now(), msg: 'stopped' })
    return code
  },
})

export const commands: Commands = { serve: serveCommand }

/** Starts everything. */
export async function start(config: Config, deliver: boolean, logTo?: DestinationStream): Promise<Running> {
  const { startService } = await import('./serve-start.ts')
  try {
    return await startService(config, { deliver, logTo })
  } catch (error) {
    throw whyNotListening(error as ListenError, config)
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
