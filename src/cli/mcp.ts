import { pino } from 'pino'
import { toConfig } from '../config.ts'
import { withDatabase } from '../database/open.ts'
import { REQUEST_TIMEOUTS } from '../database/unavailable.ts'
import { createCatalogue } from '../read-model/catalogue.ts'
import { mcpSources } from '../server/mcp-route.ts'
import { type Commands, command } from './command.ts'
import { untilStopped } from './until-stopped.ts'

const mcpCommand = command({
  about:
    'Answers an AI assistant over standard input and output (Model Context Protocol) until its input ends. To connect a client, give it the command "npx" with the arguments "yantra" and "mcp": docs/guides/agents.md.',
  async run({ io }) {
    const config = toConfig(io.env)
    const log = pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel }, io.stderr)
    const timeouts = REQUEST_TIMEOUTS
    const options = { timeouts, create: false, applicationName: 'yantra mcp' }
    return withDatabase(config.database, options, async (db) => {
      const catalogue = createCatalogue(db, { log })
      try {
        await catalogue.ready
        const { serveAgent } = await import('../mcp/server.ts')
        const agent = serveAgent(mcpSources({ config, db, catalogue }), log, io)
        await Promise.race([agent.ended, untilStopped()])
        await agent.close()
      } finally {
        await catalogue.close()
      }
      return 0
    })
  },
})

export const commands: Commands = { mcp: mcpCommand }
