import { isLanguage, negotiateLanguage } from '../site/language.ts'
import { problemPage } from '../site/pages/text-pages.ts'
import type { Site } from '../site/site.ts'
import { type Area, areaOf } from './area.ts'
import { wantsHtml } from './index-route.ts'
import type { ProblemPage } from './problems.ts'

const NOT_PAGES: ReadonlySet<Area> = new Set(['api', 'mcp', 'console'])

/** Problems outside the API as pages in the reader's language, when HTML is asked for. */
export function siteProblems(site: Site, prefix: string): ProblemPage {
  return (problem, request) => {
    const path = request.url.slice(prefix.length)
    if (!wantsHtml(request.headers.accept) || NOT_PAGES.has(areaOf(request.url, prefix))) return undefined
    const first = path.split(/[/?]/, 2)[1]
    const { 'accept-language': accepted, cookie } = request.headers
    const language = isLanguage(first) ? first : negotiateLanguage(accepted, cookie)
    const page = problemPage(site.readers[language], problem, request.id)
    const headers = {
      ...site.headersOf(page),
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Language, Cookie',
    }
    return { html: site.render(language, isLanguage(first) ? path.slice(4) : '', page), headers }
  }
}
