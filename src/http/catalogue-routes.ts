import type { FastifyInstance } from 'fastify'
import { getTractor, listClasses, listImplements, searchTractors } from '../contract/operations.ts'
import type { SearchParameters } from '../contract/search.ts'
import { notFound } from '../errors.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { catalogueSearch } from '../read-model/search-catalogue.ts'
import { describeReading } from '../search/reading/read-query.ts'
import { searchKey, toSearchQuery } from '../search/search-request.ts'
import type { SearchEngine, SearchQuery } from '../search/types.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type Answer, createAnswer } from './answers.ts'
import { type Doors, mount, routePath } from './mount.ts'
import { picturesUnder } from './own-pictures.ts'

interface CatalogueParts {
  catalogue: Catalogue
  cache: AnswerCache
  /** The beginning of links. */
  baseUrl: string
  /** Asked first; by default the catalogue's own index answers. */
  engine?: SearchEngine
}

/** A new answer, and whether it may be cached. */
interface Made {
  answer: Answer
  mayKeep: boolean
}

/** Mounts search, sheet, fitting implements and classes. */
export function addCatalogueRoutes(app: FastifyInstance, doors: Doors, parts: CatalogueParts): void {
  const { catalogue, cache, baseUrl } = parts
  const search = catalogueSearch(catalogue, parts.engine)
  const searchRoute = app.prefix + routePath(searchTractors.path)
  const underWay = new Map<string, Promise<Made>>()
  catalogue.onChange(() => {
    cache.clear()
    underWay.clear()
  })

  /** Returns the cached answer, the one being made, or a new one; and caches it under the address too. */
  async function answerFor(key: string, url: string, make: () => Promise<Made>): Promise<Answer> {
    const known = cache.get(key)
    if (known) {
      cache.alias(url, key, known)
      return known
    }
    const { generation } = catalogue
    let making = underWay.get(key)
    if (!making) {
      making = make()
      underWay.set(key, making)
      const done = () => {
        if (underWay.get(key) === making) underWay.delete(key)
      }
      making.then(done, done)
    }
    const { answer, mayKeep } = await making
    if (mayKeep && generation === catalogue.generation) cache.alias(url, key, answer)
    return answer
  }

  const answerWith = (route: string, body: Buffer, more?: Parameters<typeof createAnswer>[2]) =>
    createAnswer(route, picturesUnder(baseUrl, body), more)
  const json = (route: string, value: unknown) => answerWith(route, Buffer.from(JSON.stringify(value)))

  async function makeSearch(query: SearchQuery): Promise<Made> {
    const { page, isCurrent } = await search(query)
    const headers: Record<string, string> = query.sort === null ? {} : { 'x-sort': query.sort }
    const read = describeReading(catalogue.model.index.read(query.q))
    if (read !== undefined) headers['x-query-read'] = read
    return { answer: answerWith(searchRoute, page, { headers }), mayKeep: isCurrent }
  }

  mount<SearchParameters>(app, searchTractors, doors, (call) => {
    const query = toSearchQuery(call.query)
    return answerFor(searchKey(query), call.url, () => makeSearch(query))
  })

  mount(app, getTractor, doors, ({ params: { slug }, url, route }) =>
    answerFor(`sheet ${slug}`, url, async () => {
      const found = await catalogue.sheet(slug!)
      if (!found) throw notFound('machine with this slug')
      return { answer: json(route, found.sheet), mayKeep: found.isCurrent }
    }),
  )

  mount(app, listImplements, doors, ({ params: { slug }, url, route }) =>
    answerFor(`implements ${slug}`, url, async () => {
      const row = catalogue.model.published(slug!)
      if (row < 0) throw notFound('machine with this slug')
      return { answer: json(route, catalogue.model.fittingImplements(row)), mayKeep: true }
    }),
  )

  mount(app, listClasses, doors, ({ url, route }) =>
    answerFor('classes', url, async () => ({ answer: json(route, catalogue.model.countedClasses()), mayKeep: true })),
  )
}
