import { SEARCH_KINDS } from '../../admin/find.ts'
import {
  type AdminRecord,
  hasPhotographs,
  isShown,
  readAdminRecord,
  records as resource,
  type Saved,
  stateOf,
} from '../../admin/records.ts'
import type { RecordType } from '../../database/records.ts'
import type { Db } from '../../database/schema.ts'
import { type RecordEntry, readRecordHistory } from '../../history/states.ts'
import { formOf, type RecordFormField } from '../../import/record-form.ts'
import { type Html, type HtmlValue, html } from '../../website/html.ts'
import type { ConsolePage, ConsoleRequest, PageContext, PageParts, Pages } from '../page.ts'
import { ACTIONS, type Columns, counted, field, nothing, sheet, state, table, time, wide } from '../parts.ts'
import { formFields, labelOf, shownChange, shownValue } from '../record-form.ts'
import { actionForm } from '../resource-pages.ts'

type Unsaved = Extract<Saved, { record: AdminRecord }>

const CHANGES = 20
const MAX_LISTED = 1_000

export const RECORD_PAGES: Pages = {
  async '/records/:type/:key'(request, parts) {
    const record = await readAdminRecord(parts.reads, request.params.type!, request.params.key!)
    return record && recordPage(request, parts, record)
  },
}

function recordName({ key, row }: AdminRecord): string {
  const name = row.name ?? row.label ?? [row.maker_name, row.variant_name, row.year].filter(Boolean).join(' ')
  return typeof name === 'string' && name !== '' ? name : key
}

export async function recordPage(
  context: ConsoleRequest,
  { reads, config }: Pick<PageParts, 'reads' | 'config'>,
  record: AdminRecord,
  unsaved?: Unsaved,
): Promise<ConsolePage> {
  const { to, isViewer, now } = context
  const { type, key, row } = record
  const fields = formOf(type)
  const below = wholeNumber(context.query.get('below')) || Number.MAX_SAFE_INTEGER
  const entries = await readRecordHistory(reads, type, key, { limit: CHANGES + 1, below })
  const page = entries.slice(0, CHANGES)
  const lists = await listsFor(reads, type)
  const live = config.site ? livePage(record, `${config.prefix}/en`, now) : undefined
  const forms = ['publish', 'unpublish', 'erase'].map((name) => actionForm(context, resource, name, record))
  const recordState = stateOf(record)
  const body = html`<p>${type === 'listing' ? html`<a href="${to('listings')}">All listings</a>` : html`<a href="${to('find', { kind: type })}">All ${SEARCH_KINDS[type].toLowerCase()}</a>`}</p>
<div class="acts-row heads"><p>${recordState !== undefined && state(recordState, live ? 'good' : 'warn')} <code class="id">${key}</code></p>
${live !== undefined && html`<a class="button" href="${live}">Live page</a>`}${type === 'listing' && html`<a class="button" href="${to(`listings/${key}`)}">Decisions and photos</a>`}${forms}<a href="#history">History</a></div>
${unsaved && unsavedNotice(context, unsaved)}
${isViewer ? sheet(fields.flatMap(({ name }) => (row[name] === undefined ? [] : [[labelOf(name), shownValue(row[name])] as const]))) : editForm(context, record, fields, lists, unsaved)}
${!isViewer && hasPhotographs(record) && photographForm(context, record)}
<section class="history"><h2 id="history">History</h2>
<p class="quiet">Revert restores the record to its version before the change.</p>
${entriesTable(context, page, ({ change, revision }) => change === 'changed' && html`${actionForm(context, resource, 'revert', record, { hidden: { to: revision - 1 } })}${actionForm(context, resource, 'retract', record, { hidden: { revision: revision - 1 } })}`)}
${entries.length > CHANGES && html`<p><a class="button" href="${to(`records/${type}/${key}`, { below: page.at(-1)!.revision })}#history">Older changes</a></p>`}</section>`
  const status = unsaved === undefined ? 200 : unsaved.entries.length > 0 ? 409 : 422
  return { title: recordName(record), body, menu: type === 'listing' ? 'listings' : 'data', status }
}

