import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../database/open.ts'
import type { UploadTable } from '../../database/tables/imports.ts'
import type { DatabaseTarget } from '../../database/target.ts'
import type { CheckedRow } from '../check-row.ts'
import { ensureBuiltinClasses } from '../ensure-classes.ts'
import { readAhead } from '../read-ahead.ts'
import { recordedImport } from '../recorded-import.ts'
import { createRejectExamples } from '../reject-examples.ts'
import { type RecordType, ROW_SHAPES } from '../row-shapes.ts'
import { uploadPath } from './upload-files.ts'
import type { Difference, UploadOutcome } from './upload-store.ts'

// Runs in a thread, so that the service keeps answering. First tells the id of the recorded import, then its outcome.

export interface ImportTask {
  target: DatabaseTarget
  upload: Pick<UploadTable, 'id' | 'file' | 'type' | 'format'>
  dryRun: boolean
}

export type ImportNews = { importId: string } | { outcome: UploadOutcome }

const MOST_DIFFERENCES = 100

const { target, upload, dryRun } = workerData as ImportTask
const tell = (news: ImportNews) => parentPort!.postMessage(news)
const db = await openDatabase(target, { poolSize: 2, applicationName: 'yantra console import' })
try {
  await ensureBuiltinClasses(db)
  const differences: Difference[] = []
  const examples = createRejectExamples()
  const { reasons, ...counts } = await recordedImport(db, rows(), {
    file: upload.file,
    by: 'console',
    dryRun,
    onBegin: (importId) => tell({ importId }),
    onBatch: async (_, { rejected }) => examples.add(rejected),
    onTaken(row, outcome, fields) {
      if (!dryRun || differences.length >= MOST_DIFFERENCES) return
      const type = row.type!
      differences.push({ type, key: String(row.fields[ROW_SHAPES[type].key]), outcome, fields: fields() })
    },
  })
  tell({ outcome: { ...counts, reasons: examples.of(reasons), differences } })
} finally {
  await db.destroy()
}

/** The rows carry the file's original name, not its name here. */
async function* rows(): AsyncGenerator<CheckedRow[]> {
  const reading = {
    stdin: Readable.from([]),
    signal: new AbortController().signal,
    defaultType: (upload.type || undefined) as RecordType | undefined,
    format: upload.format,
  }
  for await (const batch of readAhead([uploadPath(upload.id)], reading)) {
    for (const { origin } of batch) origin.file = upload.file
    yield batch
  }
}
