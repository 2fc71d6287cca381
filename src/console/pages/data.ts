import { Readable } from 'node:stream'
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
import { listings } from '../../admin/listings.ts'
import { plainText, type RecordView } from '../../admin/view.ts'
import { countRows } from '../../database/schema.ts'
import { countRemovals, type DeskListing, findListings } from '../../listings/moderation/moderation.ts'
import { type Html, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import { type ConsoleFile, type PageContext, type Pages, readRows } from '../page.ts'
import { counted, field, nothing, number, pager, select, table } from '../parts.ts'
import { csvOf, tableOf } from '../resource-pages.ts'

const WORDS: Record<DataProblem, [short: string, long: string]> = {
  price: ['No price', 'machines without a price'],
  price_90: ['Price > 90 days', 'machines with a price older than 90 days'],
  price_180: ['Price > 180 days', 'machines with a price older than 180 days'],
  picture: ['No image', 'machines without an image'],
  incomplete: ['Incomplete', 'machines below 100% complete'],
}

function listOf({ to }: PageContext, query: Partial<QualityQuery>, page?: number, path = 'data/machines'): string {
  const { lacks, machineClass, manufacturer } = query
  return to(path, { lacks: lacks || null, class: machineClass || null, manufacturer: manufacturer || null, page })
}

const ROWS_AT_ONCE = 5_000

const cleaned: RecordView<DeskListing> = {
  ...listings,
  columns: [...listings.columns, 'removed'],
  texts: { ...listings.texts, removed: ({ removed }) => plainText(removed) },
}

const incomplete: RecordView<IncompleteMachine> = {
  name: 'machines',
  path: ({ slug }) => `records/machine/${slug}`,
  json: ({ image, ...machine }) => ({ ...machine, image: image ? 'yes' : 'no' }),
  columns: ['slug', 'name', 'class', 'manufacturer', 'completeness', 'price_as_of', 'image', 'missing'],
}

type Group = readonly GroupQuality[]

const sum = (group: Group, name: keyof QualityCount) => group.reduce((total, item) => total + item[name], 0)
const meanOf = (group: Group) => Math.floor(sum(group, 'completeness') / sum(group, 'machines'))

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
    const removed = plainText(removals.fields)
    const published = sum(counts, 'machines')
    const body = html`${filterForm(context, readQuery(query), await listExpectedFields(reads))}
<ul class="tiles">
${tile(published, 'machines published', listOf(context, {}))}
${PROBLEMS.map((problem) => tile(sum(counts, problem), WORDS[problem][1], listOf(context, { lacks: problem })))}
${tile(removals.listings, 'listings with contacts removed', to('listings', { removed: 'true' }))}
</ul>
<p class="quiet">${published > 0 && `The data is ${meanOf(counts)}% complete. `}${counted(recorded - published, 'unpublished machine')} not included. ${removed && `Removed from listings: ${removed}. `}<a href="${to('data/listings.csv')}">Listings with contacts removed as CSV</a></p>
<h2>By class</h2>
${groupTable(context, 'By class', groupsBy(counts, 'class_key'), (item) => [item.class, { machineClass: item.class_key }])}
<h2>By manufacturer</h2>
${groupTable(context, 'By manufacturer', manufacturers.rows, (item) => [item.manufacturer, { manufacturer: item.manufacturer_slug }])}
${pager(manufacturers, (page) => to('data', { page }))}`
    return { title: 'Data', body, menu: 'data' }
  },

  async '/data/machines'(context, { reads }) {
    const query = readQuery(context.query)
    const page = await readRows(context.query, (rows) => listIncomplete(reads, query, context.now, rows))
    const [first] = page.rows
    const of = [
      query.machineClass && (first?.class ?? query.machineClass),
      query.manufacturer && (first?.manufacturer ?? query.manufacturer),
    ]
    const title =
      WORDS[query.lacks as DataProblem]?.[1] ?? (query.lacks ? `machines without ${query.lacks}` : 'machines')
    const body = html`<p><a href="${context.to('data')}">Data</a></p>
<div class="acts-row heads"><h2>${[counted(first?.total ?? 0, 'machine'), ...of].filter(Boolean).join(', ')}</h2>${first && html`<a class="button" href="${listOf(context, query, undefined, 'data/machines.csv')}">Export as CSV</a>`}</div>
${filterForm(context, query, await listExpectedFields(reads))}
${first ? tableOf(context, incomplete, page.rows) : nothing('No matching machines.')}
${pager(page, (page) => listOf(context, query, page))}`
    return { title: title[0]!.toUpperCase() + title.slice(1), body, menu: 'data' }
  },

  async '/data/machines.csv'(context, { reads }) {
    const query = readQuery(context.query)
    return csvFile(context, 'machines.csv', incomplete, (rows) => listIncomplete(reads, query, context.now, rows))
  },

  async '/data/listings.csv'(context, { reads }) {
    const name = 'listings-with-contacts-removed.csv'
    return csvFile(context, name, cleaned, (rows) => findListings(reads, { removed: true, ...rows }))
  },
}

function csvFile<T>(
  context: PageContext,
  file: string,
  view: RecordView<T>,
  read: (rows: { limit: number; offset: number }) => Promise<readonly T[]>,
): ConsoleFile {
  async function* lines(): AsyncGenerator<string> {
    yield csvOf(context, view)
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const rows = await read({ limit: ROWS_AT_ONCE, offset })
      yield csvOf(context, view, rows)
      if (rows.length < ROWS_AT_ONCE) return
    }
  }
  return { file, type: 'text/csv; charset=utf-8', body: Readable.from(lines()) }
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
    const count = figure(sum(group, name))
    const address = listOf(context, { ...query, lacks: name === 'machines' ? '' : name })
    return count === '0' ? count : html`<a href="${address}" aria-label="${count} ${text}: ${label}">${count}</a>`
  }
  return table(caption, groups, [
    ['Name', (group) => html`<strong>${describe(group[0]!)[0]}</strong>`],
    [number('Machines'), cell('machines', 'machines')],
    [number('Complete'), (group) => `${meanOf(group)}%`],
    ...PROBLEMS.map((problem) => [number(WORDS[problem][0]), cell(problem, WORDS[problem][1])] as const),
  ])
}

function filterForm(
  { to }: PageContext,
  { lacks, machineClass, manufacturer }: QualityQuery,
  fields: readonly string[],
): Html {
  const problems = PROBLEMS.map((problem) => [problem, WORDS[problem][0]] as const)
  const missing = fields.map((name) => [name, `no ${name}`] as const)
  return html`<form class="line panel" action="${to('data/machines')}" role="search">
${field('Problem', select('lacks', [['', 'any'], ...problems, ...missing], lacks))}
${field('Class', html`<input name="class" value="${machineClass}" maxlength="120" placeholder="tractor">`)}
${field('Manufacturer', html`<input name="manufacturer" value="${manufacturer}" maxlength="120" placeholder="mahindra">`)}
<button class="button">Search</button></form>`
}

function readQuery(query: URLSearchParams): QualityQuery {
  const read = (name: string) => (query.get(name) ?? '').replace(/\p{Cc}/gu, ' ').slice(0, 120)
  return { lacks: read('lacks'), machineClass: read('class'), manufacturer: read('manufacturer') }
}
