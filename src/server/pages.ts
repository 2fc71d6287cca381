import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import { isNamed, readPhotograph } from '../import/photographs.ts'
import { VERSION } from '../lib/version.ts'
import { wayOf } from '../listings/enquiries/enquiry-store.ts'
import type { UsedMarket } from '../listings/listing-search.ts'
import type { ValuationRequest } from '../listings/valuation.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import type { SearchEngine } from '../search/types.ts'
import { isLanguage, negotiateLanguage } from '../website/language.ts'
import { problemPage } from '../website/pages/text-pages.ts'
import { createSite, type Site } from '../website/website.ts'
import { FOR_A_DAY } from './cached-response.ts'
import { addConsole } from './console/lazy-console.ts'
import type { ConsoleDeps } from './console/routes.ts'
import { addDocsRoutes } from './docs-routes.ts'
import { addEnquiryRoute, type EnquiryRouteDeps } from './enquiry-route.ts'
import { createShownListings, valueMachine } from './market-routes.ts'
import type { ProblemPage } from './problems.ts'
import type { ResponseCache } from './response-cache.ts'
import { addSiteRoutes } from './site-routes.ts'

interface PageDeps extends ConsoleDeps, EnquiryRouteDeps {
  cache: ResponseCache
  catalogue: Catalogue
  config: Config
  engine: SearchEngine | undefined
  used: UsedMarket
}

export function createPages(deps: PageDeps): { addRoutes(app: FastifyInstance): void; problemPage?: ProblemPage } {
  const { cache, catalogue, config, db, engine, used } = deps
  const { baseUrl, prefix, site: hasSite } = config

  function addRoutes(app: FastifyInstance): void {
    addDocsRoutes(app, { baseUrl, hasSite, cache })
    addIndexRoute(app, { baseUrl, hasSite })
    addPhotographs(app, db, config.mediaFolder)
    if (config.console) addConsole(app, deps)
  }
  if (!hasSite) return { addRoutes }

  const enquiryWay = wayOf(config.enquiries)
  const listing = createShownListings(db)
  const valueListed = (request: ValuationRequest) => valueMachine({ db, used, baseUrl }, request)
  const parts = { catalogue, engine, baseUrl, prefix, used, listing, enquiryWay }
  const site = createSite({ ...parts, valueMachine: valueListed })
  return {
    addRoutes(app) {
      addRoutes(app)
      addSiteRoutes(app, site, cache, baseUrl)
      addEnquiryRoute(app, site, deps)
    },
    problemPage: siteProblems(site, prefix),
  }
}

/** Photographs that an operator put to a machine or a listing, while readers may see one that names it. */
function addPhotographs(app: FastifyInstance, db: Db, folder: string | undefined): void {
  app.get('/photos/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const result = folder && (await readPhotograph(folder, name))
    if (!result || !(await isNamed(db, name.slice(0, 32)))) throw notFound('such photograph')
    const { type, body } = result
    return reply.headers({ 'content-type': type, 'cache-control': FOR_A_DAY }).send(body)
  })
}

/** The root: browsers are redirected to the site in their language; other clients get a small index. */
function addIndexRoute(app: FastifyInstance, { baseUrl, hasSite }: { baseUrl: string; hasSite: boolean }): void {
  const index = {
    name: 'Yantra',
    version: VERSION,
    docs: `${baseUrl}/docs`,
    openapi: `${baseUrl}/openapi.json`,
    ...(hasSite ? { site: `${baseUrl}/en/` } : {}),
  }
  app.get('/', async (request, reply) => {
    reply.headers({ vary: 'Accept, Accept-Language, Cookie', 'cache-control': 'private, no-cache' })
    if (!hasSite || !wantsHtml(request.headers.accept)) return reply.send(index)
    const language = negotiateLanguage(request.headers['accept-language'], request.headers.cookie)
    return reply.redirect(`${app.prefix}/${language}/`, 302)
  })
}

function wantsHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false
}

/** Problems outside the API as pages in the reader's language, when HTML is asked for. */
function siteProblems(site: Site, prefix: string): ProblemPage {
  return (problem, request) => {
    const path = request.url.slice(prefix.length)
    const isOfSite = request.group === 'pages' || request.group === 'files'
    if (!wantsHtml(request.headers.accept) || !isOfSite) return undefined
    const first = path.split(/[/?]/, 2)[1]
    const { 'accept-language': accepted, cookie } = request.headers
    const language = isLanguage(first) ? first : negotiateLanguage(accepted, cookie)
    const page = problemPage(site.locales[language], problem, request.id)
    const headers = {
      ...site.headers,
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Language, Cookie',
    }
    return { html: site.render(language, isLanguage(first) ? path.slice(4) : '', page), headers }
  }
}
