/** What tells where a form was sent from. */
export interface Sender {
  origin: string | undefined
  referer: string | undefined
  /** The host the request was made to, as the reader's browser sees it. */
  host: string | undefined
}

/**
 * Whether a change comes from a page of our own: its `Origin`, else its `Referer`, is that of BASE_URL or of the host
 * it was sent to. A request with neither was not sent by a page. Of the own host the scheme is not compared: a proxy in
 * front may speak https where this process does not.
 */
export function isSameOrigin({ origin, referer, host }: Sender, baseUrl: string): boolean {
  const from = URL.parse(origin ?? referer ?? '')
  if (!from || !/^https?:$/.test(from.protocol)) return false
  if (baseUrl !== '' && from.origin === new URL(baseUrl).origin) return true
  return host !== undefined && from.host === URL.parse(`${from.protocol}//${host}`)?.host
}
