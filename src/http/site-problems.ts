import { isLanguage, negotiateLanguage } from '../site/language.ts'
import { problemPage } from '../site/pages/text-pages.ts'
import type { Site } from '../site/site.ts'
import { wantsHtml } from './index-route.ts'
import type { ProblemPage } from './problems.ts'

/** Problems outside the API as pages in the reader's language, when HTML is asked for. */
export function siteProblems(site: Site, prefix: string): ProblemPage {
  return (problem, request) => {
    const path = request.url.slice(prefix.length)
    if (!wantsHtml(request.headers.accept) || /^\/(?:v1|mcp|console)(?:[/?]|$)/.test(path)) return undefined
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
