import { Readable } from 'node:stream'
import { withDatabase } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { kolkataDate } from '../lib/calendar.ts'
import { serveRequests } from '../lib/threads.ts'
import type { CheckedRow } from './check-row.ts'
import { ensureBuiltinClasses } from './ensure-classes.ts'
import { createTally } from './import-counters.ts'
import { recordedImport } from './import-rows.ts'
import { RowInputError } from './issue.ts'
import type { Proposal } from './mapping/mapping.ts'
import { findMapping } from './mapping/mapping-store.ts'
import { type CatalogNames, NO_NAMES, readCatalogNames } from './mapping/names.ts'
import { EMPTY_PLAN, planListings, toPlanView, whyNotWithdrawn, withdrawals } from './mapping/plan.ts'
import { TypeUncertain } from './mapping/record-type.ts'
import { openInput } from './open-input.ts'
import { createPreview } from './preview.ts'
import { readBatches } from './read-batches.ts'
import { proposeFor, readTable, type TableSettings } from './read-table.ts'
import type { RecordType } from './row-shapes.ts'
import { type Difference, type ImportTask, readParts } from './uploads.ts'
import { keyOfRow } from './working-set.ts'

// Runs in a child process so that a large file cannot exhaust the server's memory. Reports the import's id, then its
// outcome.

const MAX_DIFFERENCES = 100

type TaskUpload = ImportTask['upload']

interface UploadSettings extends Pick<TableSettings, 'mapping' | 'sheet' | 'asIs'> {
  sender?: string
  type?: RecordType
  withdraw?: number
}

serveRequests((task: ImportTask, onBegin: (importId: string) => void) =>
  withDatabase(task.target, { poolSize: 2, applicationName: 'yantra console import' }, (db) =>
    importUpload(db, task, onBegin),
  ),
)

async function importUpload(
  db: Db,
  { upload, who, dryRun, withTable = false, review }: ImportTask,
  onBegin: (importId: string) => void,
) {
  await ensureBuiltinClasses(db)
  const today = kolkataDate(Date.now())
  const names = upload.format === 'csv' ? await readCatalogNames(db) : NO_NAMES
  const settings: UploadSettings = upload.options ? JSON.parse(upload.options) : {}
  const { proposal, typeChoices } =
    upload.format === 'csv' && !settings.asIs ? await proposedFor(db, upload, settings, names) : {}
  const mapping = proposal?.mapping
  const isDecided = mapping !== undefined && proposal!.questions.length === 0
  if (!dryRun && mapping && !isDecided) throw new RowInputError('the mapping has open questions')
  const table: TableSettings = { names, ...settings, mapping, isDryRun: dryRun }
  const plan =
    isDecided && mapping.type === 'listing'
      ? await planListings(
          db,
          mapping,
          await findMapping(db, mapping.sender),
          readTable(openUpload(db, upload), { ...table, isDryRun: true }, today),
        )
      : EMPTY_PLAN
  const refusal = mapping && !dryRun ? whyNotWithdrawn(plan, mapping, settings.withdraw) : undefined
  if (refusal !== undefined) throw new RowInputError(refusal)

  async function* rows(): AsyncGenerator<CheckedRow[]> {
    yield* readUpload(db, upload, { ...table, ids: plan.ids })
    const withdrawn = mapping ? withdrawals(plan, mapping, today) : []
    if (withdrawn.length > 0) yield withdrawn
  }
  const differences: Difference[] = []
  const preview = createPreview({ keepsAll: withTable })
  let { retained } = createTally()
  const summary = await recordedImport(db, rows(), {
    file: upload.file,
    by: 'console',
    who,
    dryRun,
    review,
    withChanges: dryRun,
    mapping: isDecided ? mapping : undefined,
    onEvent(event) {
      if (event.type === 'begun') onBegin(event.id)
      if (event.type !== 'batch') return
      retained = event.retained
      if (!dryRun) return
      preview.add(event.outcomes)
      for (const { row, status, changes = {}, emptied } of event.outcomes) {
        if (differences.length >= MAX_DIFFERENCES) break
        if (!row.type || (status !== 'created' && status !== 'changed')) continue
        const key = String(keyOfRow(row.type, row.fields))
        differences.push({ type: row.type, key, outcome: status, fields: Object.keys(changes), emptied })
      }
    },
  })
  const parts: Uint8Array[] = []
  if (withTable) await preview.write('preview.xlsx', async (content) => void parts.push(Buffer.from(content)))
  const shown = preview.shown()
  return {
    ...summary,
    ...retained(),
    differences,
    ...(shown.lines.length > 0 && { preview: shown }),
    ...(proposal && { proposal }),
    ...(typeChoices && { typeChoices }),
    ...(plan.live > 0 && mapping && { plan: toPlanView(plan, mapping) }),
    ...(withTable && { table: Buffer.concat(parts) }),
  }
}

async function proposedFor(
  db: Db,
  upload: TaskUpload,
  settings: UploadSettings,
  names: CatalogNames,
): Promise<{ proposal?: Proposal | undefined; typeChoices?: readonly RecordType[] }> {
  const type = (settings.type ?? (upload.type || settings.mapping?.type)) as RecordType | undefined
  const options = { names, today: kolkataDate(Date.now()), title: upload.file, ...settings, type }
  try {
    return { proposal: await proposeFor(openUpload(db, upload), options) }
  } catch (error) {
    if (error instanceof TypeUncertain) return { typeChoices: error.choices }
    if (error instanceof RowInputError) return {}
    throw error
  }
}

const bytesOf = (db: Db, upload: TaskUpload) => Readable.from(readParts(db, upload), { objectMode: false })
const openUpload = (db: Db, upload: TaskUpload) => openInput('-', { stdin: bytesOf(db, upload), isTable: true })

async function* readUpload(db: Db, upload: TaskUpload, table: TableSettings): AsyncGenerator<CheckedRow[]> {
  const stdin = bytesOf(db, upload)
  const batches = readBatches(['-'], {
    stdin,
    signal: new AbortController().signal,
    defaultType: (upload.type || undefined) as RecordType | undefined,
    format: upload.format,
    table,
  })
  for await (const batch of batches)
    yield batch.map((row) => ({ ...row, origin: { ...row.origin, file: upload.file } }))
  // To the reader of rows it is a fault of the file: the rows before it would count as all of them.
  if (stdin.errored) throw stdin.errored
}
