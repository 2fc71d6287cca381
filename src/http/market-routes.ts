import type { FastifyInstance } from 'fastify'
import { kolkataDate } from '../calendar.ts'
import { readNewPrice } from '../catalogue/new-price.ts'
import type { MarketListing } from '../contract/listing.ts'
import { getListing } from '../contract/operations.ts'
import type { Db } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import { findListing } from '../market/listings.ts'
import { type Access, accessHooks } from './access.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createAnswer, sendAnswer } from './answers.ts'
import { routePath } from './app.ts'
import { positiveInteger, queryParser, queryString } from './parameters.ts'

interface MarketParts {
  db: Db
  access: Access
  clock?: () => number
}

const KEPT_BYTES = 16 * 1024 * 1024

/** One listing. Its row is read for each request, so that a sale shows at once; its answer is kept until that changes. */
export function addMarketRoutes(app: FastifyInstance, { db, access, clock = Date.now }: MarketParts): void {
  const parseNothing = queryParser<object>(getListing.query)
  const kept = createAnswerCache(KEPT_BYTES)
  const url = routePath(getListing.path)
  app.route<{ Params: { listing_id: string } }>({
    method: 'GET',
    url,
    ...accessHooks(access, getListing.access),
    async handler(request, reply) {
      parseNothing(queryString(request.url))
      const id = positiveInteger('listing_id', request.params.listing_id)
      const now = clock()
      const listing = await findListing(db, id, now, (slug) => readNewPrice(db, slug, kolkataDate(now)))
      if (!listing) throw notFound('such listing')
      let answer = kept.get(listing.state)
      if (!answer) {
        answer = createAnswer(url, Buffer.from(JSON.stringify(listing.read())))
        kept.keep(listing.state, answer)
      }
      return sendAnswer(request, reply, answer)
    },
  })
}

/** A listing that may be seen now, beside the price of a new one. */
export async function shownListing(db: Db, id: number, now = Date.now()): Promise<MarketListing | undefined> {
  const found = await findListing(db, id, now, (slug) => readNewPrice(db, slug, kolkataDate(now)))
  return found?.read()
}
