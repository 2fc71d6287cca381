import type { FastifyInstance } from 'fastify'
import { badInput, Problem } from '../errors.ts'
import { readChanges } from '../history/feed.ts'
import { detailAsOf } from '../history/states.ts'
import { parsePastTimestamp, unwrap } from '../lib/parsing.ts'
import { asJson, catalogueSearch } from '../read-model/search-catalogue.ts'
import type { ChangesParameters } from '../schema/api/changes.ts'
import {
  getTractor,
  listChanges,
  listClasses,
  listImplements,
  type SheetParameters,
  searchTractors,
} from '../schema/api/operations.ts'
import type { SearchParameters } from '../schema/api/search.ts'
import { searchHeaders } from '../search/search-headers.ts'
import { searchKey, toSearchQuery } from '../search/search-request.ts'
import type { SearchQuery } from '../search/types.ts'
import { type Answer, createAnswer, createOnce, jsonAnswer } from './cached-response.ts'
import type { RouteParts } from './parts.ts'
import { mount, routePath } from './register-route.ts'
import type { Made } from './response-cache.ts'

/** The problem of a slug that no published machine has, with the nearest one. */
export function unknownMachine({ model }: RouteParts['catalogue'], slug: string): Problem {
  const shown = slug.length > 120 ? `${slug.slice(0, 120)}…` : slug
  const nearest = model.nearestTo(slug)
  return new Problem('not-found', `No machine with slug "${shown}".${nearest ? ` Did you mean ${nearest.slug}?` : ''}`)
}

/** Mounts search, sheet, fitting implements and classes. */
export function addCatalogueRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { db, catalogue, shelf } = parts
  const { baseUrl } = parts.config
  const search = catalogueSearch(catalogue, parts.engine, asJson(baseUrl))
  const searchRoute = app.prefix + routePath(searchTractors.path)

  async function makeSearch(query: SearchQuery, key: string): Promise<Made> {
    const { page, facets, isCurrent } = await search(query)
    const headers = searchHeaders(catalogue.model.index, query, facets)
    // An engine in front costs more than keeping its answers.
    const mayKeep = isCurrent && (parts.engine !== undefined || shelf.isWorthKeeping(key))
    return { answer: createAnswer(searchRoute, page, { headers }), mayKeep }
  }

  mount<SearchParameters>(app, searchTractors, parts, (call) => {
    const query = toSearchQuery(call.query)
    const key = searchKey(query)
    return shelf.untilChange(key, call.url, () => makeSearch(query, key))
  })

  /** Never cached here or downstream: a retraction changes no machine and must show at once. */
  async function answerAsOf(slug: string, asOf: string, route: string): Promise<Answer> {
    const timestamp = unwrap(parsePastTimestamp(asOf, Date.now()), (fault) =>
      badInput([{ parameter: 'as_of', message: fault.message }]),
    )
    const sheet = await detailAsOf(db, slug, timestamp, baseUrl)
    if (!sheet) throw new Problem('not-visible-then', `No machine with slug "${slug}" was visible at that time.`)
    const headers = { 'memento-datetime': new Date(timestamp).toUTCString() }
    return jsonAnswer(route, sheet, { headers, caching: 'no-cache' })
  }

  mount<SheetParameters>(app, getTractor, parts, async ({ params: { slug }, query: { as_of }, url, route }) => {
    if (as_of !== '') return answerAsOf(slug!, as_of, route)
    return shelf.untilChange(`sheet ${slug}`, url, async () => {
      const found = await catalogue.sheet(slug!, baseUrl)
      if (!found) throw unknownMachine(catalogue, slug!)
      return { answer: jsonAnswer(route, found.sheet), mayKeep: found.isCurrent }
    })
  })

  mount(app, listImplements, parts, ({ params: { slug }, url, route }) =>
    shelf.untilChange(`implements ${slug}`, url, async () => {
      const row = catalogue.model.published(slug!)
      if (row < 0) throw unknownMachine(catalogue, slug!)
      return { answer: jsonAnswer(route, catalogue.model.fittingImplements(row, baseUrl)), mayKeep: true }
    }),
  )

  mount<ChangesParameters>(app, listChanges, parts, async ({ query }) =>
    createOnce(await readChanges(db, query, baseUrl)),
  )

  mount(app, listClasses, parts, ({ url, route }) =>
    shelf.untilChange('classes', url, async () => ({
      answer: jsonAnswer(route, catalogue.model.countedClasses()),
      mayKeep: true,
    })),
  )
}
