import type { Io } from './io.ts'
import { type CommandEntry, runProgram } from './program.ts'

const GROUPS: Record<string, Record<string, [summary: string, load: CommandEntry['load']]>> = {
  Serve: {
    serve: [
      'answer requests, deliver webhooks and mail enquiries',
      async () => (await import('./serve.ts')).serveCommand,
    ],
    deliver: [
      'deliver webhooks and mail enquiries without answering requests',
      async () => (await import('./deliver.ts')).deliverCommand,
    ],
    console: ['print a link that signs in to the console', async () => (await import('./console.ts')).consoleCommand],
    mcp: [
      'answer an AI assistant over standard input and output (MCP)',
      async () => (await import('./mcp.ts')).mcpCommand,
    ],
  },
  Data: {
    import: [
      'import machines, manufacturers, classes, implements and listings',
      async () => (await import('./import.ts')).importCommand,
    ],
    imports: ['list imports; undo one', async () => (await import('./resources.ts')).importsCommands],
    mappings: [
      'list, show, save and remove column mappings',
      async () => (await import('./resources.ts')).mappingsCommands,
    ],
    publish: ['publish the records of an import', async () => (await import('./resources.ts')).publishCommand],
    export: ['write all records as NDJSON or a table', async () => (await import('./export.ts')).exportCommand],
    history: [
      'show changes of a record; verify the history',
      async () => (await import('./history.ts')).historyCommands,
    ],
    revert: ['restore a record to an earlier revision', async () => (await import('./resources.ts')).revertCommand],
    retract: [
      'withdraw past versions of a record from public history',
      async () => (await import('./resources.ts')).retractCommand,
    ],
    erase: ['erase a listing with its history and photos', async () => (await import('./resources.ts')).eraseCommand],
    sample: ['load or remove the sample catalogue', async () => (await import('./sample.ts')).sampleCommands],
  },
  Listings: {
    listings: [
      'list used listings; approve, reject or withdraw them',
      async () => (await import('./resources.ts')).listingsCommands,
    ],
    enquiries: [
      "list buyers' enquiries; close, resend or erase them",
      async () => (await import('./resources.ts')).enquiriesCommands,
    ],
    guard: ['show what the contact guard removes from a text', async () => (await import('./guard.ts')).guardCommand],
  },
  'Keys and webhooks': {
    keys: ['create, list, rotate and revoke API keys', async () => (await import('./resources.ts')).keysCommands],
    webhooks: [
      'list subscriptions and deliveries; test, resend, replay',
      async () => (await import('./resources.ts')).webhooksCommands,
    ],
  },
  Maintenance: {
    doctor: ['check settings, database and services', async () => (await import('./doctor.ts')).doctorCommand],
    backup: ['write a backup of a SQLite database', async () => (await import('./backup.ts')).backupCommand],
    restore: ['restore a backup', async () => (await import('./backup.ts')).restoreCommand],
    move: ['copy everything to another database', async () => (await import('./move.ts')).moveCommand],
    migrate: ['upgrade the database schema', async () => (await import('./migrate.ts')).migrateCommand],
    reindex: ['rebuild the Meilisearch index', async () => (await import('./reindex.ts')).reindexCommand],
    explain: [
      'show how search understands a query and why its first hits rank first',
      async () => (await import('./explain.ts')).explainCommand,
    ],
    audit: ['show who changed what', async () => (await import('./resources.ts')).auditCommand],
  },
}

const ENTRIES = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([name, [summary, load]]) => [name, { group, summary, load }]),
  ),
)

/** Runs one command and returns its exit code. */
export function runCli(argv: readonly string[], io: Io): Promise<number> {
  return runProgram('A read API for tractors, farm and construction machines, and used listings.', ENTRIES, argv, io)
}

if (import.meta.main || process.argv[1] === import.meta.filename) {
  // `yantra export | head` closes the pipe.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const { stdin, stdout, stderr, env } = process
  process.exitCode = await runCli(process.argv.slice(2), { stdin, stdout, stderr, env })
}
