import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/schema.ts'
import { notFound } from '../errors.ts'
import { isNamed, readPhotograph } from '../import/photographs.ts'
import { VERSION } from '../lib/version.ts'
import { wayOf } from '../listings/enquiries/enquiry-store.ts'
import { isLanguage, negotiateLanguage } from '../website/language.ts'
import { problemPage } from '../website/pages/text-pages.ts'
import { createSite, type Site } from '../website/website.ts'
import type { Routes } from './app.ts'
import { NO_SNIFFING } from './cached-response.ts'
import { addConsoleRoutes } from './console/routes.ts'
import { addDocsRoutes } from './docs-routes.ts'
import { addEnquiryRoute, type EnquiryParts } from './enquiry-route.ts'
import { createShownListings } from './market-routes.ts'
import type { ProblemPage } from './problems.ts'
import { type Area, areaOf } from './route-group.ts'
import { addSiteRoutes } from './site-routes.ts'

/** What people look at: the routes of the site, the guides, the console, and how a problem looks there. */
export function createPages(parts: EnquiryParts): { routes: Routes[]; problemPage?: ProblemPage } {
  const { config, db, catalogue, engine, used, shelf } = parts
  const { baseUrl, prefix } = config
  const hasSite = config.site
  const routes: Routes[] = [
    (scope) => addDocsRoutes(scope, { baseUrl, hasSite, shelf }),
    (scope) => addIndexRoute(scope, { baseUrl, hasSite }),
    (scope) => addPhotographs(scope, db, config.mediaFolder),
  ]
  if (config.console) routes.push((scope) => addConsoleRoutes(scope, parts))
  if (!hasSite) return { routes }

  const enquiryWay = wayOf(config.enquiries)
  const site = createSite({ catalogue, engine, baseUrl, prefix, used, listing: createShownListings(db), enquiryWay })
  routes.push((scope) => addSiteRoutes(scope, site, shelf, baseUrl))
  routes.push((scope) => addEnquiryRoute(scope, site, parts))
  return { routes, problemPage: siteProblems(site, prefix) }
}

/** Photographs that an operator put to a machine or a listing, while readers may see one that names it. */
function addPhotographs(app: FastifyInstance, db: Db, folder: string | undefined): void {
  app.get('/photos/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const found = folder && (await readPhotograph(folder, name))
    if (!found || !(await isNamed(db, name.slice(0, 32)))) throw notFound('such photograph')
    const { type, body } = found
    return reply.headers({ ...NO_SNIFFING, 'content-type': type, 'cache-control': 'public, max-age=86400' }).send(body)
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

const READ_BY_PEOPLE: ReadonlySet<Area> = new Set(['pages', 'files'])

/** Problems outside the API as pages in the reader's language, when HTML is asked for. */
function siteProblems(site: Site, prefix: string): ProblemPage {
  return (problem, request) => {
    const path = request.url.slice(prefix.length)
    if (!wantsHtml(request.headers.accept) || !READ_BY_PEOPLE.has(areaOf(request.url, prefix))) return undefined
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
