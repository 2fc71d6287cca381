import { type Action, type ActionField, type Cell, cellText, type Resource } from '../admin/actions.ts'
import { type ArgumentSchema, schemasOf } from '../admin/inputs.ts'
import { iso } from '../lib/calendar.ts'
import { csvLine } from '../lib/text/csv.ts'
import { type Html, type HtmlValue, html, raw } from '../website/html.ts'
import { figure } from '../website/messages/figures.ts'
import type { ConsolePage, PageContext } from './page.ts'
import { ACTIONS, actionMenu, type Columns, field, id, sheet, state, table, time } from './parts.ts'

// Renders the resources and actions of admin/ as parts of pages.

/** A table of items, with columns of the page before and after. */
export function tableOf<T>(
  context: PageContext,
  caption: string,
  fields: readonly ActionField<T>[],
  rows: readonly T[],
  after: Columns<T> = [],
  before: Columns<T> = [],
): Html {
  const columns = fields
    .filter(({ surface }) => surface !== 'terminal')
    .map(
      ({ name, kind, value }) =>
        [kind ? { name, kind } : name, (row: T) => cellOf(context, value(row, context.now))] as const,
    )
  return table(caption, rows, [...before, ...columns, ...after])
}

/** Items as CSV; without rows the header. */
export function csvOf<T>({ now }: PageContext, fields: readonly ActionField<T>[], rows?: readonly T[]): string {
  const columns = fields.filter(({ surface }) => surface !== 'page')
  const lines = rows?.map((row) => columns.map(({ value }) => cellText(value(row, now), (time) => iso(time) ?? '')))
  return (lines ?? [columns.map(({ name }) => name)]).map((cells) => csvLine(cells)).join('')
}

/** The id of an item, as addresses have it. */
function pathOf<T>(resource: Resource<T>, item: T): string {
  return Object.values(resource.idOf(item)).join('/')
}

/** A column of checkboxes for a bulk form. */
export function tickColumn<T>(resource: Resource<T>, form: string): Columns<T>[number] {
  return ['Select', (item) => tick(form, pathOf(resource, item), `${resource.singular} ${pathOf(resource, item)}`)]
}

/** The details of an item, with lines of the page. */
export function detailsOf<T>(
  context: PageContext,
  fields: readonly ActionField<T>[],
  item: T,
  more: readonly (readonly [string, HtmlValue])[] = [],
): Html {
  const lines = fields.flatMap(({ name, value, surface }) => {
    const cell = surface === 'terminal' ? undefined : value(item, context.now)
    return cell === undefined ? [] : [[name, cellOf(context, cell)] as const]
  })
  return sheet([...lines, ...more])
}

export function cellOf(context: PageContext, cell: Cell | undefined): HtmlValue {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return figure(cell)
  if (typeof cell === 'string') return cell
  const { path, next = null, below = null } = cell
  const content = styledText(context, cell)
  const linked = path === undefined ? content : html`<a href="${context.to(path)}">${content}</a>`
  if (next === null && below === null) return linked
  return html`${linked}${next !== null && [' ', cellOf(context, next)]}${below !== null && [html`<br>`, cellOf(context, below)]}`
}

function styledText(
  { now }: PageContext,
  { text = '', timestamp, severity, style }: Exclude<Cell, string | number | null>,
) {
  if (timestamp !== undefined) return time(timestamp, now)
  if (severity) return state(text, severity)
  if (style === 'code') return id(text)
  if (style === 'strong') return html`<strong>${text}</strong>`
  return style === 'clip' ? html`<span class="clip">${text}</span>` : text
}

interface FormExtras {
  /** Hidden fields; `back` is the page to return to. */
  hidden?: Record<string, string | number>
  style?: 'main'
  /** The part of the item that the action names. */
  within?: string
}

