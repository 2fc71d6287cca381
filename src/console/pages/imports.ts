import { importedChanges, notPublished, imports as resource } from '../../admin/imports.ts'
import { plainText } from '../../admin/view.ts'
import type { RetainedReason } from '../../import/import-counters.ts'
import type { ImportView } from '../../import/import-store.ts'
import type { StoredMapping } from '../../import/mapping/mapping.ts'
import { listMappings } from '../../import/mapping/mapping-store.ts'
import { unpublishedOf } from '../../import/publish-import.ts'
import { RECORD_TYPES } from '../../import/row-shapes.ts'
import { UPLOAD_RETAINED_MS, UPLOAD_SILENT_MS, type UploadOutcome, type UploadView } from '../../import/uploads.ts'
import { type Html, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import { mappingForm, typeForm } from '../mapping-form.ts'
import { type ConsolePage, type PageContext, readRows } from '../page.ts'
import { button, counted, field, pager, rowsTable, select, state, time } from '../parts.ts'
import { actionForm, resourcePages } from '../resource-pages.ts'
import { entriesTable } from './record.ts'

const CHANGES = 20

export const IMPORT_PAGES = resourcePages(resource, {
  async above({ to, isViewer }, { reads }) {
    return html`<p><a href="${to('mappings')}">Column mappings of senders</a></p>
${!isViewer && uploadForm(to('imports'), await listMappings(reads))}`
  },
  nameOf: ({ file }) => file,
  details: [...resource.columns, 'repeated', 'removed'],
  async more(context, { reads }, item) {
    const unpublished = (await unpublishedOf(reads, item.id)).length
    const changes = await readRows(context.query, (rows) => importedChanges(reads, item.id, rows), CHANGES)
    return html`${nextPanel(context, { ...item, unpublished })}
${rejects(item.reasons)}
${rejects(item.warnings ?? [], 'Taken with a warning')}
${changes.rows.length > 0 && html`<h2>What it changed</h2>${entriesTable(context, changes.rows, () => null)}`}
${pager(changes, (page) => context.to(`imports/${item.id}`, { page }))}`
  },
})

function nextPanel(context: PageContext, item: Pick<ImportView, 'id' | 'unpublished'>): Html | null {
  const next = notPublished(item.unpublished ?? 0)
  return next === ''
    ? null
    : html`<section class="panel"><h2>What is next</h2><p>${next}: readers do not see ${item.unpublished === 1 ? 'it' : 'them'} yet.</p>${actionForm(context, resource, 'publish', item as ImportView, { style: 'main' })}</section>`
}

function uploadForm(action: string, mappings: readonly StoredMapping[]): Html {
  return html`<section class="panel"><h2>Import a file</h2>
<form class="line" method="post" action="${action}" enctype="multipart/form-data">
${field('Rows are', select('type', [['', 'what each row says'], ...RECORD_TYPES]))}
${field('File', html`<input type="file" name="file" accept=".ndjson,.jsonl,.json,.csv,.tsv,.gz,.xlsx,.ods" required>`, 'NDJSON, CSV, XLSX or ODS, up to 64 MB')}
${mappings.length > 0 && field('Sender', select('sender', [['', 'a new one'], ...mappings.map(({ sender }) => sender)]), 'of a table: read by their mapping')}
${field('Sheet', html`<input name="sheet" size="10" maxlength="100">`, 'of a workbook; the first when empty')}
<label class="check"><input type="checkbox" name="as-is" value="true"> Take only field names and plain values</label>
<button class="button main">Dry run</button></form>
<p class="quiet">A dry run shows what would change and keeps nothing. The file waits for an hour.</p></section>`
}

const isTable = ({ format, options }: UploadValues) => format === 'csv' && !JSON.parse(options || '{}').asIs

function tableLink(href: string, upload: UploadValues): Html | null {
  if (!isTable(upload)) return null
  return html`<h2>Correct it</h2>
<p><a class="button" href="${href}">Download the preview</a></p>
<p class="quiet">A table of the finished rows, with what was left out of each. Correct its cells, take lines out, and send it here: it is taken as it says.</p>`
}

function rejects(reasons: readonly RetainedReason[], title = 'Rejected rows'): Html | null {
  if (reasons.length === 0) return null
  return html`<h2>${title}</h2>${rowsTable(`${title}, by reason`, reasons, ['rows', 'field', 'reason', 'examples'])}`
}

interface UploadValues extends UploadView {
  isKept: boolean
  /** Number of imported records that are not published. */
  unpublished: number
}

export function uploadPage(context: PageContext, upload: UploadValues): ConsolePage {
  const { to, now } = context
  const body = html`<p><a href="${to('imports')}">All imports</a></p>
<section class="panel"><p>${size(upload.size)} as ${upload.format === 'csv' ? 'CSV' : 'NDJSON'}${upload.type && html`, rows of type ${upload.type}`}, sent ${time(upload.at, now)}.</p>
${standing(context, upload)}</section>
${upload.outcome && upload.state !== 'failed' && !upload.outcome.typeChoices && result(upload.outcome)}`
  return { title: upload.file, body, menu: 'imports' }
}

function standing(context: PageContext, upload: UploadValues): Html {
  const { to, now } = context
  const { id, outcome, import_id } = upload
  const there = to(`imports/uploads/${id}`)
  const look = html`<p><a class="button" href="${there}">Look again</a></p>`
  const isSilent = now - upload.seen_at > UPLOAD_SILENT_MS
  const imported = import_id !== '' && html`<p><a href="${to(`imports/${import_id}`)}">See what came of it</a></p>`
  switch (upload.state) {
    case 'checking':
      return isSilent
        ? html`<p>The dry run was cut short. Send the file again.</p>`
        : html`<p>The dry run is under way.</p>${look}`
    case 'checked': {
      if (!upload.isKept || now - upload.at > UPLOAD_RETAINED_MS)
        return html`<p>The file is no longer here. Send it again.</p>`
      const changes = (outcome?.created ?? 0) + (outcome?.changed ?? 0)
      const again = `${there}/again`
      if (outcome?.typeChoices)
        return context.isViewer
          ? html`<p>The type of its records is not decided.</p>`
          : typeForm(again, outcome.typeChoices)
      const proposal = outcome?.proposal
      const form = proposal && !context.isViewer && mappingForm(again, proposal)
      if (proposal && proposal.questions.length > 0)
        return context.isViewer ? html`<p>Its mapping has open questions.</p>` : (form as Html)
      const more = html`${tableLink(`${there}/preview.xlsx`, upload)}${form && html`<details><summary>Change the mapping</summary>${form}</details>`}`
      if (changes === 0 && !outcome?.plan?.count)
        return html`<p>Nothing would change: there is nothing to apply.</p>${more}`
      const left = Math.max(1, Math.round((upload.at + UPLOAD_RETAINED_MS - now) / 60_000))
      return html`<p>This would change ${figure(changes)} ${changes === 1 ? 'record' : 'records'}. The file waits for ${left} more min.</p>
${outcome?.plan && absentListings(outcome.plan)}
<div class="acts-row">${applyForm(`${there}/apply`, outcome ?? {})}</div>${more}`
    }
    case 'applying':
      return html`<p>It is being applied.</p>${imported}${look}`
    case 'applied':
      return html`<p>${state('applied', 'good')} ${time(upload.seen_at, now)}.</p>${imported}${nextPanel(context, { ...upload, id: import_id })}`
    case 'failed':
      return html`<p>${state('failed', 'bad')} ${outcome?.failure ?? 'The log of the service says why. Rows before it are kept.'}</p>${imported}`
  }
}

function absentListings({ absent, count, unmatched, isWithdrawn }: NonNullable<UploadOutcome['plan']>): Html | null {
  if (count === 0) return null
  const what = isWithdrawn ? 'become withdrawn' : 'stay live'
  return html`<section class="notice${isWithdrawn ? ' bad' : ''}"><p>${counted(count, 'live listing')} of this sender ${count === 1 ? 'is' : 'are'} not in the sheet and ${what}.${unmatched > 0 && html` ${figure(unmatched)} of them were imported before release 2.0, and no row matches them.`}</p></section>${rowsTable('Not in the sheet', absent, ['id', 'name'])}`
}

function applyForm(action: string, { emptied = {}, plan }: Pick<UploadOutcome, 'emptied' | 'plan'>): Html {
  const names = Object.keys(emptied)
  if (!plan?.needsNumber && names.length === 0) return button(action, 'Apply', 'main')
  const tick = plan?.needsNumber
    ? html`<input type="checkbox" name="withdraw" value="${plan.count}" required> Withdraw ${counted(plan.count, 'listing')} of ${figure(plan.live)}`
    : html`<input type="checkbox" name="emptied" value="true" required> Empty ${names.join(', ')} as listed below`
  return html`<form method="post" action="${action}" class="line"><label class="check">${tick}</label><button class="button danger">Apply</button></form>`
}

function emptiedFields({ emptied = {}, differences }: UploadOutcome): Html | null {
  const counts = Object.entries(emptied).map(([name, count]) => `${name} of ${counted(count, 'record')}`)
  if (counts.length === 0) return null
  const rows = differences.flatMap(({ key, emptied: lost = {} }) =>
    Object.entries(lost).map(([field, now]) => ({ record: key, field, now })),
  )
  return html`<section class="notice bad" role="alert"><h2>This would empty fields</h2>
<p>Rows leave them out, and a row of NDJSON replaces its record: ${counts.join(', ')}. To change only some fields, write <code>"patch": true</code> into the rows.</p></section>
${rows.length > 0 && rowsTable('What would be emptied', rows, ['record', 'field', 'now'])}`
}

function previewLines({ lines, more }: NonNullable<UploadOutcome['preview']>): Html {
  const names = ['line', 'status', 'record', 'becomes', 'notes', 'original']
  return html`<h2>Preview</h2>
<p class="quiet">The first lines, and those that change or are rejected${more > 0 && html`; ${figure(more)} more are in what can be downloaded`}.</p>${rowsTable('Preview', lines, names)}`
}

function result(outcome: UploadOutcome): Html {
  const { differences, reasons, read, created, changed, unchanged, rejected, repeated, to_review = 0 } = outcome
  const leftOut = Object.values(outcome.left_out ?? {}).reduce((sum, count) => sum + count, 0)
  const rowCounts = { read, 'would be created': created, 'would change': changed, unchanged, rejected, repeated }
  const counts = { ...rowCounts, ...(leftOut > 0 && { 'cells left out': leftOut }) }
  const taken = plainText(outcome.removed)
  const rows = differences.map(({ fields, ...row }) => ({
    ...row,
    fields: row.outcome === 'changed' && fields.length === 0 ? 'private fields' : fields,
  }))
  const listed = rowsTable('What would change', rows, ['type', 'key', 'outcome', 'fields'])
  const visible = differences.length < created + changed ? `the first ${differences.length}` : 'all of it'
  return html`<ul class="tiles">${Object.entries(counts).map(([name, count]) => html`<li><strong>${figure(count)}</strong> ${name}</li>`)}</ul>
${outcome.preview && previewLines(outcome.preview)}
${rejects(reasons)}
${emptiedFields(outcome)}
${rejects(outcome.warnings ?? [], 'Taken with a warning')}
${taken && html`<p>Contacts and links that would be removed: ${taken}.</p>`}
${to_review > 0 && html`<p>Listings that would wait in review, since they may hold a contact: ${figure(to_review)}.</p>`}
${differences.length > 0 && html`<h2>What would change: ${visible}</h2>${listed}`}`
}

function size(bytes: number): string {
  return bytes < 1024 * 1024 ? `${figure(Math.ceil(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
