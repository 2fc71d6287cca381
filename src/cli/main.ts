import type { Command, Family } from './command.ts'
import { dispatch } from './dispatch.ts'
import type { Io } from './io.ts'

/** What each command does, in the order of the help. */
const DOES = {
  serve: 'answer requests, deliver webhooks, mail enquiries (--no-deliver: only answer)',
  deliver: 'deliver webhooks and mail enquiries, without answering requests',
  import: 'read machines, makers, classes, implements and listings from NDJSON or CSV',
  imports: 'look at what was imported and why rows were rejected; take an import back',
  mappings: 'list, show, save and remove column mappings of senders',
  publish: 'let readers see what an import brought',
  history: 'show what a record was and who changed it; check that nothing was changed by other means',
  revert: 'make a record what it was at a revision',
  retract: 'take back what a record was: nobody can read it any more',
  erase: 'erase a listing with everything that is kept of it',
  listings: 'look at used listings in any state; approve or reject those in review',
  export: 'write everything back as NDJSON',
  sample: 'load or remove the bundled sample catalogue',
  keys: 'create, list, rotate and revoke API keys; manage response signing keys',
  webhooks: 'look at subscriptions and deliveries; ping, test, rotate, disable, enable, resend, replay, delete',
  enquiries: 'look at what buyers asked sellers; close it, mail it once more',
  console: 'print a link that signs in to the console (--end: end all sessions)',
  audit: 'show who changed what',
  mcp: 'answer an agent over standard input and output (Model Context Protocol)',
  guard: 'show what the contact guard takes out of a text, and why',
  reindex: 'build the Meilisearch index anew',
  backup: 'write a copy of the SQLite database while the service goes on',
  restore: 'put such a copy back in its place',
  move: 'copy everything from SQLite to PostgreSQL, or back',
  migrate: 'bring the database schema up to date',
  doctor: 'check the configuration and everything it points to',
}

/** The code of a command is loaded when it is called. */
const LOAD: Record<keyof typeof DOES, () => Promise<Command | Family>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  deliver: async () => (await import('./deliver.ts')).deliverCommand,
  import: async () => (await import('./import.ts')).importCommand,
  imports: async () => (await import('./desk.ts')).importsCommands,
  mappings: async () => (await import('./desk.ts')).mappingsCommands,
  publish: async () => (await import('./desk.ts')).publishCommand,
  history: async () => (await import('./history.ts')).historyCommands,
  revert: async () => (await import('./desk.ts')).revertCommand,
  retract: async () => (await import('./desk.ts')).retractCommand,
  erase: async () => (await import('./desk.ts')).eraseCommand,
  listings: async () => (await import('./desk.ts')).listingsCommands,
  export: async () => (await import('./export.ts')).exportCommand,
  sample: async () => (await import('./sample.ts')).sampleCommands,
  keys: async () => (await import('./desk.ts')).keysCommands,
  webhooks: async () => (await import('./desk.ts')).webhooksCommands,
  enquiries: async () => (await import('./desk.ts')).enquiriesCommands,
  console: async () => (await import('./console.ts')).consoleCommand,
  audit: async () => (await import('./desk.ts')).auditCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  guard: async () => (await import('./guard.ts')).guardCommand,
  reindex: async () => (await import('./reindex.ts')).reindexCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
  move: async () => (await import('./move.ts')).moveCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
}

const COMMANDS: Family = {
  about: 'Yantra: a read API for tractors, farm and construction machines, and used listings',
  notes: 'Settings come from the environment and from the file .env: docs/operating/settings.md.',
  members: Object.fromEntries(
    Object.entries(LOAD).map(([name, load]) => [name, { does: DOES[name as keyof typeof DOES], load }]),
  ),
}

/** Runs one command and returns its exit code. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  if (argv[0] === '--version' || argv[0] === '-v') {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } })
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
