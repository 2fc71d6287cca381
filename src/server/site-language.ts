import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, LANGUAGE_COOKIE, type Language } from '../website/language.ts'

/** Asks for only the part of a page that changes with its filters. */
export const PART_HEADER = 'yantra-part'

export function pageAddress(url: string, headers: IncomingHttpHeaders): string {
  return headers[PART_HEADER] === undefined ? url : `part ${url}`
}

const A_YEAR_S = 31_536_000

/** The cookie for a reader who came from our page in another language: that was a choice. */
export function languageCookie(headers: IncomingHttpHeaders, language: Language | undefined): string | undefined {
  const { referer, host } = headers
  if (referer === undefined || headers['sec-fetch-site'] !== 'same-origin') return undefined
  const from = URL.parse(referer)
  if (!from || from.host !== host) return undefined
  const before = from.pathname.split('/').find(isLanguage)
  if (before === undefined || language === undefined || before === language) return undefined
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax`
}
