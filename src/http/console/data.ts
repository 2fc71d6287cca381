import { Readable } from 'node:stream'
import { kolkataDate } from '../../calendar.ts'
import {
  countGaps,
  GAPS,
  type GapIndex,
  type GapQuery,
  type MachineGaps,
  machinesWith,
} from '../../catalogue/gaps/gap-index.ts'
import { dataPage, machinesPage } from '../../console/pages/data.ts'
import type { Db } from '../../database/schema.ts'
import { countRemovals, searchListings } from '../../market/desk/listing-desk.ts'
import { type ConsoleRoutes, ROWS, readPage } from './console-routes.ts'

const LISTINGS_AT_ONCE = 500
const CSV = 'text/csv; charset=utf-8'

/** The columns of machines.csv. */
const COLUMNS: Record<string, (one: MachineGaps) => string | number | null> = {
  id: ({ id }) => id,
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  machine_class: ({ classKey }) => classKey,
  manufacturer: ({ maker }) => maker.slug,
  completeness: ({ completeness }) => completeness,
  price_as_of: ({ priceAsOf }) => priceAsOf,
  picture: ({ hasPicture }) => (hasPicture ? 'yes' : 'no'),
  missing: ({ missing }) => missing.join(' '),
}

export function addDataPages(routes: ConsoleRoutes, reads: Db, gaps: GapIndex): void {
  routes.page('/data', async (request) => {
    const [{ machines, unpublished, classes }, removals] = await Promise.all([gaps.read(), countRemovals(reads)])
    const today = kolkataDate(request.now)
    const page = readPage(request.query)
    const labelOf = (key: string) => ({ key, label: classes.get(key)?.label ?? key })
    const makers = countGaps(machines, today, ({ maker }) => ({ key: maker.slug, label: maker.name }))
    return dataPage(request, {
      all: countGaps(machines, today, () => ({ key: '', label: '' }))[0],
      unpublished,
      classes: countGaps(machines, today, ({ classKey }) => labelOf(classKey)),
      makers: makers.slice((page - 1) * ROWS, page * ROWS),
      page,
      hasMoreMakers: makers.length > page * ROWS,
      removals,
    })
  })

  routes.page('/data/machines', async (request) => {
    const query = readQuery(request.query)
    const page = readPage(request.query)
    const { machines, classes } = await gaps.read()
    const found = machinesWith(machines, query, kolkataDate(request.now))
    const nameOf = (key: string) => classes.get(key)?.label ?? key
    return machinesPage(request, {
      machines: found.slice((page - 1) * ROWS, page * ROWS),
      total: found.length,
      query,
      page,
      hasMore: found.length > page * ROWS,
      className: query.machineClass && nameOf(query.machineClass),
      nameOf,
    })
  })

  routes.page('/data/machines.csv', async (request) => {
    const { machines } = await gaps.read()
    const found = machinesWith(machines, readQuery(request.query), kolkataDate(request.now))
    const lines = found.map((one) => csvLine(Object.values(COLUMNS).map((read) => read(one))))
    return { file: 'machines.csv', type: CSV, body: Readable.from([csvLine(Object.keys(COLUMNS)), ...lines]) }
  })

  routes.page('/data/listings.csv', async () => ({
    file: 'listings-with-contacts-removed.csv',
    type: CSV,
    body: Readable.from(listingLines(reads)),
  }))
}

async function* listingLines(db: Db): AsyncGenerator<string> {
  yield csvLine(['id', 'status', 'maker', 'variant', 'year', 'district', 'state_code', 'removed'])
  for (let offset = 0; ; offset += LISTINGS_AT_ONCE) {
    const { listings } = await searchListings(db, { removed: true, limit: LISTINGS_AT_ONCE, offset })
    yield listings
      .map(({ id, status, listing, removed }) => {
        const taken = Object.entries(removed).map(([field, count]) => `${field} ${count}`)
        const { maker_name = '', variant_name = '', year = null, district = '', state_code = '' } = listing
        return csvLine([id, status, maker_name, variant_name, year, district, state_code, taken.join(' ')])
      })
      .join('')
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

/**
 * One line of CSV. Spreadsheets take cells that begin with these signs for formulas; a quote before them prevents that.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n;\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
