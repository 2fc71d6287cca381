import { type Act, type Cell, type Column, cellText, type Noun } from '../admin/actions.ts'
import type { Argument } from '../admin/inputs.ts'
import { iso } from '../lib/calendar.ts'
import { csvLine } from '../lib/text/csv.ts'
import { type Html, type HtmlValue, html, raw } from '../website/html.ts'
import { figure } from '../website/messages/figures.ts'
import type { ConsolePage, PageContext } from './page.ts'
import { ACTS, actions, field, id, moment, type Shown, sheet, state, table } from './parts.ts'

// Renders what operator/ describes as parts of pages.

/** The things of a noun in a table, with further columns of the page's own. */
export function tableOf<T>(
  context: PageContext,
  caption: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
  more: Shown<T> = [],
  first: Shown<T> = [],
): Html {
  const shown = columns
    .filter(({ on }) => on !== 'terminal')
    .map(({ name, is, of }) => [is ? { name, is } : name, (row: T) => cellOf(context, of(row, context.now))] as const)
  return table(caption, rows, [...first, ...shown, ...more])
}

/** The same as CSV; without rows its head. */
export function csvOf<T>({ now }: PageContext, columns: readonly Column<T>[], rows?: readonly T[]): string {
  const written = columns.filter(({ on }) => on !== 'page')
  const lines = rows?.map((row) => written.map(({ of }) => cellText(of(row, now), (at) => iso(at) ?? '')))
  return (lines ?? [written.map(({ name }) => name)]).map((cells) => csvLine(cells)).join('')
}

/** The name of one, as addresses have it. */
function pathOf<T>(noun: Noun<T>, one: T): string {
  return Object.values(noun.nameOf(one)).join('/')
}

/** Selects rows for a form that does something with many. */
export function tickColumn<T>(noun: Noun<T>, form: string): Shown<T>[number] {
  return ['Select', (one) => tick(form, pathOf(noun, one), `${noun.one} ${pathOf(noun, one)}`)]
}

/** One thing of a noun, with further lines of the page's own. */
export function sheetOf<T>(
  context: PageContext,
  columns: readonly Column<T>[],
  one: T,
  more: readonly (readonly [string, HtmlValue])[] = [],
): Html {
  const lines = columns.flatMap(({ name, of, on }) => {
    const cell = on === 'terminal' ? undefined : of(one, context.now)
    return cell === undefined ? [] : [[name, cellOf(context, cell)] as const]
  })
  return sheet([...lines, ...more])
}

export function cellOf(context: PageContext, cell: Cell | undefined): HtmlValue {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return figure(cell)
  if (typeof cell === 'string') return cell
  const { text = '', at, tone, look, to, next = null, below = null } = cell
  const own =
    at !== undefined
      ? moment(at, context.now)
      : tone
        ? state(text, tone)
        : look === 'code'
          ? id(text)
          : look === 'strong'
            ? html`<strong>${text}</strong>`
            : look === 'clip'
              ? html`<span class="clip">${text}</span>`
              : text
  const linked = to === undefined ? own : html`<a href="${context.to(to)}">${own}</a>`
  if (next === null && below === null) return linked
  return html`${linked}${next !== null && [' ', cellOf(context, next)]}${below !== null && [html`<br>`, cellOf(context, below)]}`
}

interface FormExtras {
  /** What is sent without being asked for; `back` is the page to come back to. */
  given?: Record<string, string | number>
  look?: 'main'
  /** What else names what it is done with. */
  within?: string
}