/** The form of an action; null if it is not possible. */
export function actionForm<T>(
  { to, now, isViewer }: PageContext,
  resource: Resource<T>,
  name: string,
  item: T | undefined,
  { hidden = {}, style, within }: FormExtras = {},
): Html | null {
  const action = resource.actions[name] as Action<T>
  if (!action.button || isViewer || (item !== undefined && action.isPossible?.(item, now) === false)) return null
  const id = item === undefined ? [] : [pathOf(resource, item)]
  const path = [resource.name, ...id, ...(within ? [within] : []), name].join('/')
  const args = schemasOf(action.args ?? {}).filter((arg) => !(arg.name in hidden))
  const choices = item === undefined ? {} : (action.choices?.(item) ?? {})
  const fields = args.map(({ name, schema, isRequired }) =>
    formField(name, { ...schema, ...(choices[name] && { enum: choices[name] }) }, isRequired),
  )
  const isLong = args.some(({ schema }) => schema.form?.rows)
  const isGuarded = action.warning !== undefined || isLong
  const inputs = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const form = html`<form method="post" action="${to(path)}" class="${isLong ? 'reject' : args.length > 0 ? 'line' : 'act'}">${inputs}${fields}<button class="button ${isGuarded ? 'danger' : (style ?? 'plain')}">${action.button}</button></form>`
  if (!isGuarded) return form
  const warning = item !== undefined && action.warning && html`<p>${action.warning(item)}</p>`
  return html`<details class="guarded"><summary>${action.button}…</summary>${warning}${form}</details>`
}

/** The forms of every possible action on an item. */
export function actionForms<T>(context: PageContext, resource: Resource<T>, item: T): Html[] {
  const names = Object.keys(resource.actions).filter((name) => {
    const { isNew, within } = resource.actions[name]!
    return !isNew && !within
  })
  return names.flatMap((name) => actionForm(context, resource, name, item) ?? [])
}

/** The same in a menu in the last column of a table. */
export function actionColumn<T>(context: PageContext, resource: Resource<T>): Columns<T>[number] {
  const menu = (forms: readonly Html[]) => forms.length > 0 && actionMenu(...forms)
  return [ACTIONS, (item) => menu(actionForms(context, resource, item))]
}

/** Selects an item for a bulk form. */
export function tick(form: string, id: string, name: string): Html {
  return html`<input type="checkbox" form="${form}" name="id" value="${id}" aria-label="Select ${name}">`
}

/** The bulk actions on a selection. */
export function bulkForm<T>(
  { to, isViewer }: PageContext,
  resource: Resource<T>,
  form: string,
  back: string,
  names: readonly string[] = Object.keys(resource.actions),
): Html | null {
  const actions = Object.entries(resource.actions).filter(([name, { isBulk }]) => isBulk && names.includes(name))
  if (isViewer || actions.length === 0) return null
  const fields = actions.flatMap(([, { args = {} }]) =>
    schemasOf(args).map(({ name, schema }) => formField(name, schema, false)),
  )
  const buttons = actions.map(
    ([name, { button }]) => html`<button class="button" name="act" value="${name}">${button}</button>`,
  )
  return html`<form class="line many" id="${form}" method="post" action="${to(`${resource.name}/many`)}"><input type="hidden" name="back" value="${back}">
<strong>Selected:</strong>${fields}${buttons}</form>`
}

function formField(name: string, schema: ArgumentSchema, isRequired: boolean): Html | null {
  const { form, type, enum: choices, default: fallback, maxLength } = schema
  if (!form) return null
  const { label, note, placeholder, rows } = form
  if (type === 'boolean')
    return html`<label class="check"><input type="checkbox" name="${name}" value="true"> ${label}</label>`
  if (choices) {
    const options = choices.map((choice) => html`<option>${choice}</option>`)
    return field(label, html`<select name="${name}">${options}</select>`)
  }
  const value = form.value ?? (fallback === undefined ? '' : String(fallback))
  const required = raw(isRequired || value ? ' required' : '')
  const length = maxLength !== undefined && html` maxlength="${maxLength}"`
  if (rows) return field(label, html`<textarea name="${name}" rows="${rows}"${length}${required}></textarea>`)
  const hint = placeholder !== undefined && html` placeholder="${placeholder}"`
  const size = value !== '' && html` size="10"`
  return field(
    label,
    html`<input name="${name}" value="${value}" autocomplete="off"${hint}${length}${size}${required}>`,
    note,
  )
}

/** Shows a key or a secret once. */
export function secretPage(
  { to }: PageContext,
  { name, singular }: Pick<Resource<never>, 'name' | 'singular'>,
  text: string,
  secret: string,
): ConsolePage {
  const body = html`<section class="panel">
<p class="notice" role="status">${text}</p>
<p>Store it now. It is not shown again.</p>
<pre><code id="key">${secret}</code></pre>
<p><a class="button main" href="${to(name)}">I stored it</a></p></section>`
  return { title: `New ${singular}`, body, menu: name as NonNullable<ConsolePage['menu']> }
}
