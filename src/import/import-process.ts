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
import type { Proposal } from './mapping/mapping.ts'
import { findMapping, keepMapping } from './mapping/mapping-store.ts'
import { type CatalogNames, NO_NAMES, readCatalogNames } from './mapping/names.ts'
import { EMPTY_PLAN, type ImportPlan, planListings, toPlanView, whyNotWithdrawn, withdrawals } from './mapping/plan.ts'
import { TypeUncertain } from './mapping/suggest.ts'
import { openInput } from './open-input.ts'
import { createPreview, createPreviewLines } from './preview.ts'
import { readBatches } from './read-batches.ts'
import { proposeFor, readTable, type TableSettings } from './read-table.ts'
import { RowInputError } from './report.ts'
import type { RecordType } from './row-shapes.ts'
import { type ImportTask, readParts } from './uploads.ts'

// Runs in a child process so a large file cannot exhaust the server's memory. Reports the import's id, then its outcome.

const MAX_DIFFERENCES = 100

serveRequests(
  async ({ target, upload, who, dryRun, withTable, review }: ImportTask, tell: (importId: string) => void) =>
    withDatabase(target, { poolSize: 2, applicationName: 'yantra console import' }, async (db) => {
      await ensureBuiltinClasses(db)
      const differences: Difference[] = []
      let { kept: remaining } = createTally()
      const names = upload.format === 'csv' ? await readCatalogNames(db) : NO_NAMES
      const preview = withTable ? createPreview() : undefined
      const lines = createPreviewLines()
      const settings: UploadSettings = upload.options ? JSON.parse(upload.options) : {}
      const { proposal, typeChoices } =
        upload.format === 'csv' && !settings.asIs ? await proposedFor(db, upload, settings, names) : {}
      const mapping = proposal?.mapping
      const isDecided = mapping !== undefined && proposal!.questions.length === 0
      if (!dryRun && mapping && !isDecided) throw new RowInputError('the mapping has open questions')
      const stored = mapping && (await findMapping(db, mapping.sender))
      const isPlanned = isDecided && mapping.type === 'listing'
      const plan = isPlanned
        ? await planListings(db, mapping, stored, sheetRows(db, upload, { names, ...settings, mapping }))
        : EMPTY_PLAN
      const refusal = mapping && !dryRun ? whyNotWithdrawn(plan, mapping, settings.withdraw) : undefined
      if (refusal !== undefined) throw new RowInputError(refusal)
      const table = { names, ...settings, mapping, ids: plan.ids, isDryRun: dryRun }
      const summary = await recordedImport(db, rowsOf(db, upload, table, plan), {
        file: upload.file,
        by: 'console',
        who,
        dryRun,
        review,
        maxDifferences: dryRun ? MAX_DIFFERENCES : 0,
        tell(event) {
          if (event.type === 'begun') tell(event.id)
          if (event.type !== 'batch') return
          remaining = event.kept
          preview?.add(event.rows)
          if (dryRun) lines.add(event.rows)
          differences.push(...event.result.differences.slice(0, MAX_DIFFERENCES - differences.length))
        },
      })
      if (isDecided && !dryRun) await keepMapping(db, mapping, { by: 'console', who })
      const parts: Uint8Array[] = []
      await preview?.write('preview.xlsx', async (content) => void parts.push(Buffer.from(content)))
      return {
        ...summary,
        ...remaining(),
        differences,
        ...(lines.shown.lines.length > 0 && { preview: lines.shown }),
        ...(proposal && { proposal }),
        ...(typeChoices && { typeChoices }),
        ...(plan.live > 0 && mapping && { plan: toPlanView(plan, mapping) }),
        ...(preview && { table: Buffer.concat(parts) }),
      }
    }),
)

/** A mapping with its questions; none for a table of names of fields, or one that cannot be read. */
async function proposedFor(
  db: Db,
  upload: ImportTask['upload'],
  { sender, ...settings }: UploadSettings,
  names: CatalogNames,
): Promise<{ proposal?: Proposal | undefined; typeChoices?: readonly RecordType[] }> {
  const type = (settings.type ?? (upload.type || settings.mapping?.type)) as RecordType | undefined
  const bytes = openInput('-', bytesOf(db, upload), new AbortController().signal, () => {}, true)
  const today = kolkataDate(Date.now())
  try {
    return { proposal: await proposeFor(bytes, { names, today, title: upload.file, ...settings, type }) }
  } catch (error) {
    if (error instanceof TypeUncertain) return { typeChoices: error.choices }
    if (error instanceof RowInputError) return {}
    throw error
  }
}

function sheetRows(db: Db, upload: ImportTask['upload'], settings: TableSettings) {
  const bytes = openInput('-', bytesOf(db, upload), new AbortController().signal, () => {}, true)
  return readTable(bytes, { ...settings, isDryRun: true }, { today: kolkataDate(Date.now()) })
}

/** How a person chose to read an upload. */
interface UploadSettings extends Pick<TableSettings, 'mapping' | 'sheet' | 'asIs'> {
  sender?: string
  type?: RecordType
  /** The confirmed number of listings to withdraw. */
  withdraw?: number
}

const bytesOf = (db: Db, upload: ImportTask['upload']) => Readable.from(readParts(db, upload), { objectMode: false })

/** The bytes come from the database; the rows carry the file's name. */
async function* rowsOf(
  db: Db,
  upload: ImportTask['upload'],
  table: TableSettings,
  plan: ImportPlan,
): AsyncGenerator<CheckedRow[]> {
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
  if (table.mapping) yield [...withdrawals(plan, table.mapping, kolkataDate(Date.now()))]
}
