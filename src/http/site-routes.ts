import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import type { Catalogue } from '../read-model/catalogue.ts'
import { LANGUAGES, type Language } from '../site/language.ts'
import type { PageRoute } from '../site/page.ts'
import { PAGE_ROUTES } from '../site/routes.ts'
import { PAGE_HEADERS, type Site } from '../site/site.ts'
import { createAnswerCache } from './answer-cache.ts'
import { type Answer, createAnswer } from './answers.ts'
import { addEnquiryRoute, type EnquiryRouteParts } from './enquiry-route.ts'
import { queryParser, queryString } from './parameters.ts'
import { sendHeld } from './site-answer.ts'
import { addSiteFiles } from './site-files.ts'
import { languageCookie } from './site-language.ts'
import { addSiteMachineRoutes } from './site-machine-routes.ts'

export const HTML_TYPE = 'text/html; charset=utf-8'
/** The header that asks for the part of a page that changes with its filters. */
export const PART_HEADER = 'yantra-part'
const PAGE_CACHE_BYTES = 32 * 1024 * 1024
const SETTLED_MS = 2_000

export interface SiteRoutesParts {
  site: Site
  catalogue: Catalogue
  baseUrl: string
  takeEnquiry: EnquiryRouteParts['take']
}

/** The pages of the site, each made once for as long as nothing changes, and the files they refer to. */
export function addSiteRoutes(app: FastifyInstance, { site, catalogue, baseUrl, takeEnquiry }: SiteRoutesParts): void {
  const cache = createAnswerCache(PAGE_CACHE_BYTES)
  catalogue.onChange(() => cache.clear())
  let seen = { revision: catalogue.revision, at: Date.now() }
  addSiteFiles(app, site)
  addSiteMachineRoutes(app, site, baseUrl)
  addEnquiryRoute(app, { site, baseUrl, take: takeEnquiry })
  for (const language of LANGUAGES) {
    app.get(`/${language}`, (_request, reply) => reply.redirect(`${app.prefix}/${language}/`, 301))
    for (const route of PAGE_ROUTES) addPage(language, route)
  }

  /** Listings follow the revision within a second: until then a page may still show what is gone. */
  function isSettled(): boolean {
    if (catalogue.revision !== seen.revision) seen = { revision: catalogue.revision, at: Date.now() }
    return Date.now() - seen.at > SETTLED_MS
  }

  function addPage(language: Language, route: PageRoute<never>): void {
    const url = `${app.prefix}/${language}/${route.path}`
    const parse = queryParser<object>(route.query ?? NO_PARAMETERS)
    app.get(`/${language}/${route.path}`, async (request, reply) => {
      const isPart = request.headers[PART_HEADER] !== undefined
      const { generation, revision } = catalogue
      const key = `${revision} ${isPart ? 'part' : 'page'} ${request.url}`
      const known = cache.get(key)
      if (known) return sendPage(request, reply, language, known)
      const query = parse(joinLists(queryString(request.url), route.lists))
      const params = request.params as Record<string, string>
      const page = await route.make(site.rooms, site.readers[language], { params, query: query as never })
      if (!page) throw notFound('such page')
      const path = request.url.slice(`${app.prefix}/${language}/`.length)
      const text = isPart && page.fragment ? page.fragment.text : site.render(language, path, page)
      const answer = createAnswer(url, Buffer.from(text))
      if (page.mayKeep !== false && generation === catalogue.generation && isSettled()) cache.keep(key, answer)
      return sendPage(request, reply, language, answer)
    })
  }
}

const NO_PARAMETERS = { properties: {} } as never

function sendPage(request: FastifyRequest, reply: FastifyReply, language: Language, answer: Answer) {
  const cookie = languageCookie(request, language)
  return sendHeld(request, reply, answer, {
    ...PAGE_HEADERS,
    'content-type': HTML_TYPE,
    'content-language': language,
    vary: `Accept-Encoding, ${PART_HEADER}`,
    'cache-control': cookie ? 'private, no-cache' : 'public, max-age=1, must-revalidate',
    ...(cookie ? { 'set-cookie': cookie } : {}),
  })
}

/** A form sends a ticked list as one parameter several times: they become one, joined by commas. */
export function joinLists(query: string, lists: readonly string[] = []): string {
  if (lists.length === 0 || query === '') return query
  const joined = new Map<string, string>()
  const others: string[] = []
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    if (!lists.includes(name)) others.push(pair)
    else {
      const value = pair.slice(at + 1)
      const before = joined.get(name)
      if (at >= 0 && value !== '') joined.set(name, before ? `${before},${value}` : value)
    }
  }
  return [...others, ...Array.from(joined, ([name, value]) => `${name}=${value}`)].join('&')
}
