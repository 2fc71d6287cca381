import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a change comes from one of our own pages: its `Origin`, or else its `Referer`, is that of BASE_URL or of the
 * requested host. A request with neither was not sent by a page. The scheme of the host is not compared: a proxy may
 * speak https where this process does not.
 */
export function isSameOrigin({ origin, referer, host }: IncomingHttpHeaders, baseUrl: string): boolean {
  const from = URL.parse(origin ?? referer ?? '')
  if (!from || !/^https?:$/.test(from.protocol)) return false
  if (baseUrl !== '' && from.origin === new URL(baseUrl).origin) return true
  return host !== undefined && from.host === URL.parse(`${from.protocol}//${host}`)?.host
}
