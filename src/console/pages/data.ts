import { Readable } from 'node:stream'
import { countRows } from '../../database/schema.ts'
import { countRemovals, type DeskListing, searchListings } from '../../market/desk/listing-desk.ts'
import { type Column, fromFields } from '../../operator/desk.ts'
import {
  countFields,
  countGaps,
  GAPS,
  type Gap,
  type GapCount,
  type GapQuery,
  type GroupCount,
  listGaps,
  type MachineGaps,
} from '../../operator/gaps.ts'
import { listings as noun } from '../../operator/listings.ts'
import { type Html, html } from '../../site/html.ts'
import { figure } from '../../site/words/figures.ts'
import { csvOf, tableOf } from '../desk.ts'
import { type ConsoleFile, type PageContext, type Pages, readRows } from '../page.ts'
import { counted, nothing, number, pager, table } from '../parts.ts'

const WORDS: Record<Gap, [short: string, long: string]> = {
  price: ['No price', 'machines without a price'],
  price_90: ['Price > 90 days', 'machines with a price older than 90 days'],
  price_180: ['Price > 180 days', 'machines with a price older than 180 days'],
  picture: ['No picture', 'machines without a picture'],
  incomplete: ['Incomplete', 'machines below 100% complete'],
}

/** The address of the machines behind a figure. */
function listOf({ to }: PageContext, query: Partial<GapQuery>, page?: number, path = 'data/machines'): string {
  const { lacks, machineClass, maker } = query
  return to(path, { lacks: lacks || null, class: machineClass || null, maker: maker || null, page })
}

const LISTINGS_AT_ONCE = 500
const MACHINES_AT_ONCE = 20_000
const LISTED: readonly Column<DeskListing>[] = [
  ...noun.columns,
  { name: 'Removed from', of: ({ removed }) => fromFields(removed) },
]

/** What a machine lacks, on the page and in the file. */
const LACKING: readonly Column<MachineGaps>[] = [
  { name: 'Slug', on: 'terminal', of: ({ slug }) => slug },
  { name: 'Machine', of: ({ slug, name }) => ({ text: name, to: `records/machine/${slug}` }) },
  { name: 'Class', of: (machine) => machine.class },
  { name: 'Maker', of: ({ maker }) => maker },
  { name: 'Complete, %', is: 'number', of: ({ completeness }) => completeness },
  { name: 'Price of', of: ({ price_as_of }) => price_as_of ?? 'none' },
  { name: 'Picture', of: ({ image }) => (image ? 'yes' : 'no') },
  { name: 'Fields missing', is: 'wide', of: ({ missing }) => missing },
]

interface Group extends GapCount {
  key: string
  name: string
}

/** Sums counts by class, by manufacturer or of all, the largest group first. */
function sumBy(counts: readonly GroupCount[], groupOf: (one: GroupCount) => [key: string, name: string]): Group[] {
  const groups = new Map<string, Group>()
  for (const count of counts) {
    const [key, name] = groupOf(count)
    const group = groups.getOrInsertComputed(key, () => ({ ...NONE, key, name }))
    for (const figure of FIGURES) group[figure] += count[figure]
  }
  return [...groups.values()].sort((a, b) => b.machines - a.machines || (a.name < b.name ? -1 : 1))
}

const FIGURES = ['machines', 'completeness', ...GAPS] as const
const NONE = Object.fromEntries(FIGURES.map((name) => [name, 0])) as unknown as GapCount

const meanOf = ({ completeness, machines }: GapCount) => Math.floor(completeness / machines)

