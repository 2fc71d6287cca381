import type { DestinationStream } from 'pino'
import { flag } from '../admin/inputs.ts'
import { type Config, ConfigError, NOT_HERE, ONE_PORT, toConfig } from '../config.ts'
import { isForPerson, readableLog } from './banner.ts'
import { type Commands, command } from './command.ts'
import type { Io } from './io.ts'
import type { Running } from './serve-start.ts'
import { untilStopped } from './until-stopped.ts'

const NO_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'])

const serve = command({
  about:
    'Answers requests on HOST and PORT, delivers webhooks and mails enquiries until SIGTERM or SIGINT. Loads the sample catalogue into an empty database if DATABASE_URL is not set or SAMPLE=true.',
  options: {
    deliver: flag('do not deliver webhooks or mail; run `yantra deliver` elsewhere', { default: true }),
  },
  notes:
    'The log is text on a terminal and JSON lines elsewhere; LOG_FORMAT overrides it. --json prints the address as JSON.',
  run: ({ values: { deliver, json }, io }) => runUntilStopped(io, json, { delivers: deliver }),
})

const deliver = command({
  about:
    'Delivers webhooks and mails enquiries without answering requests until SIGTERM or SIGINT; attempts in progress then have eight seconds. Any number may run on one database.',
  run: ({ values: { json }, io }) => runUntilStopped(io, json, { delivers: true, answers: false }),
})

export const commands: Commands = { serve, deliver }

interface ServeRole {
  delivers: boolean
  answers?: boolean
}

async function runUntilStopped(io: Io, json: boolean, role: ServeRole): Promise<number> {
  const config = toConfig(io.env)
  const forPerson = isForPerson(config, io.stdout) && !json
  const running = await startProcess(config, role, forPerson ? readableLog(io.stdout) : undefined)
  // From here on a signal stops it in order.
  const stopped = untilStopped()
  // Loops that wait do not keep the process alive.
  const staying = setInterval(() => {}, 3_600_000)
  const { url } = running
  const writeLog = (msg: string) =>
    io.stdout.write(`${JSON.stringify({ level: 30, time: Date.now(), ...(url && { url }), msg })}\n`)
  if (forPerson) io.stdout.write(await running.describe())
  else if (json && url) io.stdout.write(`${JSON.stringify({ url })}\n`)
  else writeLog(url ? `Yantra listens on ${url} now` : 'delivering')
  await stopped
  clearInterval(staying)
  if (forPerson) io.stdout.write('\nStopping; open requests are finished first.\n')
  else await running.drain()
  const code = await running.stop()
  if (forPerson) io.stdout.write('Stopped.\n')
  else if (!json) writeLog('stopped')
  return code
}

export async function start(config: Config, delivers: boolean, logTo?: DestinationStream) {
  const running = await startProcess(config, { delivers }, logTo)
  return { ...running, url: running.url! }
}

async function startProcess(config: Config, role: ServeRole, logTo?: DestinationStream): Promise<Running> {
  const { startService } = await import('./serve-start.ts')
  try {
    return await startService(config, { answers: true, ...role, logTo })
  } catch (error) {
    throw whyNotListening(error as ListenError, config)
  }
}

type ListenError = NodeJS.ErrnoException & { hostname?: string; port?: number }

function whyNotListening(error: ListenError, { host, port, metricsPort }: Config): Error {
  const isHost = error.syscall === 'listen' || error.hostname === host
  if (isHost && NO_HOST.has(error.code ?? '')) return new ConfigError(`HOST ${host} ${NOT_HERE}`)
  if (error.code !== 'EADDRINUSE') return error
  if (port === metricsPort) return new ConfigError(ONE_PORT)
  const taken = error.port ?? port
  const name = taken === metricsPort ? 'METRICS_PORT' : 'PORT'
  const other = taken < 65_535 ? taken + 1 : taken - 1
  const hint = `choose another one: ${name}=${other} npm start`
  return new ConfigError(`port ${taken} on ${host} is in use by another program; ${hint}`)
}
