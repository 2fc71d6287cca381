import type { ProcessIo } from './io.ts'
import { type CommandMenu, runProgram } from './program.ts'

const resources = () => import('./resources.ts')

const MENU: CommandMenu = {
  Serve: {
    serve: ['answer requests, deliver webhooks and mail enquiries', () => import('./serve.ts')],
    deliver: ['deliver webhooks and mail enquiries without answering requests', () => import('./serve.ts')],
    console: ['print a link that signs in to the console', () => import('./console.ts')],
    mcp: ['answer an AI assistant over standard input and output (MCP)', () => import('./mcp.ts')],
  },
  Data: {
    import: ['import machines, manufacturers, classes, implements and listings', () => import('./import.ts')],
    imports: ['list imports; undo one', resources],
    mappings: ['list, show, save and remove column mappings', resources],
    publish: ['publish the records of an import', resources],
    export: ['write all records as NDJSON or a table', () => import('./export.ts')],
    history: ['show changes of a record; verify the history', () => import('./history.ts')],
    revert: ['restore a record to an earlier revision', resources],
    retract: ['withdraw past versions of a record from public history', resources],
    erase: ['erase a listing with its history and photos', resources],
    sample: ['load or remove the sample catalogue', () => import('./sample.ts')],
  },
  Listings: {
    listings: ['list used listings; approve, reject or withdraw them', resources],
    enquiries: ["list buyers' enquiries; close, resend or erase them", resources],
    guard: ['show what the contact guard removes from a text', () => import('./guard.ts')],
  },
  'Keys and webhooks': {
    keys: ['create, list, rotate and revoke API keys', resources],
    webhooks: ['list subscriptions and deliveries; test, resend, replay', resources],
  },
  Maintenance: {
    doctor: ['check settings, database and services', () => import('./doctor.ts')],
    backup: ['write a backup of a SQLite database', () => import('./backup.ts')],
    restore: ['restore a backup', () => import('./backup.ts')],
    move: ['copy everything to another database', () => import('./move.ts')],
    migrate: ['upgrade the database schema', () => import('./migrate.ts')],
    reindex: ['rebuild the Meilisearch index', () => import('./reindex.ts')],
    explain: ['show how search understands a query and why its first hits rank first', () => import('./explain.ts')],
    audit: ['show who changed what', resources],
  },
}

export function runCli(argv: readonly string[], io: ProcessIo): Promise<number> {
  return runProgram('A read API for tractors, farm and construction machines, and used listings.', MENU, argv, io)
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
