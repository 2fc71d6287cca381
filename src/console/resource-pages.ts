import type { Resource } from '../admin/actions.ts'
import { type ArgumentSchema, InvalidInput, readArgument, schemasOf } from '../admin/inputs.ts'
import { membersOf, type RecordView } from '../admin/view.ts'
import { csvLine } from '../lib/text/csv.ts'
import { type Html, type HtmlValue, html, raw } from '../website/html.ts'
import type { ConsolePage, ConsoleRequest, PageContext, PageParts, Pages } from './page.ts'
import { readRows } from './page.ts'
import {
  ACTIONS,
  type Columns,
  detailsOf,
  field,
  nothing,
  number,
  pager,
  select,
  showValue,
  table,
  titleCase,
} from './parts.ts'

export function tableOf<T>(
  { to, now }: PageContext,
  view: RecordView<T>,
  rows: readonly T[],
  after: Columns<T> = [],
  before: Columns<T> = [],
): Html {
  const cells = new Map(rows.map((row) => [row, membersOf(view, row, now, view.columns)]))
  const columns = view.columns.map((name, i): Columns<T>[number] => {
    const isNumber = rows.some((row) => typeof cells.get(row)![i]![1] === 'number')
    const show = (row: T): HtmlValue => {
      const value = showValue(name, cells.get(row)![i]![1], now)
      return i === 0 && view.path ? html`<a href="${to(view.path(row))}">${value}</a>` : value
    }
    return [isNumber && i > 0 ? number(titleCase(name)) : titleCase(name), show]
  })
  return table(titleCase(view.name), rows, [...before, ...columns, ...after])
}

export function csvOf<T>({ now }: PageContext, view: RecordView<T>, rows?: readonly T[]): string {
  if (!rows) return csvLine(view.columns)
  return rows
    .map((row) => csvLine(membersOf(view, row, now, view.columns).map(([, value]) => String(value ?? ''))))
    .join('')
}

function idOf<T>({ id, json }: Resource<T>, item: T): string {
  return Object.keys(id)
    .map((name) => encodeURIComponent(String(json(item)[name])))
    .join('/')
}

interface FormExtras {
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
  const action = resource.actions[name]!
  if (!action.button || isViewer || (item !== undefined && action.isPossible?.(item, now) === false)) return null
  const id = item === undefined ? [] : [idOf(resource, item)]
  const path = [resource.name, ...id, ...(within ? [within] : []), name].join('/')
  const args = schemasOf(action.args ?? {}).filter((arg) => !(arg.name in hidden))
  const inputs = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const isLong = args.some(({ schema }) => isLongText(schema))
  const isGuarded = action.warning !== undefined || isLong
  const form = html`<form method="post" action="${to(path)}" class="${isLong ? 'reject' : args.length > 0 ? 'line' : 'act'}">${inputs}${args.map((arg) => formField(arg))}<button class="button ${isGuarded ? 'danger' : (style ?? 'plain')}">${action.button}</button></form>`
  if (!isGuarded) return form
  return html`<details class="guarded"><summary>${action.button}…</summary>${action.warning && html`<p>${action.warning}</p>`}${form}</details>`
}

export function actionForms<T>(context: PageContext, resource: Resource<T>, item: T): Html[] {
  const names = Object.keys(resource.actions).filter((name) => {
    const { isNew, within } = resource.actions[name]!
    return !isNew && !within
  })
  return names.flatMap((name) => actionForm(context, resource, name, item) ?? [])
}

export function tickColumn<T>(
  form: string,
  idOf: (item: T) => string,
  nameOf: (item: T) => string,
): Columns<T>[number] {
  return ['Select', (item) => tick(form, idOf(item), nameOf(item))]
}

export function tick(form: string, id: string, name: string): Html {
  return html`<input type="checkbox" form="${form}" name="id" value="${id}" aria-label="Select ${name}">`
}

export function bulkForm<T>(
  { to, isViewer }: PageContext,
  resource: Resource<T>,
  form: string,
  back: string,
  names: readonly string[] = Object.keys(resource.actions),
): Html | null {
  const actions = Object.entries(resource.actions).filter(([name, { isBulk }]) => isBulk && names.includes(name))
  if (isViewer || actions.length === 0) return null
  const args = actions.flatMap(([, { args = {} }]) => schemasOf(args))
  const buttons = actions.map(
    ([name, { button }]) => html`<button class="button" name="act" value="${name}">${button}</button>`,
  )
  return html`<form class="line many" id="${form}" method="post" action="${to(`${resource.name}/many`)}"><input type="hidden" name="back" value="${back}">
<strong>Selected:</strong>${args.map((arg) => formField({ ...arg, isRequired: false }))}${buttons}</form>`
}

const isLongText = ({ type, maxLength = 0 }: ArgumentSchema) => type === 'string' && maxLength >= 300

