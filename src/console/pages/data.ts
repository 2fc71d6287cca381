import { Readable } from 'node:stream'
import { kolkataDate } from '../../calendar.ts'
import {
  countGaps,
  GAPS,
  type Gap,
  type GapCount,
  type GapQuery,
  type MachineGaps,
  machinesWith,
} from '../../catalogue/gaps/gap-index.ts'
import type { Db } from '../../database/schema.ts'
import { countRemovals, type DeskListing, searchListings } from '../../market/desk/listing-desk.ts'
import { type Column, fromFields } from '../../operator/desk.ts'
import { listings as noun } from '../../operator/listings.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { csvOf, tableOf } from '../desk.ts'
import { type PageContext, type Pages, readRows } from '../page.ts'
import { counted, nothing, number, pager, table } from '../parts.ts'

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

const LISTINGS_AT_ONCE = 500
const CSV = 'text/csv; charset=utf-8'
const LISTED: readonly Column<DeskListing>[] = [
  ...noun.columns,
  { name: 'Removed from', of: ({ removed }) => fromFields(removed) },
]

/** What a machine lacks, on the page and in the file. */
const columnsOf = (classes: ReadonlyMap<string, { label: string }>): Column<MachineGaps>[] => [
  { name: 'Slug', on: 'terminal', of: ({ slug }) => slug },
  { name: 'Machine', of: ({ slug, name }) => ({ text: name, to: `records/machine/${slug}` }) },
  { name: 'Class', of: ({ classKey }) => classes.get(classKey)?.label ?? classKey },
  { name: 'Maker', of: ({ maker }) => maker.name },
  { name: 'Complete, %', is: 'number', of: ({ completeness }) => completeness },
  { name: 'Price of', of: ({ priceAsOf }) => priceAsOf ?? 'none' },
  { name: 'Picture', of: ({ hasPicture }) => (hasPicture ? 'yes' : 'no') },
  { name: 'Figures missing', is: 'wide', of: ({ missing }) => missing.join(', ') },
]

export const DATA_PAGES: Pages = {
  async '/data'(context, { reads, gaps }) {
    const { to, query, now } = context
    const [{ machines, unpublished, classes }, removals] = await Promise.all([gaps.read(), countRemovals(reads)])
    const today = kolkataDate(now)
    const [all] = countGaps(machines, today, () => ({ key: '', label: '' }))
    const labelOf = (key: string) => ({ key, label: classes.get(key)?.label ?? key })
    const byClass = countGaps(machines, today, ({ classKey }) => labelOf(classKey))
    const byMaker = countGaps(machines, today, ({ maker }) => ({ key: maker.slug, label: maker.name }))
    const shown = await readRows(query, byMaker)
    const tile = (count: number, text: string, address: string) =>
      html`<li><a href="${address}"><strong>${figure(count)}</strong> ${text}</a></li>`
    const removed = fromFields(removals.fields)
    const body = html`<ul class="tiles">
${tile(all?.machines ?? 0, 'machines published', listOf(context, {}))}
${TILES.map((gap) => tile(all?.[gap] ?? 0, WORDS[gap][1], listOf(context, { gap })))}
${tile(removals.listings, 'listings with contacts removed', to('listings', { status: 'any', removed: 1 }))}
</ul>
<p class="quiet">${all ? `On the whole the sheets are ${all.completeness} % complete. ` : ''}${counted(unpublished, 'machine')} not published ${unpublished === 1 ? 'is' : 'are'} not counted here. ${removed ? `Removed from listings: ${removed}. ` : ''}<a href="${to('data/listings.csv')}">Listings with contacts removed as CSV</a></p>
<h2>By class</h2>
${groups(context, 'By class', byClass, (key) => ({ machineClass: key }))}
<h2>By maker</h2>
${groups(context, 'By maker', shown.rows, (key) => ({ maker: key }))}
${pager({ ...shown, to: (page) => to('data', { page }) })}`
    return { title: 'Data', body, menu: 'data' }
  },

  /** The machines behind a figure. */
  async '/data/machines'(context, { gaps }) {
    const query = readQuery(context.query)
    const { machines, classes } = await gaps.read()
    const found = machinesWith(machines, query, kolkataDate(context.now))
    const nameOf = (key: string) => classes.get(key)?.label ?? key
    const { rows, page, hasMore } = await readRows(context.query, found)
    const of = [query.machineClass && nameOf(query.machineClass), query.maker && (rows[0]?.maker.name ?? query.maker)]
      .filter(Boolean)
      .join(', ')
    const body = html`<p><a href="${context.to('data')}">All of the data</a></p>
<div class="acts-row heads"><h2>${counted(found.length, 'machine')}${of && html`: ${of}`}</h2>${found.length > 0 && html`<a class="button" href="${listOf(context, query, { csv: true })}">Export as CSV</a>`}</div>
${rows.length === 0 ? nothing('There is no such machine.') : tableOf(context, 'Machines', columnsOf(classes), rows)}
${pager({ page, hasMore, to: (page) => listOf(context, query, { page }) })}`
    const title = query.gap === '' ? 'Machines' : WORDS[query.gap][1]
    return { title: title[0]!.toUpperCase() + title.slice(1), body, menu: 'data' }
  },

  async '/data/machines.csv'(context, { gaps }) {
    const { machines, classes } = await gaps.read()
    const found = machinesWith(machines, readQuery(context.query), kolkataDate(context.now))
    const columns = columnsOf(classes)
    const lines = found.map((one) => csvOf(context, columns, [one]))
    return { file: 'machines.csv', type: CSV, body: Readable.from([csvOf(context, columns), ...lines]) }
  },

  async '/data/listings.csv'(context, { reads }) {
    return { file: 'listings-with-contacts-removed.csv', type: CSV, body: Readable.from(listingLines(context, reads)) }
  },
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

async function* listingLines(context: PageContext, db: Db): AsyncGenerator<string> {
  yield csvOf(context, LISTED)
  for (let offset = 0; ; offset += LISTINGS_AT_ONCE) {
    const { listings } = await searchListings(db, { removed: true, limit: LISTINGS_AT_ONCE, offset })
    yield csvOf(context, LISTED, listings)
    if (listings.length < LISTINGS_AT_ONCE) return
  }
}

function readQuery(query: URLSearchParams): GapQuery {
  const lacks = query.get('lacks')
  return {
    gap: GAPS.find((gap) => gap === lacks) ?? '',
    machineClass: (query.get('class') ?? '').slice(0, 120),
    maker: (query.get('maker') ?? '').slice(0, 120),
  }
}