export const DATA_PAGES: Pages = {
  async '/data'(context, { reads }) {
    const { to, query, now } = context
    const [counts, fields, removals, recorded] = await Promise.all([
      countGaps(reads, now),
      countFields(reads, now),
      countRemovals(reads),
      countRows(reads, 'machines'),
    ])
    const [all = { ...NONE, key: '', name: '' }] = sumBy(counts, () => ['', ''])
    const byMaker = await readRows(
      query,
      sumBy(counts, (one) => [one.maker_slug, one.maker]),
    )
    const tile = (count: number, text: string, address: string) =>
      html`<li><a href="${address}"><strong>${figure(count)}</strong> ${text}</a></li>`
    const removed = fromFields(removals.fields)
    const unpublished = recorded - all.machines
    const body = html`<ul class="tiles">
${tile(all.machines, 'machines published', listOf(context, {}))}
${GAPS.map((gap) => tile(all[gap], WORDS[gap][1], listOf(context, { lacks: gap })))}
${tile(removals.listings, 'listings with contacts removed', to('listings', { status: 'any', removed: 1 }))}
</ul>
<p class="quiet">${all.machines > 0 && `On the whole the sheets are ${meanOf(all)}% complete. `}${counted(unpublished, 'machine')} not published ${unpublished === 1 ? 'is' : 'are'} not counted here. ${removed && `Removed from listings: ${removed}. `}<a href="${to('data/listings.csv')}">Listings with contacts removed as CSV</a></p>
<h2>By class</h2>
${groupTable(
  context,
  'By class',
  sumBy(counts, (one) => [one.class_key, one.class]),
  (machineClass) => ({ machineClass }),
)}
<h2>By maker</h2>
${groupTable(context, 'By maker', byMaker.rows, (maker) => ({ maker }))}
${pager({ ...byMaker, to: (page) => to('data', { page }) })}
${fields.length > 0 && html`<h2>By field</h2>${fieldTable(context, fields)}`}`
    return { title: 'Data', body, menu: 'data' }
  },

  /** The machines behind a figure. */
  async '/data/machines'(context, { reads }) {
    const query = readQuery(context.query)
    const { rows, page, hasMore } = await readRows(context.query, (rows) => listGaps(reads, query, context.now, rows))
    const [first] = rows
    const of = [
      query.machineClass && (first?.class ?? query.machineClass),
      query.maker && (first?.maker ?? query.maker),
    ]
    const title = WORDS[query.lacks as Gap]?.[1] ?? (query.lacks ? `machines without ${query.lacks}` : 'machines')
    const body = html`<p><a href="${context.to('data')}">All of the data</a></p>
<div class="acts-row heads"><h2>${[counted(first?.total ?? 0, 'machine'), ...of].filter(Boolean).join(', ')}</h2>${first && html`<a class="button" href="${listOf(context, query, undefined, 'data/machines.csv')}">Export as CSV</a>`}</div>
${first ? tableOf(context, 'Machines', LACKING, rows) : nothing('There is no such machine.')}
${pager({ page, hasMore, to: (page) => listOf(context, query, page) })}`
    return { title: title[0]!.toUpperCase() + title.slice(1), body, menu: 'data' }
  },

  async '/data/machines.csv'(context, { reads }) {
    const query = readQuery(context.query)
    const machines = (rows: { limit: number; offset: number }) => listGaps(reads, query, context.now, rows)
    return csvFile('machines.csv', linesOf(context, LACKING, MACHINES_AT_ONCE, machines))
  },

  async '/data/listings.csv'(context, { reads }) {
    const listings = async (rows: { limit: number; offset: number }) =>
      (await searchListings(reads, { removed: true, ...rows })).listings
    return csvFile('listings-with-contacts-removed.csv', linesOf(context, LISTED, LISTINGS_AT_ONCE, listings))
  },
}

function csvFile(file: string, lines: AsyncIterable<string>): ConsoleFile {
  return { file, type: 'text/csv; charset=utf-8', body: Readable.from(lines) }
}

async function* linesOf<T>(
  context: PageContext,
  columns: readonly Column<T>[],
  limit: number,
  read: (rows: { limit: number; offset: number }) => Promise<readonly T[]>,
): AsyncGenerator<string> {
  yield csvOf(context, columns)
  for (let offset = 0; ; offset += limit) {
    const rows = await read({ limit, offset })
    yield csvOf(context, columns, rows)
    if (rows.length < limit) return
  }
}

const link = (count: number, address: string, what: string) =>
  count === 0
    ? html`<span class="none">0</span>`
    : html`<a href="${address}" aria-label="${figure(count)} ${what}">${figure(count)}</a>`

function groupTable(
  context: PageContext,
  caption: string,
  rows: readonly Group[],
  queryOf: (key: string) => Partial<GapQuery>,
): Html {
  if (rows.length === 0) return nothing('No machine is published.')
  const lacking = (gap: Gap) => (row: Group) =>
    link(row[gap], listOf(context, { ...queryOf(row.key), lacks: gap }), `${WORDS[gap][1]}: ${row.name}`)
  return table(caption, rows, [
    ['Name', ({ name }) => html`<strong>${name}</strong>`],
    [number('Machines'), (row) => link(row.machines, listOf(context, queryOf(row.key)), `machines: ${row.name}`)],
    ['Complete', (row) => bar(meanOf(row))],
    ...GAPS.map((gap) => [number(WORDS[gap][0]), lacking(gap)] as const),
  ])
}

function fieldTable(context: PageContext, fields: Awaited<ReturnType<typeof countFields>>): Html {
  return table('By field', fields, [
    ['Field', ({ field }) => html`<code>${field}</code>`],
    [
      number('Machines without it'),
      ({ field, machines }) => link(machines, listOf(context, { lacks: field }), `machines without ${field}`),
    ],
  ])
}

/** A percentage as a bar and in words; the style sheet cannot take a width from the page. */
function bar(percent: number): Html {
  return html`<span class="share"><meter min="0" max="100" value="${percent}" aria-label="${percent}%"></meter> ${percent}%</span>`
}

function readQuery(query: URLSearchParams): GapQuery {
  const read = (name: string) => (query.get(name) ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 120)
  return { lacks: read('lacks'), machineClass: read('class'), maker: read('maker') }
}
