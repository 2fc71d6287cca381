import { Readable } from 'node:stream'
import { type ActionField, describeCounts } from '../../admin/actions.ts'
import {
  countIncomplete,
  type DataProblem,
  type GroupQuality,
  type IncompleteMachine,
  listExpectedFields,
  listIncomplete,
  PROBLEMS,
  type QualityCount,
  type QualityQuery,
} from '../../admin/data-quality.ts'
import { listings as resource } from '../../admin/listings.ts'
import { countRows } from '../../database/schema.ts'
import { countRemovals, type DeskListing, searchListings } from '../../listings/moderation/moderation.ts'
import { type Html, html, raw } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import { type ConsoleFile, type PageContext, type Pages, readRows } from '../page.ts'
import { counted, field, nothing, number, pager, table } from '../parts.ts'
import { csvOf, tableOf } from '../resource-parts.ts'

const WORDS: Record<DataProblem, [short: string, long: string]> = {
  price: ['No price', 'machines without a price'],
  price_90: ['Price > 90 days', 'machines with a price older than 90 days'],
  price_180: ['Price > 180 days', 'machines with a price older than 180 days'],
  picture: ['No image', 'machines without an image'],
  incomplete: ['Incomplete', 'machines below 100% complete'],
}

/** The address of the machines behind a figure. */
function listOf({ to }: PageContext, query: Partial<QualityQuery>, page?: number, path = 'data/machines'): string {
  const { lacks, machineClass, manufacturer } = query
  return to(path, { lacks: lacks || null, class: machineClass || null, maker: manufacturer || null, page })
}

const LISTINGS_AT_ONCE = 500
const MACHINES_AT_ONCE = 20_000
const LISTED: readonly ActionField<DeskListing>[] = [
  ...resource.columns,
  { name: 'Removed from', value: ({ removed }) => describeCounts(removed) },
]

/** What a machine lacks, on the page and in the file. */
const LACKING: readonly ActionField<IncompleteMachine>[] = [
  { name: 'Slug', surface: 'terminal', value: ({ slug }) => slug },
  { name: 'Machine', value: ({ slug, name }) => ({ text: name, path: `records/machine/${slug}` }) },
  { name: 'Class', value: (machine) => machine.class },
  { name: 'Manufacturer', value: ({ manufacturer }) => manufacturer },
  { name: 'Complete, %', kind: 'number', value: ({ completeness }) => completeness },
  { name: 'Price of', value: ({ price_as_of }) => price_as_of ?? 'none' },
  { name: 'Picture', value: ({ image }) => (image ? 'yes' : 'no') },
  { name: 'Fields missing', kind: 'wide', value: ({ missing }) => missing },
]

type Group = readonly GroupQuality[]

const sum = (group: Group, name: keyof QualityCount) => group.reduce((total, item) => total + item[name], 0)
const meanOf = (group: Group) => Math.floor(sum(group, 'completeness') / sum(group, 'machines'))

/** The counts by class or by manufacturer, the largest group first. */
function groupsBy(counts: Group, by: 'class_key' | 'manufacturer_slug'): Group[] {
  const groups = [...Map.groupBy(counts, (item) => item[by]).values()]
  return groups.sort((a, b) => sum(b, 'machines') - sum(a, 'machines'))
}

