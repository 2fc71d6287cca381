import type { Db } from '../database/schema.ts'
import { badInput, Problem } from '../errors.ts'
import { readChanges } from '../history/feed.ts'
import { detailAsOf } from '../history/states.ts'
import { parsePastTimestamp, unwrap } from '../lib/parsing.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { asJson, catalogueSearch } from '../read-model/search-catalogue.ts'
import { suggestRecords } from '../read-model/suggest-records.ts'
import type { ChangesParameters } from '../schema/api/changes.ts'
import {
  getTractor,
  listChanges,
  listClasses,
  listImplements,
  type SheetParameters,
  searchTractors,
  suggestRecords as suggestOperation,
} from '../schema/api/operations.ts'
import type { SearchParameters } from '../schema/api/search.ts'
import type { SuggestParameters } from '../schema/api/suggest.ts'
import { searchHeaders } from '../search/search-headers.ts'
import { searchKey, toSearchQuery } from '../search/search-request.ts'
import type { SearchEngine, SearchQuery } from '../search/types.ts'
import { type CachedResponse, createResponse, jsonResponse, uncachedJson } from './cached-response.ts'
import type { RegisterOperation } from './register-route.ts'
import type { RenderedResponse, ResponseCache } from './response-cache.ts'

export function unknownMachine({ model }: Catalogue, slug: string): Problem {
  const visible = slug.length > 120 ? `${slug.slice(0, 120)}…` : slug
  const nearest = model.nearestTo(slug)
  return new Problem(
    'not-found',
    `No machine with slug "${visible}".${nearest ? ` Did you mean ${nearest.slug}?` : ''}`,
  )
}

interface CatalogueRouteDeps {
  baseUrl: string
  cache: ResponseCache
  catalogue: Catalogue
  db: Db
  engine: SearchEngine | undefined
}

/** Renders a record as of a time. Never cached: a retraction changes no record and must show at once. */
export async function renderAsOf(
  asOf: string,
  missing: string,
  read: (timestamp: number) => Promise<object | undefined>,
): Promise<CachedResponse> {
  const timestamp = unwrap(parsePastTimestamp(asOf, Date.now()), (fault) =>
    badInput([{ parameter: 'as_of', message: fault.message }]),
  )
  const record = await read(timestamp)
  if (!record) throw new Problem('not-visible-then', missing)
  const headers = { 'memento-datetime': new Date(timestamp).toUTCString() }
  return jsonResponse(record, { headers, caching: 'no-cache' })
}

export function addCatalogueRoutes(register: RegisterOperation, deps: CatalogueRouteDeps): void {
  const { baseUrl, cache, catalogue, db, engine } = deps
  const search = catalogueSearch(catalogue, engine, asJson(baseUrl))

  async function renderSearch(query: SearchQuery): Promise<RenderedResponse> {
    const { page, facets, isCurrent } = await search(query)
    const headers = searchHeaders(catalogue.model.index, query, facets)
    return { response: createResponse(page, { headers }), mayCache: isCurrent }
  }

  register<SearchParameters>(searchTractors, ({ query: parameters, url }) => {
    const query = toSearchQuery(parameters)
    return cache.getByGeneration(searchKey(query), url, () => renderSearch(query))
  })

  register<SuggestParameters>(suggestOperation, ({ query: { q, limit }, url }) =>
    cache.getByGeneration(`suggest ${limit} ${q}`, url, async () => ({
      response: jsonResponse({ query: q, suggestions: suggestRecords(catalogue.model, q, limit) }),
      mayCache: true,
    })),
  )

  register<SheetParameters>(getTractor, async ({ params: { slug }, query: { as_of }, url }) => {
    if (as_of !== '') {
      const missing = `No machine with slug "${slug}" was visible at that time.`
      return renderAsOf(as_of, missing, (timestamp) => detailAsOf(db, slug!, timestamp, baseUrl))
    }
    return cache.getByGeneration(`sheet ${slug}`, url, async () => {
      const result = await catalogue.sheet(slug!, baseUrl)
      if (!result) throw unknownMachine(catalogue, slug!)
      return { response: jsonResponse(result.sheet), mayCache: result.isCurrent }
    })
  })

  register(listImplements, ({ params: { slug }, url }) =>
    cache.getByGeneration(`implements ${slug}`, url, async () => {
      const row = catalogue.model.published(slug!)
      if (row < 0) throw unknownMachine(catalogue, slug!)
      return { response: jsonResponse(catalogue.model.fittingImplements(row, baseUrl)), mayCache: true }
    }),
  )

  register<ChangesParameters>(listChanges, async ({ query }) => uncachedJson(await readChanges(db, query, baseUrl)))

  register(listClasses, ({ url }) =>
    cache.getByGeneration('classes', url, async () => ({
      response: jsonResponse(catalogue.model.countedClasses()),
      mayCache: true,
    })),
  )
}
