import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { toDatabase } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { snapshot } from '../database/revision.ts'
import { ensureBuiltinClasses } from '../intake/ensure-classes.ts'
import { exportRows } from '../intake/export-rows.ts'
import { openReplacement } from '../intake/replace-file.ts'
import { type Io, UsageError } from './io.ts'

const HELP = `Usage: yantra export [options]

Writes everything as NDJSON that \`yantra import\` takes back: manufacturers, classes, machines, implements, listings.

  --out FILE  write to FILE instead of standard output, gzipped when its name ends in .gz;
              the file appears when it is complete
  --private   with the contacts of sellers and the sources, which are left out otherwise
  --json      with --out: print the numbers of rows as JSON
  --help      print this
`

const OPTIONS = {
  out: { type: 'string' },
  private: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export async function exportCommand(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.help) {
    io.stdout.write(HELP)
    return 0
  }
  if (values.out === '') throw new UsageError('--out needs a name')
  const db = await openDatabase(toDatabase(io.env.DATABASE_URL))
  try {
    await ensureBuiltinClasses(db)
    const file = values.out === undefined ? undefined : await openReplacement(values.out)
    const counts: Record<string, number> = {}
    try {
      await snapshot(db, async (trx) => {
        for await (const { type, rows } of exportRows(trx, { withPrivate: values.private ?? false })) {
          counts[type] = (counts[type] ?? 0) + rows.length
          await writeAll(file?.stream ?? io.stdout, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
        }
      })
      await file?.complete()
    } catch (error) {
      await file?.discard()
      throw error
    }
    if (file) io.stdout.write(values.json ? `${JSON.stringify(counts)}\n` : `${sentence(counts, values.out!)}\n`)
    return 0
  } finally {
    await db.destroy()
  }
}

async function writeAll(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

function sentence(counts: Record<string, number>, out: string): string {
  const parts = Object.entries(counts).map(([type, count]) => `${count} ${type}`)
  return `Wrote ${parts.join(', ')} to ${out}.`
}
