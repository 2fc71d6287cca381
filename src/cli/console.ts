import { flag, line, oneOf, withDefault } from '../admin/inputs.ts'
import { endAllSessions, makeLink, readPerson } from '../admin/sessions.ts'
import { ConfigError, ownServer, toConfig } from '../config.ts'
import { commandActor } from '../history/audit.ts'
import { iso } from '../lib/calendar.ts'
import { type Commands, command } from './command.ts'
import { onDatabase } from './on-database.ts'

const consoleCommand = command({
  about:
    'Prints a link that signs in to the console of the running service. It works once, within ten minutes; the session lasts twelve hours.',
  options: {
    as: withDefault(line('NAME', 'who signs in; the audit log records the name'), 'operator'),
    role: withDefault(oneOf(['viewer', 'editor'], 'a viewer cannot change anything'), 'editor'),
    end: flag('end all sessions and unused links'),
  },
  notes: 'The link starts with BASE_URL, or http://HOST:PORT. CONSOLE=false turns the console off.',
  async run({ values: { as, role, end }, io }) {
    const config = toConfig(io.env)
    if (!config.console && !end) throw new ConfigError('the console is turned off: CONSOLE=false')
    const actor = commandActor(io.env)
    return onDatabase(io, 'write', async (db) => {
      if (end) {
        const ended = await endAllSessions(db, actor, Date.now())
        return { json: { ended }, text: `Ended ${ended} session${ended === 1 ? '' : 's'} and all unused links.\n` }
      }
      const { token, expiresAt } = await makeLink(db, actor, { who: readPerson(as, '--as'), role }, Date.now())
      const url = `${config.baseUrl || ownServer(config)}/console/enter?link=${token}`
      const text = `Open this link within ten minutes. It works once:\n\n  ${url}\n\n`
      return { json: { url, expires_at: iso(expiresAt) }, text, secret: url }
    })
  },
})

export const commands: Commands = { console: consoleCommand }
