import { Readable } from 'node:stream'
import { describeCounts, type Field } from '../../admin/actions.ts'
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
} from '../../admin/data-quality.ts'
import { listings as resource } from '../../admin/listings.ts'
import { countRows } from '../../database/schema.ts'
import { countRemovals, type DeskListing, searchListings } from '../../listings/moderation/moderation.ts'
import { type Html, html } from '../../website/html.ts'
import { figure } from '../../website/messages/figures.ts'
import { type ConsoleFile, type PageContext, type Pages, readRows } from '../page.ts'
import { counted, nothing, number, pager, table } from '../parts.ts'
import { csvOf, tableOf } from '../resource-parts.ts'

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
const LISTED: readonly Field<DeskListing>[] = [
  ...resource.columns,
  { name: 'Removed from', value: ({ removed }) => describeCounts(removed) },
]

/** What a machine lacks, on the page and in the file. */
const LACKING: readonly Field<MachineGaps>[] = [
  { name: 'Slug', surface: 'terminal', value: ({ slug }) => slug },
  { name: 'Machine', value: ({ slug, name }) => ({ text: name, path: `records/machine/${slug}` }) },
  { name: 'Class', value: (machine) => machine.class },
  { name: 'Maker', value: ({ maker }) => maker },
  { name: 'Complete, %', kind: 'number', value: ({ completeness }) => completeness },
  { name: 'Price of', value: ({ price_as_of }) => price_as_of ?? 'none' },
  { name: 'Picture', value: ({ image }) => (image ? 'yes' : 'no') },
  { name: 'Fields missing', kind: 'wide', value: ({ missing }) => missing },
]

type Group = readonly GroupCount[]

const sum = (group: Group, name: keyof GapCount) => group.reduce((total, one) => total + one[name], 0)
const meanOf = (group: Group) => Math.floor(sum(group, 'completeness') / sum(group, 'machines'))

/** The counts by class or by manufacturer, the largest group first. */
function groupsBy(counts: Group, by: 'class_key' | 'maker_slug'): Group[] {
  const groups = [...Map.groupBy(counts, (one) => one[by]).values()]
  return groups.sort((a, b) => sum(b, 'machines') - sum(a, 'machines'))
}

export const DATA_PAGES: Pages = {
  async '/data'(context, { reads }) {
    const { to, query, now } = context
    const [counts, fields, removals, recorded] = await Promise.all([
      countGaps(reads, now),
      countFields(reads, now),
      countRemovals(reads),
      countRows(reads, 'machines'),
    ])
    const makers = await readRows(query, groupsBy(counts, 'maker_slug'))
    const tile = (count: number, text: string, address: string) =>
      html`<li><a href="${address}"><strong>${figure(count)}</strong> ${text}</a></li>`
    const removed = describeCounts(removals.fields)
    const published = sum(counts, 'machines')
    const hidden = recorded - published
    const body = html`<ul class="tiles">
${tile(published, 'machines published', listOf(context, {}))}
${GAPS.map((gap) => tile(sum(counts, gap), WORDS[gap][1], listOf(context, { lacks: gap })))}
${tile(removals.listings, 'listings with contacts removed', to('listings', { status: 'any', removed: 1 }))}
</ul>
<p class="quiet">${published > 0 && `On the whole the sheets are ${meanOf(counts)}% complete. `}${counted(hidden, 'machine')} not published ${hidden === 1 ? 'is' : 'are'} not counted here. ${removed && `Removed from listings: ${removed}. `}<a href="${to('data/listings.csv')}">Listings with contacts removed as CSV</a></p>
<h2>By class</h2>
${groupTable(context, 'By class', groupsBy(counts, 'class_key'), (one) => [one.class, { machineClass: one.class_key }])}
<h2>By maker</h2>
${groupTable(context, 'By maker', makers.rows, (one) => [one.maker, { maker: one.maker_slug }])}
${pager({ ...makers, to: (page) => to('data', { page }) })}
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
  columns: readonly Field<T>[],
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

function link(context: PageContext, count: number, query: Partial<GapQuery>, what: string): Html {
  if (count === 0) return html`<span class="none">0</span>`
  return html`<a href="${listOf(context, query)}" aria-label="${figure(count)} ${what}">${figure(count)}</a>`
}

function groupTable(
  context: PageContext,
  caption: string,
  groups: readonly Group[],
  describe: (one: GroupCount) => [name: string, query: Partial<GapQuery>],
): Html {
  if (groups.length === 0) return nothing('No machine is published.')
  const cell = (name: 'machines' | Gap, text: string) => (group: Group) => {
    const [label, query] = describe(group[0]!)
    const lacks = name === 'machines' ? '' : name
    return link(context, sum(group, name), { ...query, lacks }, `${text}: ${label}`)
  }
  return table(caption, groups, [
    ['Name', (group) => html`<strong>${describe(group[0]!)[0]}</strong>`],
    [number('Machines'), cell('machines', 'machines')],
    ['Complete', (group) => bar(meanOf(group))],
    ...GAPS.map((gap) => [number(WORDS[gap][0]), cell(gap, WORDS[gap][1])] as const),
  ])
}

function fieldTable(context: PageContext, fields: Awaited<ReturnType<typeof countFields>>): Html {
  const cell = ({ field, machines }: (typeof fields)[number]) =>
    link(context, machines, { lacks: field }, `machines without ${field}`)
  return table('By field', fields, [
    ['Field', ({ field }) => html`<code>${field}</code>`],
    [number('Machines without it'), cell],
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
