import { type Config, ConfigError, toConfig } from '../config.ts'
import { endAllSessions, makeLink } from '../operator/sessions.ts'
import { command } from './command.ts'
import { withDatabase } from './open.ts'

const HELP = `Usage: yantra console [--end] [--json]

Prints a link that signs in to the console of the running service, at /console: once, within ten minutes. The session
lasts twelve hours. There is no password and no other way in.

  --end    end all sessions, on every replica, and all links that were not used
  --json   print {url, expires_at}, or with --end {ended}
  --help   print this

The link begins with BASE_URL, or with http://HOST:PORT. CONSOLE=false turns the console off.
`

export const consoleCommand = command({
  help: HELP,
  options: { end: { type: 'boolean', default: false } },
  async run({ values, io }) {
    const config = toConfig(io.env)
    const say = (json: object, text: string) => io.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text)
    if (!config.console && !values.end) throw new ConfigError('the console is turned off: CONSOLE=false')
    return withDatabase(io, { target: config.database, writes: true }, async (db) => {
      if (values.end) {
        const ended = await endAllSessions(db, Date.now())
        say({ ended }, `Ended ${ended} session${ended === 1 ? '' : 's'}; links that were not used open nothing now.\n`)
        return 0
      }
      const { token, expiresAt } = await makeLink(db, Date.now())
      const url = `${addressOf(config)}/console/enter?link=${token}`
      say(
        { url, expires_at: new Date(expiresAt).toISOString() },
        `Open this link within ten minutes. It works once:\n\n  ${url}\n\n`,
      )
      return 0
    })
  },
})

/** Where a browser finds the service; one that listens everywhere is found here. */
export function addressOf({ baseUrl, host, port }: Pick<Config, 'baseUrl' | 'host' | 'port'>): string {
  if (baseUrl !== '') return baseUrl
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