/** The form of an act; nothing where it makes no sense. */
export function actForm<T>(
  { to, now, isViewer }: PageContext,
  noun: Noun<T>,
  name: string,
  one: T | undefined,
  { given = {}, look, within }: FormExtras = {},
): Html | null {
  const act = noun.acts[name] as Act<T>
  if (!act.button || isViewer || (one !== undefined && act.fits?.(one, now) === false)) return null
  const path = [noun.name, ...(one === undefined ? [] : [pathOf(noun, one)]), ...(within ? [within] : []), name]
  const inputs = Object.entries(act.inputs ?? {}).filter(([name]) => !(name in given))
  const choices = (one === undefined ? undefined : act.choices?.(one)) ?? {}
  const fields = inputs.map(([name, input]) =>
    formField(name, { ...input, ...(choices[name] && { choices: choices[name] }) }),
  )
  const isLong = inputs.some(([, { form }]) => form?.rows)
  const isGuarded = act.warning !== undefined || isLong
  const form = html`<form method="post" action="${to(path.join('/'))}" class="${isLong ? 'reject' : inputs.length > 0 ? 'line' : 'act'}">${Object.entries(
    given,
  ).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${fields}<button class="button ${isGuarded ? 'danger' : (look ?? 'plain')}">${act.button}</button></form>`
  if (!isGuarded) return form
  const warning = one !== undefined && act.warning && html`<p>${act.warning(one)}</p>`
  return html`<details class="guarded"><summary>${act.button}…</summary>${warning}${form}</details>`
}

/** All that can be done with one thing. */
export function actForms<T>(context: PageContext, noun: Noun<T>, one: T): Html[] {
  const names = Object.keys(noun.acts).filter((name) => !noun.acts[name]!.isNew && !noun.acts[name]!.within)
  return names.flatMap((name) => actForm(context, noun, name, one) ?? [])
}

/** The same, folded up in the last column of a table. */
export function actsColumn<T>(context: PageContext, noun: Noun<T>): Shown<T>[number] {
  const folded = (forms: readonly Html[]) => forms.length > 0 && actions(...forms)
  return [ACTS, (one) => folded(actForms(context, noun, one))]
}

/** Selects a row for the form of that name. */
export function tick(form: string, id: string, name: string): Html {
  return html`<input type="checkbox" form="${form}" name="id" value="${id}" aria-label="Select ${name}">`
}

/** What can be done with all that are selected. */
export function bulkForm<T>(
  { to, isViewer }: PageContext,
  noun: Noun<T>,
  form: string,
  back: string,
  names: readonly string[] = Object.keys(noun.acts),
): Html | null {
  const acts = Object.entries(noun.acts).filter(([name, act]) => act.isForMany && names.includes(name))
  if (isViewer || acts.length === 0) return null
  const inputs = acts.flatMap(([, { inputs = {} }]) => Object.entries(inputs))
  return html`<form class="line many" id="${form}" method="post" action="${to(`${noun.name}/many`)}"><input type="hidden" name="back" value="${back}">
<strong>With those selected:</strong>${inputs.map(([name, input]) => formField(name, { ...input, required: false }))}${acts.map(
    ([name, { button }]) => html`<button class="button" name="act" value="${name}">${button}</button>`,
  )}</form>`
}

function formField(name: string, { form, choices, takes, fallback, required }: Argument): Html | null {
  if (!form) return null
  const { label, note, placeholder, rows, maxlength } = form
  if (!takes) return html`<label class="check"><input type="checkbox" name="${name}" value="true"> ${label}</label>`
  const value = form.value ?? (typeof fallback === 'string' ? fallback : '')
  const must = raw(required || value ? ' required' : '')
  const length = maxlength !== undefined && html` maxlength="${maxlength}"`
  if (choices)
    return field(
      label,
      html`<select name="${name}">${choices.map((choice) => html`<option>${choice}</option>`)}</select>`,
    )
  if (rows) return field(label, html`<textarea name="${name}" rows="${rows}"${length}${must}></textarea>`)
  const hint = placeholder !== undefined && html` placeholder="${placeholder}"`
  const size = value !== '' && html` size="10"`
  return field(
    label,
    html`<input name="${name}" value="${value}" autocomplete="off"${hint}${length}${size}${must}>`,
    note,
  )
}

/** Shows a key or a secret, which happens only once. */
export function secretPage({ to }: PageContext, noun: Pick<Noun<never>, 'name' | 'one'>, text: string, secret: string) {
  const body = html`<section class="panel">
<p class="notice" role="status">${text}</p>
<p>Keep it safe: it is not shown again.</p>
<pre><code id="key">${secret}</code></pre>
<p><a class="button main" href="${to(noun.name)}">I have kept it</a></p></section>`
  return { title: `A new ${noun.one}`, body, menu: noun.name as NonNullable<ConsolePage['menu']> }
}
