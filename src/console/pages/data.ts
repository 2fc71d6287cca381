import type { Gap, GapCount, GapQuery, MachineGaps } from '../../catalogue/gaps/gap-index.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import type { ConsolePage, PageContext } from '../page.ts'
import { counted, nothing, number, pager, table, wide } from '../parts.ts'

interface DataValues {
  all: GapCount | undefined
  unpublished: number
  classes: readonly GapCount[]
  makers: readonly GapCount[]
  page: number
  hasMoreMakers: boolean
  removals: { listings: number; fields: Record<string, number> }
}

const WORDS: Record<Gap, [short: string, long: string]> = {
  price: ['No price', 'machines without a price'],
  price_90: ['Price > 90 days', 'machines with a price older than 90 days'],
  price_180: ['Price > 180 days', 'machines with a price older than 180 days'],
  picture: ['No picture', 'machines without a picture'],
  plate: ['Plate figures missing', 'machines that lack figures of their plate'],
  incomplete: ['Incomplete', 'machines below 100 % complete'],
}
const SHOWN: readonly Gap[] = ['price_90', 'price_180', 'price', 'picture', 'plate']

/** Where the machines behind a figure are listed. */
function listOf({ to }: PageContext, query: Partial<GapQuery>, more: { page?: number; csv?: boolean } = {}): string {
  return to(more.csv ? 'data/machines.csv' : 'data/machines', {
    lacks: query.gap || null,
    class: query.machineClass || null,
    maker: query.maker || null,
    page: more.page ?? null,
  })
}

const TILES: readonly Gap[] = ['incomplete', ...SHOWN]

export function dataPage(context: PageContext, values: DataValues): ConsolePage {
  const { all, removals, classes, makers } = values
  const { to } = context
  const tile = (count: number, text: string, address: string) =>
    html`<li><a href="${address}"><strong>${figure(count)}</strong> ${text}</a></li>`
  const removed = Object.entries(removals.fields).map(([name, count]) => `${figure(count)} from ${name}`)
  const body = html`<ul class="tiles">
${tile(all?.machines ?? 0, 'machines published', listOf(context, {}))}
${TILES.map((gap) => tile(all?.[gap] ?? 0, WORDS[gap][1], listOf(context, { gap })))}
${tile(removals.listings, 'listings with contacts removed', to('listings', { status: 'any', removed: 1 }))}
</ul>
<p class="quiet">${all ? `On the whole the sheets are ${all.completeness} % complete. ` : ''}${counted(values.unpublished, 'machine')} not published ${values.unpublished === 1 ? 'is' : 'are'} not counted here. ${removed.length > 0 ? `Removed from listings: ${removed.join(', ')}. ` : ''}<a href="${to('data/listings.csv')}">Listings with contacts removed as CSV</a></p>
<h2>By class</h2>
${groups(context, 'By class', classes, (key) => ({ machineClass: key }))}
<h2>By maker</h2>
${groups(context, 'By maker', makers, (key) => ({ maker: key }))}
${pager({ page: values.page, hasMore: values.hasMoreMakers, to: (page) => to('data', { page }) })}`
  return { title: 'Data', body, menu: 'data' }
}

function groups(
  context: PageContext,
  caption: string,
  rows: readonly GapCount[],
  queryOf: (key: string) => Partial<GapQuery>,
): Html {
  if (rows.length === 0) return nothing('No machine is published.')
  const link = (count: number, query: Partial<GapQuery>, what: string) =>
    count === 0
      ? html`<span class="none">0</span>`
      : html`<a href="${listOf(context, query)}" aria-label="${figure(count)} ${what}">${figure(count)}</a>`
  const lacking = (gap: Gap) => (row: GapCount) =>
    link(row[gap], { ...queryOf(row.key), gap }, `${WORDS[gap][1]}: ${row.label}`)
  return table(caption, rows, [
    ['Name', ({ label }) => html`<strong>${label}</strong>`],
    [number('Machines'), ({ machines, key, label }) => link(machines, queryOf(key), `machines: ${label}`)],
    ['Complete', ({ completeness }) => bar(completeness)],
    ...SHOWN.map((gap) => [number(WORDS[gap][0]), lacking(gap)] as const),
  ])
}

/** A percentage as a bar and in words; the style sheet cannot take a width from the page. */
function bar(percent: number): Html {
  return html`<span class="share"><meter min="0" max="100" value="${percent}" aria-label="${percent} %"></meter> ${percent} %</span>`
}

interface MachinesValues {
  machines: readonly MachineGaps[]
  total: number
  query: GapQuery
  page: number
  hasMore: boolean
  className: string
  nameOf(key: string): string
}

/** The machines behind a figure. */
export function machinesPage(context: PageContext, values: MachinesValues): ConsolePage {
  const { query, machines, total, nameOf } = values
  const listed = table('Machines', machines, [
    ['Machine', ({ slug, name }) => html`<a href="${context.to(`records/machine/${slug}`)}">${name}</a>`],
    ['Class', ({ classKey }) => nameOf(classKey)],
    ['Maker', ({ maker }) => maker.name],
    [number('Complete'), ({ completeness }) => `${completeness} %`],
    ['Price of', ({ priceAsOf }) => priceAsOf ?? html`<span class="none">none</span>`],
    ['Picture', ({ hasPicture }) => (hasPicture ? 'yes' : html`<span class="none">no</span>`)],
    [wide('Figures missing'), ({ missing }) => missing.join(', ')],
  ])
  const of = [values.className, query.maker && (machines[0]?.maker.name ?? query.maker)].filter(Boolean).join(', ')
  const body = html`<p><a href="${context.to('data')}">All of the data</a></p>
<div class="acts-row heads"><h2>${counted(total, 'machine')}${of && html`: ${of}`}</h2>${total > 0 && html`<a class="button" href="${listOf(context, query, { csv: true })}">Export as CSV</a>`}</div>
${machines.length === 0 ? nothing('There is no such machine.') : listed}
${pager({ page: values.page, hasMore: values.hasMore, to: (page) => listOf(context, query, { page }) })}`
  const title = query.gap === '' ? 'Machines' : WORDS[query.gap][1]
  return { title: title[0]!.toUpperCase() + title.slice(1), body, menu: 'data' }
}
