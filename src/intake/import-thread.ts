import { Readable } from 'node:stream'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { answerQuestions } from '../running/threads.ts'
import type { CheckedRow } from './check-row.ts'
import { ensureBuiltinClasses } from './ensure-classes.ts'
import type { Difference } from './import-batch.ts'
import { recordedImport } from './import-rows.ts'
import { type KnownNames, NO_NAMES, readKnownNames } from './known-names.ts'
import { readBatches } from './read-batches.ts'
import type { RecordType } from './row-shapes.ts'
import { createTally } from './tally.ts'
import { createUnderstood } from './understood-table.ts'
import { type ImportTask, readParts } from './uploads.ts'

// Runs in a thread, so that the service keeps answering: tells the id of the recorded import, then its outcome.

const MAX_DIFFERENCES = 100

answerQuestions(
  async ({ target, upload, who, dryRun, withTable, review }: ImportTask, tell: (importId: string) => void) =>
    withDatabase(target, { poolSize: 2, applicationName: 'yantra console import' }, async (db) => {
      await ensureBuiltinClasses(db)
      const differences: Difference[] = []
      let { kept } = createTally()
      const names = upload.format === 'csv' ? await readKnownNames(db) : NO_NAMES
      const understood = withTable ? createUnderstood(names) : undefined
      const summary = await recordedImport(db, rowsOf(db, upload, names), {
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
          differences.push(...event.result.differences.slice(0, MAX_DIFFERENCES - differences.length))
        },
      })
      const parts: Uint8Array[] = []
      await understood?.write('understood.xlsx', async (content) => void parts.push(Buffer.from(content)))
      return { ...summary, ...kept(), differences, ...(understood && { table: Buffer.concat(parts) }) }
    }),
)

/** The bytes come from the database; the rows carry the file's name. */
async function* rowsOf(db: Db, upload: ImportTask['upload'], names: KnownNames): AsyncGenerator<CheckedRow[]> {
  const reading = {
    stdin: Readable.from(readParts(db, upload.id), { objectMode: false }),
    signal: new AbortController().signal,
    defaultType: (upload.type || undefined) as RecordType | undefined,
    format: upload.format,
    table: { names, ...(upload.options && JSON.parse(upload.options)) },
  }
  for await (const batch of readBatches(['-'], reading)) {
    for (const { origin } of batch) origin.file = upload.file
    yield batch
  }
}