/** An argument as a field; the value is as it was typed. */
function formField({ name, schema, isRequired }: ReturnType<typeof schemasOf>[number], typed?: string): Html {
  const { type, enum: choices, default: fallback, maxLength = 200, description } = schema
  const label = titleCase(name)
  if (type === 'boolean')
    return html`<label class="check"><input type="checkbox" name="${name}" value="true"${raw(typed ? ' checked' : '')}> ${description}</label>`
  const note = choices ? undefined : description
  if (choices) return field(label, select(name, isRequired ? choices : [['', 'any'], ...choices], typed), note)
  const value = typed ?? (fallback === undefined ? '' : String(fallback))
  const required = raw(isRequired || fallback !== undefined ? ' required' : '')
  if (isLongText(schema))
    return field(label, html`<textarea name="${name}" rows="2" maxlength="${maxLength}"${required}></textarea>`, note)
  const search = name === 'query' && html` type="search"`
  return field(
    label,
    html`<input name="${name}"${search} value="${value}" autocomplete="off" maxlength="${maxLength}"${required}>`,
    note,
  )
}

export function readFilters<T>({ list }: Resource<T>, query: URLSearchParams) {
  const typed: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  let problem: string | undefined
  for (const { name, schema } of schemasOf(list!.filters)) {
    const text = (query.get(name) ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 100)
    if (text === '') continue
    typed[name] = text
    try {
      values[name] = schema.type === 'boolean' || readArgument(name, schema, text)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      problem = `${error.message}.`
    }
  }
  return { typed, values, problem }
}

export function searchForm<T>({ to }: PageContext, { name, list }: Resource<T>, typed: Record<string, string>): Html {
  return html`<form class="line panel" action="${to(name)}" role="search" aria-label="${titleCase(name)}">
${schemasOf(list!.filters).map((arg) => formField(arg, typed[arg.name] ?? ''))}<button class="button">Search</button></form>`
}

interface PageExtras<T> {
  title?: string
  menu?: ConsolePage['menu']
  above?(request: ConsoleRequest, parts: PageParts): HtmlValue | Promise<HtmlValue>
  below?(request: ConsoleRequest, parts: PageParts): HtmlValue | Promise<HtmlValue>
  columns?(request: ConsoleRequest, parts: PageParts): Promise<Columns<T>>
  nameOf?(item: T): string
  details?: readonly string[]
  more?(request: ConsoleRequest, parts: PageParts, item: T): Promise<HtmlValue>
}

export function resourcePages<T>(resource: Resource<T>, extras: PageExtras<T> = {}): Pages {
  const { name, list, find } = resource
  const { menu = name as ConsolePage['menu'] & string, title = titleCase(name) } = extras
  const hasActions = Object.values(resource.actions).some(({ button, isNew, within }) => button && !isNew && !within)

  async function listPage(request: ConsoleRequest, parts: PageParts): Promise<ConsolePage> {
    const { typed, values, problem } = readFilters(resource, request.query)
    const address = (page: number | null) => request.to(name, { ...typed, page })
    const page = await readRows(request.query, (rows) =>
      problem ? Promise.resolve([]) : list!.run(parts.reads, values, rows, request.now),
    )
    const many = bulkForm(request, resource, 'many', address(page.page === 1 ? null : page.page))
    const menuOf = (forms: readonly Html[]) =>
      forms.length > 0 && html`<details class="actions"><summary>Actions</summary><div>${forms}</div></details>`
    const actions: Columns<T> = hasActions ? [[ACTIONS, (item) => menuOf(actionForms(request, resource, item))]] : []
    const ticks = many
      ? [
          tickColumn<T>(
            'many',
            (item) => idOf(resource, item),
            (item) => `${resource.singular} ${idOf(resource, item)}`,
          ),
        ]
      : []
    const columns = [...((await extras.columns?.(request, parts)) ?? []), ...actions]
    const rows = page.rows.length > 0 && [tableOf(request, resource, page.rows, columns, ticks), many]
    const body = html`<p class="quiet">${resource.about}</p>${await extras.above?.(request, parts)}
${searchForm(request, resource, typed)}
${rows || nothing(problem ?? `No ${name}.`)}
${pager(page, address)}
${await extras.below?.(request, parts)}`
    return { title, body, menu }
  }

  async function itemPage(request: ConsoleRequest, parts: PageParts): Promise<ConsolePage | undefined> {
    const item = await find!(parts.reads, Object.values(request.params).join(' '), request.now)
    if (item === undefined) return undefined
    const members = membersOf(resource, item, request.now, extras.details)
    const body = html`<p><a href="${request.to(name)}">All ${name}</a></p>
${detailsOf(members, request.now)}
<div class="acts-row">${actionForms(request, resource, item)}</div>
${await extras.more?.(request, parts, item)}`
    return { title: extras.nameOf?.(item) ?? titleCase(resource.singular), body, menu }
  }

  const segments = Object.keys(resource.id).map((segment) => `:${segment}`)
  return { [`/${name}`]: listPage, ...(find && { [`/${[name, ...segments].join('/')}`]: itemPage }) }
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
<pre tabindex="0"><code id="key">${secret}</code></pre>
<p><a class="button main" href="${to(name)}">I stored it</a></p></section>`
  return { title: `New ${singular}`, body, menu: name as NonNullable<ConsolePage['menu']> }
}
