import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { LANGUAGES, type Language } from '../site/language.ts'
import type { PageRoute } from '../site/page.ts'
import { PAGE_ROUTES, type Site } from '../site/site.ts'
import { type Answer, createAnswer, FOR_ALL } from './answers.ts'
import { queryParser, queryString } from './parameters.ts'
import { sendAnswer } from './reply.ts'
import type { Shelf } from './shelf.ts'
import { addCrawlerRoutes, addSiteFiles } from './site-files.ts'
import { languageCookie, PART_HEADER, pageAddress } from './site-language.ts'

/** The site's pages, each kept until anything changes, and their files. */
export function addSiteRoutes(app: FastifyInstance, site: Site, shelf: Shelf, baseUrl: string): void {
  addSiteFiles(app, site, shelf)
  addCrawlerRoutes(app, site, shelf, baseUrl)
  for (const language of LANGUAGES) {
    app.get(`/${language}`, (_request, reply) => reply.redirect(`${app.prefix}/${language}/`, 301))
    for (const route of PAGE_ROUTES) addPage(language, route)
  }

  function addPage(language: Language, route: PageRoute<never>): void {
    const url = `${app.prefix}/${language}/${route.path}`
    const parse = queryParser<object>(route.query ?? NO_PARAMETERS)
    app.get(`/${language}/${route.path}`, async (request, reply) => {
      const { headers } = request
      const address = pageAddress(request.url, headers)
      const answer = await shelf.untilAnyChange(address, address, async () => {
        const query = parse(joinLists(queryString(request.url), route.lists))
        const params = request.params as Record<string, string>
        const page = await route.make(site.data, site.readers[language], { params, query: query as never })
        if (!page) throw notFound('such page')
        const path = request.url.slice(`${app.prefix}/${language}/`.length)
        const isPart = headers[PART_HEADER] !== undefined
        const text = isPart && page.fragment ? page.fragment.text : site.render(language, path, page)
        const answer = createAnswer(url, Buffer.from(text), {
          headers: { ...site.headersOf(page), 'content-language': language },
          type: 'text/html; charset=utf-8',
          caching: FOR_ALL,
          vary: `Accept-Encoding, ${PART_HEADER}`,
          isPage: true,
        })
        return { answer, mayKeep: page.mayKeep !== false }
      })
      const cookie = languageCookie(headers, language)
      return sendAnswer(request, reply, cookie ? chosen(answer, cookie) : answer)
    })
  }
}

const NO_PARAMETERS = { properties: {} } as never

/** For the reader who just chose its language. */
function chosen(answer: Answer, cookie: string): Answer {
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie }, caching: 'private, no-cache' }
}

/** A form sends a ticked list as a repeated parameter; joins it with commas. */
function joinLists(query: string, lists: readonly string[] = []): string {
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
