import type { Static, TObject } from 'typebox'
import { NO_FACETS } from '../contract/values.ts'
import { toSearchQuery } from '../search/search-request.ts'
import { escapeHtml } from './html.ts'
import type { PageData } from './page-data.ts'
import { MachinesQuery } from './pages/search.ts'
import { UsedParameters } from './pages/used.ts'
import { usedName } from './parts/cards.ts'
import { LISTS } from './parts/filters.ts'
import { range } from './parts/small.ts'
import type { Reader } from './reader.ts'
import { lastDay } from './sitemap.ts'

const MOST = 50
/** Of a feed in which nothing stands yet. */
const NEVER = '1970-01-01T00:00:00Z'

interface Entry {
  path: string
  title: string
  text: string
  at: string
}

interface Feed<Query extends TObject = TObject> {
  path: string
  /** The parameters of the page that it follows. */
  query: Query
  lists?: readonly string[]
  entries(data: PageData, reader: Reader, query: Static<Query>): Promise<Entry[]>
}

const machines: Feed<typeof MachinesQuery> = {
  path: 'machines.atom',
  query: MachinesQuery,
  lists: LISTS,
  async entries(data, reader, { state: _state, all: _all, ...query }) {
    const asked = { ...toSearchQuery({ ...query, facets: NO_FACETS }), sort: 'newest', offset: 0, limit: MOST } as const
    const { page } = await data.search(asked)
    return page.hits.map((machine) => {
      const { slug, name, price_from_inr: from, price_to_inr, price_kind, price_as_of } = machine
      const price = from
        ? [range(from, price_to_inr, reader.money), price_kind && reader.value('price_kind', price_kind)]
        : [reader.w.priceUnknown]
      const text = [...price, from && price_as_of && reader.month(price_as_of)].filter(Boolean).join(', ')
      return { path: `machines/${slug}`, title: name, text, at: `${lastDay(machine)}T00:00:00+05:30` }
    })
  },
}

const used: Feed<typeof UsedParameters> = {
  path: 'used.atom',
  query: UsedParameters,
  async entries(data, reader, query) {
    const { hits } = await data.used.search({ ...query, sort: 'newest', offset: 0, limit: MOST })
    return hits.map((listing) => {
      const { id, year, price_inr, district, state_code, created_at } = listing
      const place = `${reader.district(district)}, ${reader.value('state', state_code)}`
      const text = `${reader.money(price_inr)}, ${place}`
      return {
        path: `used/${id}`,
        title: `${usedName(listing)}, ${year}`,
        text,
        at: new Date(created_at).toISOString(),
      }
    })
  },
}

/** What is new in a search, as a feed (RFC 4287): nobody has to give an address away to be told. */
export const FEEDS = [machines, used] as unknown as readonly Feed[]

/** `base` begins the addresses, with the prefix; `search` are the parameters as they were sent. */
export async function feedText(
  data: PageData,
  reader: Reader,
  feed: Feed,
  query: object,
  base: string,
  search: string,
) {
  const entries = await feed.entries(data, reader, query as never)
  const root = `${base}/${reader.language}`
  const address = (path: string) => escapeHtml(`${root}/${path}`)
  const page = feed.path.replace('.atom', '')
  const newest = entries.map(({ at }) => at).sort((a, b) => Date.parse(b) - Date.parse(a))[0] ?? NEVER
  const list = entries.map(
    ({ path, title, text, at }) =>
      `<entry><id>${address(path)}</id><title>${escapeHtml(title)}</title><updated>${at}</updated><link href="${address(path)}"/><summary>${escapeHtml(text)}</summary></entry>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${reader.language}"><id>${address(page + search)}</id><title>${escapeHtml(`${reader.w.siteName}: ${reader.w[page as 'machines' | 'used']}`)}</title><updated>${newest}</updated><author><name>${escapeHtml(reader.w.siteName)}</name></author><link rel="self" href="${address(feed.path + search)}"/><link href="${address(page + search)}"/>
${list.join('')}</feed>
`
}
