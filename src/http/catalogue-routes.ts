import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getTractor, listClasses, listImplements, searchTractors } from '../contract/operations.ts'
import type { SearchParameters } from '../contract/search.ts'
import { notFound } from '../errors.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { databaseEngine, type SearchEngine } from '../read-model/search-engine.ts'
import { writeSearchPage } from '../read-model/search-page.ts'
import { describeReading } from '../search/reading/read-query.ts'
import { searchKey, toSearchQuery } from '../search/search-request.ts'
import type { SearchQuery } from '../search/types.ts'
import type { Access } from './access.ts'
import { accessHooks } from './access.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type Answer, createAnswer, sendAnswer } from './answers.ts'
import { routePath } from './app.ts'
import { queryParser, queryString } from './parameters.ts'

export interface CatalogueRoutesOptions {
  catalogue: Catalogue
  cache: AnswerCache
  access: Access
  /** Who is asked first; the catalogue's own index when absent. */
  engine?: SearchEngine
}

/** An answer, and whether it may be given again until something changes. */
interface Made {
  answer: Answer
  mayKeep: boolean
}

/** Search, sheet, fitting implements and classes. */
export function addCatalogueRoutes(app: FastifyInstance, options: CatalogueRoutesOptions): void {
  const { catalogue, cache, access } = options
  const ownEngine = databaseEngine(catalogue)
  const engine = options.engine ?? ownEngine
  const searchRoute = app.prefix + routePath(searchTractors.path)
  const underWay = new Map<string, Promise<Made>>()
  catalogue.onChange(() => {
    cache.clear()
    underWay.clear()
  })

  const parseSearch = queryParser<SearchParameters>(searchTractors.query)
  const parseNothing = queryParser<object>(getTractor.query)

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Made | Promise<Made>,
  ): Promise<FastifyReply> {
    const known = cache.get(key)
    if (known) {
      cache.alias(request.url, key, known)
      return sendAnswer(request, reply, known)
    }
    const { generation } = catalogue
    const making = underWay.get(key) ?? make()
    // Whoever asks for the same in the meantime waits for this one.
    if (making instanceof Promise && !underWay.has(key)) {
      underWay.set(key, making)
      const done = () => {
        if (underWay.get(key) === making) underWay.delete(key)
      }
      making.then(done, done)
    }
    const { answer, mayKeep } = making instanceof Promise ? await making : making
    if (mayKeep && generation === catalogue.generation) cache.alias(request.url, key, answer)
    return sendAnswer(request, reply, answer)
  }

  function search(query: SearchQuery): Made | Promise<Made> {
    const found = engine.search(query)
    if (found instanceof Promise) return found.then((answer) => toMade(query, answer))
    return toMade(query, found)
  }

  function toMade(query: SearchQuery, found: Awaited<ReturnType<SearchEngine['search']>>): Made {
    const headers: Record<string, string> = query.sort === null ? {} : { 'x-sort': query.sort }
    const read = describeReading(catalogue.model.read(query.q))
    if (read !== undefined) headers['x-query-read'] = read
    const page = writeSearchPage(catalogue.model, query, found)
    // An answer by a stand-in is not kept, so that the engine is asked again as soon as it is back.
    if (page) return { answer: createAnswer(searchRoute, page, { headers }), mayKeep: found.engine === engine.name }
    const own = ownEngine.search(query) as Exclude<ReturnType<SearchEngine['search']>, Promise<unknown>>
    return {
      answer: createAnswer(searchRoute, writeSearchPage(catalogue.model, query, own)!, { headers }),
      mayKeep: false,
    }
  }

  const route = (
    { path, access: tier }: { path: string; access: 'read' | 'enterprise' },
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => app.route({ method: 'GET', url: routePath(path), ...accessHooks(access, tier), handler })

  route(searchTractors, (request, reply) => {
    const query = toSearchQuery(parseSearch(queryString(request.url)))
    return respond(request, reply, searchKey(query), () => search(query))
  })

  route(getTractor, (request, reply) => {
    parseNothing(queryString(request.url))
    const slug = slugOf(request)
    return respond(request, reply, `sheet ${slug}`, async () => {
      const found = await catalogue.sheet(slug)
      if (!found) throw notFound('machine with this slug')
      return { answer: json(request, found.sheet), mayKeep: found.isCurrent }
    })
  })

  route(listImplements, (request, reply) => {
    parseNothing(queryString(request.url))
    const slug = slugOf(request)
    return respond(request, reply, `implements ${slug}`, () => {
      const slot = catalogue.model.published(slug)
      if (slot < 0) throw notFound('machine with this slug')
      return { answer: json(request, catalogue.model.fittingImplements(slot)), mayKeep: true }
    })
  })

  route(listClasses, (request, reply) => {
    parseNothing(queryString(request.url))
    return respond(request, reply, 'classes', () => {
      return { answer: json(request, catalogue.model.countedClasses()), mayKeep: true }
    })
  })
}

function json(request: FastifyRequest, value: unknown): Answer {
  return createAnswer(request.routeOptions.url ?? '', Buffer.from(JSON.stringify(value)))
}

function slugOf(request: FastifyRequest): string {
  return (request.params as { slug: string }).slug
}
