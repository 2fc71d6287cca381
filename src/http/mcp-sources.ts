import type { Config } from '../config.ts'
import type { MarketListing } from '../contract/listing.ts'
import type { Machine } from '../contract/machine.ts'
import type { Db } from '../database/schema.ts'
import { listingReadBack } from '../market/read-listing-query.ts'
import { ANY_LISTING, createUsedMarket, type UsedMarket } from '../market/used.ts'
import type { Sources } from '../mcp/tool.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { asValue, catalogueSearch } from '../read-model/search-catalogue.ts'
import type { SearchEngine } from '../search/types.ts'
import { createShownListings, machinesOf, methodUnder } from './market-routes.ts'
import { picturesUnder } from './own-pictures.ts'

interface SourceParts {
  config: Pick<Config, 'baseUrl' | 'site'>
  db: Db
  catalogue: Catalogue
  engine?: SearchEngine | undefined
  /** By default one of its own. */
  used?: UsedMarket
}

/** What the agents' tools answer from: the same values as `/v1`. */
export function mcpSources({ config: { baseUrl, site }, db, catalogue, engine, ...parts }: SourceParts): Sources {
  const used = parts.used ?? createUsedMarket(catalogue.follower, machinesOf(catalogue))
  const withPictures = <T extends Machine | MarketListing>(value: T | undefined): T | undefined =>
    value && (JSON.parse(picturesUnder(baseUrl, Buffer.from(JSON.stringify(value))).toString()) as T)
  const listing = createShownListings(db)
  return {
    catalogue,
    search: catalogueSearch(catalogue, engine, asValue),
    sheet: async (slug) => withPictures((await catalogue.sheet(slug))?.sheet),
    listing: async (id) => withPictures(await listing(id)),
    async listings(query) {
      const { total, hits, facets, query: asked, reading } = await used.search(query)
      const { read, leftOut } = listingReadBack({ ...ANY_LISTING, ...query }, reading)
      const { q, offset, limit, sort } = asked
      return { ...{ query: q, hits, total, offset, limit, facets, sort: sort || null }, read, leftOut }
    },
    async values(query) {
      const found = await used.values(query)
      return found && { ...found, method: methodUnder(baseUrl) }
    },
    listingPage: (id) => (site && baseUrl !== '' ? `${baseUrl}/en/used/${id}` : undefined),
  }
}
