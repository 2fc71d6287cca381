import { flag, oneOf, value, withDefault } from '../admin/inputs.ts'
import { endAllSessions, makeLink, readPerson } from '../admin/sessions.ts'
import { ConfigError, ownServer, toConfig } from '../config.ts'
import { commandActor } from '../history/audit.ts'
import { command } from './command.ts'
import { onDatabase } from './on-database.ts'

export const consoleCommand = command({
  about:
    'Prints a link that signs in to the console of the running service, at /console: once, within ten minutes. The session lasts twelve hours. There is no password and no other way in.',
  options: {
    as: withDefault(value('NAME', 'whose link it is: every change carries the name', readPerson), 'operator'),
    role: withDefault(oneOf(['viewer', 'editor'], 'what they may do; a viewer changes nothing'), 'editor'),
    end: flag('end all sessions, on every replica, and all links that were not used'),
  },
  notes: 'The link begins with BASE_URL, or with http://HOST:PORT. CONSOLE=false turns the console off.',
  async run({ values, io }) {
    const config = toConfig(io.env)
    if (!config.console && !values.end) throw new ConfigError('the console is turned off: CONSOLE=false')
    return onDatabase(io, 'write', async (db) => {
      if (values.end) {
        const ended = await endAllSessions(db, commandActor(io.env), Date.now())
        const text = `Ended ${ended} session${ended === 1 ? '' : 's'}; links that were not used open nothing now.\n`
        return { json: { ended }, text }
      }
      const person = { who: values.as, role: values.role }
      const { token, expiresAt } = await makeLink(db, commandActor(io.env), person, Date.now())
      const url = `${config.baseUrl || ownServer(config)}/console/enter?link=${token}`
      return {
        json: { url, expires_at: new Date(expiresAt).toISOString() },
        text: `Open this link within ten minutes. It works once:\n\n  ${url}\n\n`,
      }
    })
  },
})