export const DATA_PAGES: Pages = {
  async '/data'(context, { reads }) {
    const { to, query, now } = context
    const [counts, removals, recorded] = await Promise.all([
      countIncomplete(reads, now),
      countRemovals(reads),
      countRows(reads, 'machines'),
    ])
    const manufacturers = await readRows(query, groupsBy(counts, 'manufacturer_slug'))
    const tile = (count: number, text: string, address: string) =>
      html`<li><a href="${address}"><strong>${figure(count)}</strong> ${text}</a></li>`
    const removed = describeCounts(removals.fields)
    const published = sum(counts, 'machines')
    const hidden = recorded - published
    const body = html`<ul class="tiles">
${tile(published, 'machines published', listOf(context, {}))}
${PROBLEMS.map((problem) => tile(sum(counts, problem), WORDS[problem][1], listOf(context, { lacks: problem })))}
${tile(removals.listings, 'listings with contacts removed', to('listings', { status: 'any', removed: 1 }))}
</ul>
<p class="quiet">${published > 0 && `The data is ${meanOf(counts)}% complete. `}${counted(hidden, 'unpublished machine')} not included. ${removed && `Removed from listings: ${removed}. `}<a href="${to('data/listings.csv')}">Listings with contacts removed as CSV</a></p>
<h2>By class</h2>
${groupTable(context, 'By class', groupsBy(counts, 'class_key'), (item) => [item.class, { machineClass: item.class_key }])}
<h2>By manufacturer</h2>
${groupTable(context, 'By manufacturer', manufacturers.rows, (item) => [item.manufacturer, { manufacturer: item.manufacturer_slug }])}
${pager({ ...manufacturers, to: (page) => to('data', { page }) })}
`
    return { title: 'Data', body, menu: 'data' }
  },

  /** The machines behind a figure. */
  async '/data/machines'(context, { reads }) {
    const query = readQuery(context.query)
    const { rows, page, hasMore } = await readRows(context.query, (rows) =>
      listIncomplete(reads, query, context.now, rows),
    )
    const [first] = rows
    const of = [
      query.machineClass && (first?.class ?? query.machineClass),
      query.manufacturer && (first?.manufacturer ?? query.manufacturer),
    ]
    const title =
      WORDS[query.lacks as DataProblem]?.[1] ?? (query.lacks ? `machines without ${query.lacks}` : 'machines')
    const body = html`<p><a href="${context.to('data')}">Data</a></p>
<div class="acts-row heads"><h2>${[counted(first?.total ?? 0, 'machine'), ...of].filter(Boolean).join(', ')}</h2>${first && html`<a class="button" href="${listOf(context, query, undefined, 'data/machines.csv')}">Export as CSV</a>`}</div>
${filterForm(context, query, await listExpectedFields(reads))}
${first ? tableOf(context, 'Machines', LACKING, rows) : nothing('No matching machines.')}
${pager({ page, hasMore, to: (page) => listOf(context, query, page) })}`
    return { title: title[0]!.toUpperCase() + title.slice(1), body, menu: 'data' }
  },

  async '/data/machines.csv'(context, { reads }) {
    const query = readQuery(context.query)
    const machines = (rows: { limit: number; offset: number }) => listIncomplete(reads, query, context.now, rows)
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
  columns: readonly ActionField<T>[],
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

function link(context: PageContext, count: number, query: Partial<QualityQuery>, what: string): Html {
  if (count === 0) return html`<span class="none">0</span>`
  return html`<a href="${listOf(context, query)}" aria-label="${figure(count)} ${what}">${figure(count)}</a>`
}

function groupTable(
  context: PageContext,
  caption: string,
  groups: readonly Group[],
  describe: (item: GroupQuality) => [name: string, query: Partial<QualityQuery>],
): Html {
  if (groups.length === 0) return nothing('No published machines.')
  const cell = (name: 'machines' | DataProblem, text: string) => (group: Group) => {
    const [label, query] = describe(group[0]!)
    const lacks = name === 'machines' ? '' : name
    return link(context, sum(group, name), { ...query, lacks }, `${text}: ${label}`)
  }
  return table(caption, groups, [
    ['Name', (group) => html`<strong>${describe(group[0]!)[0]}</strong>`],
    [number('Machines'), cell('machines', 'machines')],
    ['Complete', (group) => bar(meanOf(group))],
    ...PROBLEMS.map((problem) => [number(WORDS[problem][0]), cell(problem, WORDS[problem][1])] as const),
  ])
}

/** A form that narrows the machines down, by any field too. */
function filterForm(
  { to }: PageContext,
  { lacks, machineClass, manufacturer }: QualityQuery,
  fields: readonly string[],
) {
  const option = (value: string, label: string) =>
    html`<option value="${value}"${raw(value === lacks ? ' selected' : '')}>${label}</option>`
  const problems = PROBLEMS.map((problem) => option(problem, WORDS[problem][0]))
  return html`<form class="line panel" action="${to('data/machines')}" role="search">
${field('Problem', html`<select name="lacks">${option('', 'any')}${problems}${fields.map((name) => option(name, `no ${name}`))}</select>`)}
${field('Class', html`<input name="class" value="${machineClass}" maxlength="120" placeholder="tractor">`)}
${field('Manufacturer', html`<input name="maker" value="${manufacturer}" maxlength="120" placeholder="mahindra">`)}
<button class="button">Filter</button></form>`
}

/** A percentage as a bar and in words; the style sheet cannot take a width from the page. */
function bar(percent: number): Html {
  return html`<span class="share"><meter min="0" max="100" value="${percent}" aria-label="${percent}%"></meter> ${percent}%</span>`
}

function readQuery(query: URLSearchParams): QualityQuery {
  const read = (name: string) => (query.get(name) ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 120)
  return { lacks: read('lacks'), machineClass: read('class'), manufacturer: read('maker') }
}
