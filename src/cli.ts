import { type Command, type Io, UsageError } from './commands/io.ts'
import { misspeltSettings, readSettings } from './commands/settings.ts'
import { ConfigError } from './config.ts'
import { nearestName } from './text/nearest-name.ts'

interface Entry {
  summary: string
  load: () => Promise<Command>
}

/** A command's code is loaded only when it is called. */
const COMMANDS: Record<string, Entry> = {
  serve: {
    summary: 'answer requests, deliver webhooks, mail enquiries (--no-deliver: only answer)',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  deliver: {
    summary: 'deliver webhooks and mail enquiries, without answering requests',
    load: async () => (await import('./commands/deliver.ts')).deliverCommand,
  },
  import: {
    summary: 'read machines, makers, classes, implements and listings from NDJSON or CSV',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  imports: {
    summary: 'look at what was imported, and why rows were rejected',
    load: async () => (await import('./commands/imports.ts')).importsCommand,
  },
  listings: {
    summary: 'look at used listings in any state; approve or reject those in review',
    load: async () => (await import('./commands/listings.ts')).listingsCommand,
  },
  export: {
    summary: 'write everything back as NDJSON',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  sample: {
    summary: 'load or remove the bundled sample catalogue',
    load: async () => (await import('./commands/sample.ts')).sampleCommand,
  },
  keys: {
    summary: 'create, list, rotate and revoke API keys',
    load: async () => (await import('./commands/keys.ts')).keysCommand,
  },
  webhooks: {
    summary: 'look at subscriptions and deliveries; ping, test, rotate, disable, enable, resend, replay, delete',
    load: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
  },
  listen: {
    summary: 'bring webhooks of a development server to a program on this machine',
    load: async () => (await import('./commands/listen.ts')).listenCommand,
  },
  enquiries: {
    summary: 'look at what buyers asked sellers; close it, mail it once more',
    load: async () => (await import('./commands/enquiries.ts')).enquiriesCommand,
  },
  console: {
    summary: 'print a link that signs in to the console (--end: end all sessions)',
    load: async () => (await import('./commands/console.ts')).consoleCommand,
  },
  audit: {
    summary: 'show who changed what',
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  mcp: {
    summary: 'answer an agent over standard input and output (Model Context Protocol)',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  guard: {
    summary: 'show what the contact guard takes out of a text, and why',
    load: async () => (await import('./commands/guard.ts')).guardCommand,
  },
  reindex: {
    summary: 'build the Meilisearch index anew',
    load: async () => (await import('./commands/reindex.ts')).reindexCommand,
  },
  backup: {
    summary: 'write a copy of the SQLite database while the service goes on',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  restore: {
    summary: 'put such a copy back in its place',
    load: async () => (await import('./commands/backup.ts')).restoreCommand,
  },
  move: {
    summary: 'copy everything from SQLite to PostgreSQL, or back',
    load: async () => (await import('./commands/move.ts')).moveCommand,
  },
  migrate: {
    summary: 'bring the database schema up to date',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  doctor: {
    summary: 'check the configuration and everything it points to',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
}

const USAGE = `Yantra: a read API for tractors, farm and construction machines, and used listings

Usage: yantra <command> [options]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

Every command takes --help, and --json for scripts. Settings come from the environment and from the file .env:
docs/operating.md.
`

/** Runs one command and returns its exit code. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv
  if (first === undefined || first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    io.stdout.write(USAGE)
    return first === undefined ? 2 : 0
  }
  // `yantra help keys` is `yantra keys --help`.
  const [name, args] = first === 'help' ? [rest[0]!, ['--help']] : [first, rest]
  if (name === '--version' || name === '-v') {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
    io.stdout.write(`${manifest.version}\n`)
    return 0
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!entry) {
    const suggestion = nearestName(name, Object.keys(COMMANDS))
    io.stderr.write(`yantra: there is no command "${name}"${suggestion ? `; did you mean "${suggestion}"?` : ''}\n`)
    io.stderr.write('Run `yantra --help` for the list.\n')
    return 2
  }
  try {
    const env = readSettings(io.env, process.cwd())
    for (const { name, meant } of misspeltSettings(env)) {
      io.stderr.write(`yantra: ${name} is not a setting; did you mean ${meant}?\n`)
    }
    const command = await entry.load()
    return await command(args, { ...io, env })
  } catch (error) {
    io.stderr.write(`yantra ${name}: ${explain(error)}\n`)
    if (isUsage(error)) io.stderr.write(`Run \`yantra ${name} --help\` for its options.\n`)
    return 2
  }
}

function isUsage(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))
}

/** One line a stranger can act on; the stack only where the fault is ours. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `the database does not answer (${code}); is DATABASE_URL right?`
  if (error instanceof ConfigError || isUsage(error) || code !== undefined) return error.message
  return error.stack ?? error.message
}

if (import.meta.main || process.argv[1] === import.meta.filename) {
  // A reader that went away, as in `yantra export | head`, is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const { stdin, stdout, stderr, env } = process
  process.exitCode = await runCli(process.argv.slice(2), { stdin, stdout, stderr, env })
}
