import type { IncomingMessage } from 'node:http'

/** Where the service is reached, as far as its settings and the connection tell. */
export interface OwnPlaces {
  baseUrl: string
  /** HOST. */
  host: string
}

const LOCALHOST = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request was meant for this service and comes from no page of another: its `Host`, and its `Origin` when it
 * has one, are BASE_URL's, the address it was received on, or localhost. A page elsewhere whose name was made to point
 * here has its own name in both.
 */
export function isForOwnHost(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  places: OwnPlaces,
): boolean {
  const base = places.baseUrl === '' ? undefined : new URL(places.baseUrl)
  const own = new Set([...LOCALHOST, bracketed(places.host), bracketed(socket.localAddress ?? '')])
  const asked = URL.parse(`http://${headers.host ?? ''}`)
  if (asked?.pathname !== '/' || asked.username !== '' || asked.search !== '') return false
  if (!own.has(asked.hostname) && asked.hostname !== base?.hostname) return false
  if (headers.origin === undefined) return true
  const from = URL.parse(headers.origin)
  if (!from || !/^https?:$/.test(from.protocol)) return false
  return from.origin === base?.origin || own.has(from.hostname)
}

/** As an address stands in a URL; one of IPv4 that came over IPv6 is written as itself. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') ? `[${plain}]` : plain
}
