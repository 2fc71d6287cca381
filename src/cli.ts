import type { Family } from './commands/command.ts'
import { dispatch } from './commands/dispatch.ts'
import type { Io } from './commands/io.ts'

/** All commands. The code of a command is loaded when it is called. */
export const COMMANDS: Family = {
  about: 'Yantra: a read API for tractors, farm and construction machines, and used listings',
  notes: 'Settings come from the environment and from the file .env: docs/operating/settings.md.',
  members: {
    serve: {
      does: 'answer requests, deliver webhooks, mail enquiries (--no-deliver: only answer)',
      load: async () => (await import('./commands/serve.ts')).serveCommand,
    },
    deliver: {
      does: 'deliver webhooks and mail enquiries, without answering requests',
      load: async () => (await import('./commands/deliver.ts')).deliverCommand,
    },
    import: {
      does: 'read machines, makers, classes, implements and listings from NDJSON or CSV',
      load: async () => (await import('./commands/import.ts')).importCommand,
    },
    imports: {
      does: 'look at what was imported and why rows were rejected; take an import back',
      load: async () => (await import('./commands/desk.ts')).importsCommands,
    },
    history: {
      does: 'show what a record was and who changed it; check that nothing was changed by other means',
      load: async () => (await import('./commands/history.ts')).historyCommands,
    },
    revert: {
      does: 'make a record what it was at a revision',
      load: async () => (await import('./commands/history.ts')).revertCommand,
    },
    listings: {
      does: 'look at used listings in any state; approve or reject those in review',
      load: async () => (await import('./commands/desk.ts')).listingsCommands,
    },
    export: {
      does: 'write everything back as NDJSON',
      load: async () => (await import('./commands/export.ts')).exportCommand,
    },
    sample: {
      does: 'load or remove the bundled sample catalogue',
      load: async () => (await import('./commands/sample.ts')).sampleCommands,
    },
    keys: {
      does: 'create, list, rotate and revoke API keys',
      load: async () => (await import('./commands/desk.ts')).keysCommands,
    },
    webhooks: {
      does: 'look at subscriptions and deliveries; ping, test, rotate, disable, enable, resend, replay, delete',
      load: async () => (await import('./commands/desk.ts')).webhooksCommands,
    },
    signing: {
      does: 'list and rotate the keys that answers are signed with',
      load: async () => (await import('./commands/signing.ts')).signingCommands,
    },
    listen: {
      does: 'bring webhooks of a development server to a program on this machine',
      load: async () => (await import('./commands/listen.ts')).listenCommand,
    },
    enquiries: {
      does: 'look at what buyers asked sellers; close it, mail it once more',
      load: async () => (await import('./commands/desk.ts')).enquiriesCommands,
    },
    stats: {
      does: 'show how the service stands, as the console does',
      load: async () => (await import('./commands/stats.ts')).statsCommand,
    },
    console: {
      does: 'print a link that signs in to the console (--end: end all sessions)',
      load: async () => (await import('./commands/console.ts')).consoleCommand,
    },
    audit: {
      does: 'show who changed what',
      load: async () => (await import('./commands/desk.ts')).auditCommand,
    },
    mcp: {
      does: 'answer an agent over standard input and output (Model Context Protocol)',
      load: async () => (await import('./commands/mcp.ts')).mcpCommand,
    },
    guard: {
      does: 'show what the contact guard takes out of a text, and why',
      load: async () => (await import('./commands/guard.ts')).guardCommand,
    },
    reindex: {
      does: 'build the Meilisearch index anew',
      load: async () => (await import('./commands/reindex.ts')).reindexCommand,
    },
    backup: {
      does: 'write a copy of the SQLite database while the service goes on',
      load: async () => (await import('./commands/backup.ts')).backupCommand,
    },
    restore: {
      does: 'put such a copy back in its place',
      load: async () => (await import('./commands/backup.ts')).restoreCommand,
    },
    move: {
      does: 'copy everything from SQLite to PostgreSQL, or back',
      load: async () => (await import('./commands/move.ts')).moveCommand,
    },
    migrate: {
      does: 'bring the database schema up to date',
      load: async () => (await import('./commands/migrate.ts')).migrateCommand,
    },
    completion: {
      does: 'print a script that makes bash, zsh or fish complete these commands',
      load: async () => (await import('./commands/completion.ts')).completionCommand(() => COMMANDS),
    },
    doctor: {
      does: 'check the configuration and everything it points to',
      load: async () => (await import('./commands/doctor.ts')).doctorCommand,
    },
  },
}

/** Runs one command and returns its exit code. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  if (argv[0] === '--version' || argv[0] === '-v') {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
    io.stdout.write(`${manifest.version}\n`)
    return 0
  }
  if (argv.length === 0) {
    await dispatch(COMMANDS, ['--help'], io)
    return 2
  }
  return dispatch(COMMANDS, argv, io)
}

if (import.meta.main || process.argv[1] === import.meta.filename) {
  // A reader that closes the pipe, as in `yantra export | head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const { stdin, stdout, stderr, env } = process
  process.exitCode = await runCli(process.argv.slice(2), { stdin, stdout, stderr, env })
}
