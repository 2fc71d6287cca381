import { Readable } from 'node:stream'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { serveRequests } from '../lib/threads.ts'
import type { CheckedRow } from './check-row.ts'
import { ensureBuiltinClasses } from './ensure-classes.ts'
import type { Difference } from './import-batch.ts'
import { createTally } from './import-counters.ts'
import { recordedImport } from './import-rows.ts'
import { type KnownNames, NO_NAMES, readKnownNames } from './mapping/names.ts'
import { openInput } from './open-input.ts'
import { createShownLines, createUnderstood } from './parsed-table.ts'
import { readBatches } from './read-batches.ts'
import { proposeFor, type TableSettings } from './read-table.ts'
import { InputError } from './report.ts'
import type { RecordType } from './row-shapes.ts'
import { type ImportTask, readParts } from './uploads.ts'

// Runs in a process of its own, so that the service keeps answering and its memory: tells the id of the recorded import, then its outcome.

const MAX_DIFFERENCES = 100

serveRequests(
  async ({ target, upload, who, dryRun, withTable, review }: ImportTask, tell: (importId: string) => void) =>
    withDatabase(target, { poolSize: 2, applicationName: 'yantra console import' }, async (db) => {
      await ensureBuiltinClasses(db)
      const differences: Difference[] = []
      let { kept } = createTally()
      const names = upload.format === 'csv' ? await readKnownNames(db) : NO_NAMES
      const understood = withTable ? createUnderstood() : undefined
      const lines = createShownLines()
      const settings = upload.options ? JSON.parse(upload.options) : {}
      const proposal =
        upload.format === 'csv' && !settings.asIs ? await proposedFor(db, upload, settings, names) : undefined
      const table = { names, sender: upload.file, ...settings, recipe: proposal?.recipe, isTried: dryRun }
      const summary = await recordedImport(db, rowsOf(db, upload, table), {
        file: upload.file,
        by: 'console',
        who,
        dryRun,
        review,
        maxDifferences: dryRun ? MAX_DIFFERENCES : 0,
        tell(event) {
          if (event.type === 'begun') tell(event.id)
          if (event.type !== 'batch') return
          kept = event.kept
          understood?.add(event.rows)
          if (dryRun) lines.add(event.rows)
          differences.push(...event.result.differences.slice(0, MAX_DIFFERENCES - differences.length))
        },
      })
      const parts: Uint8Array[] = []
      await understood?.write('understood.xlsx', async (content) => void parts.push(Buffer.from(content)))
      return {
        ...summary,
        ...kept(),
        differences,
        ...(lines.shown.lines.length > 0 && { understood: lines.shown }),
        ...(proposal && { proposal }),
        ...(understood && { table: Buffer.concat(parts) }),
      }
    }),
)

/** What is known of the sheet, and what is asked; undefined for a table of names of fields, or one that cannot be read. */
async function proposedFor(db: Db, upload: ImportTask['upload'], settings: Settings, names: KnownNames) {
  const type = (upload.type || settings.recipe?.type) as RecordType | undefined
  const bytes = openInput('-', bytesOf(db, upload), new AbortController().signal, () => {}, true)
  try {
    return await proposeFor(bytes, { names, type, today: kolkataDate(Date.now()), ...settings })
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

type Settings = Pick<TableSettings, 'recipe' | 'sheet'>

const bytesOf = (db: Db, upload: ImportTask['upload']) => Readable.from(readParts(db, upload), { objectMode: false })

/** The bytes come from the database; the rows carry the file's name. */
async function* rowsOf(db: Db, upload: ImportTask['upload'], table: TableSettings): AsyncGenerator<CheckedRow[]> {
  const bytes = bytesOf(db, upload)
  const reading = {
    stdin: bytes,
    signal: new AbortController().signal,
    defaultType: (upload.type || undefined) as RecordType | undefined,
    format: upload.format,
    table,
  }
  for await (const batch of readBatches(['-'], reading)) {
    for (const { origin } of batch) origin.file = upload.file
    yield batch
  }
  // To the reader of rows it is a fault of the file: the rows before it would count as all of them.
  if (bytes.errored) throw bytes.errored
}