function editForm(
  { to }: PageContext,
  { type, key, revision, row }: AdminRecord,
  fields: readonly RecordFormField[],
  lists: Readonly<Record<string, readonly string[]>>,
  unsaved: Unsaved | undefined,
): Html {
  const faults = new Map((unsaved?.faults ?? []).map(({ path, reason }) => [path, reason]))
  const datalist = ([name, values]: [string, readonly string[]]) =>
    html`<datalist id="${name}">${values.map((value) => html`<option value="${value}"></option>`)}</datalist>`
  return html`<form method="post" action="${to(`records/${type}/${key}`)}" class="record">
<input type="hidden" name="version" value="${revision}">
${formFields(fields, unsaved?.values ?? row, faults)}
${Object.entries(lists).map(datalist)}
<div class="save"><button class="button main">Save</button></div></form>`
}

function photographForm({ to }: PageContext, { type, key }: AdminRecord): Html {
  return html`<section><h2 id="photograph">Add a photograph</h2>
<form class="line panel" method="post" action="${to(`records/${type}/${key}/photographs`)}" enctype="multipart/form-data">
${field('Caption', html`<input name="caption" maxlength="300">`, 'what it shows')}
${field('File', html`<input type="file" name="file" accept="image/jpeg,image/png,image/webp" required>`, 'JPEG, PNG or WebP, up to 8 MB')}
<button class="button">Add</button></form></section>`
}

/** Why a form was not saved; its faults lead to their fields. */
function unsavedNotice(context: PageContext, { entries, faults }: Unsaved): Html {
  const reasons = faults.map(({ path, reason }) => html`<li><a href="#at-${path}">${path}</a> ${reason}</li>`)
  const overtaken = html`<p>Others changed this record meanwhile. The form has your values, and theirs where you changed nothing. Press Save again to keep it.</p>`
  return html`<section class="notice bad" role="alert"><h2>Nothing is saved yet</h2>${entries.length > 0 && overtaken}<ul>${reasons}</ul></section>
${entries.length > 0 && html`<section><h2>Their changes</h2>${entriesTable(context, entries, () => null)}</section>`}`
}

export function entriesTable(
  context: PageContext,
  entries: readonly (RecordEntry & { type?: string; key?: string })[],
  actions: (entry: RecordEntry) => HtmlValue,
): Html {
  const { to, now } = context
  if (entries.length === 0) return nothing('Nothing was recorded yet.')
  const isMixed = entries.some(({ key }) => key !== undefined)
  const record: Columns<(typeof entries)[number]>[number] = [
    'Record',
    ({ type, key }) => html`<a href="${to(`records/${type}/${key}`)}">${key}</a>`,
  ]
  const from = (source: RecordEntry['import']) =>
    source && html`<br><a href="${to(`imports/${source.id}`)}">import</a>, line ${source.line}`
  return table('Changes', entries, [
    ...(isMixed ? [record] : []),
    ['When', ({ at: timestamp }) => time(timestamp, now)],
    ['Who', (entry) => html`${[entry.by, entry.who].filter(Boolean).join(' ')}${from(entry.import)}`],
    [wide('What'), whatOf],
    [ACTIONS, actions],
  ])
}

const PRIVATE = html`<span class="quiet">private fields</span>`

function whatOf({ change, fields }: RecordEntry): Html {
  if (change !== 'changed')
    return html`${state(change, change === 'created' ? 'good' : 'bad')} ${counted(fields.length, 'field')}`
  if (fields.length === 0) return PRIVATE
  return html`<dl class="changes">${fields.map(({ name, from, to }) => html`<div><dt>${name}</dt><dd>${shownChange(from, to)}</dd></div>`)}</dl>`
}

export function wholeNumber(text: string | null): number {
  return Number.isSafeInteger(Number(text)) ? Math.max(0, Number(text)) : 0
}

async function listsFor(db: Db, type: RecordType): Promise<Record<string, string[]>> {
  if (type !== 'machine' && type !== 'implement') return {}
  const manufacturers = await db.selectFrom('manufacturers').select('slug').orderBy('slug').limit(MAX_LISTED).execute()
  const classes = await db.selectFrom('classes').select('key').orderBy('key').execute()
  return { makers: manufacturers.map(({ slug }) => slug), classes: classes.map(({ key }) => key) }
}

function livePage(record: AdminRecord, site: string, now: number): string | undefined {
  const { type, key } = record
  return isShown(record, now) ? `${site}/${PLACES[type]}/${key}` : undefined
}

const PLACES = {
  listing: 'used',
  machine: 'machines',
  implement: 'implements',
  manufacturer: 'makers',
  class: 'classes',
} as const
