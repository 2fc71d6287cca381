import type { FastifyInstance } from 'fastify'
import { type TakenEnquiry, takeEnquiry } from '../market/enquiries/take-enquiry.ts'
import { createUsedMarket } from '../market/used.ts'
import { createSite } from '../site/site.ts'
import { type AppParts, createApp, type Routes } from './app.ts'
import { addConsoleRoutes, type ConsoleParts } from './console/routes.ts'
import { addDocsRoutes } from './docs-routes.ts'
import type { EnquiryRouteParts } from './enquiry-route.ts'
import { addIndexRoute } from './index-route.ts'
import { createShownListings } from './market-routes.ts'
import type { ServiceParts } from './service-parts.ts'
import type { Shelf } from './shelf.ts'
import { siteProblems } from './site-problems.ts'
import { addSiteRoutes } from './site-routes.ts'

export interface PagesParts extends ServiceParts {
  around: Omit<AppParts, 'routes' | 'problemPage'>
  shelf: Shelf
  addressOf: ConsoleParts['addressOf']
  countEnquiry: (taken: TakenEnquiry | undefined) => void
}

/** What people look at: the site, the guides, the console. */
export function createPages(parts: PagesParts): FastifyInstance {
  const { config, db, catalogue, engine, shelf } = parts
  const { baseUrl, prefix } = config
  const hasSite = config.site
  const routes: Routes[] = [
    (scope) => addDocsRoutes(scope, { baseUrl, hasSite, shelf }),
    (scope) => addIndexRoute(scope, { baseUrl, hasSite }),
  ]
  if (config.console) routes.push((scope) => addConsoleRoutes(scope, { ...parts, follower: catalogue.follower }))
  if (!hasSite) return createApp({ ...parts.around, routes })

  const used = createUsedMarket(db, catalogue.follower)
  const site = createSite({ catalogue, engine, baseUrl, prefix, used, listing: createShownListings(db) })
  const mailed = config.enquiries.mail !== undefined
  const take: EnquiryRouteParts['take'] = async (form, listingId, language, address) => {
    const taken = await takeEnquiry(db, form, { listingId, language, address, mailed, now: Date.now() })
    parts.countEnquiry(taken)
    return taken
  }
  routes.push((scope) => addSiteRoutes(scope, { site, shelf, baseUrl, takeEnquiry: take }))
  return createApp({ ...parts.around, routes, problemPage: siteProblems(site, prefix) })
}
