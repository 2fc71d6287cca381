import type { IncomingMessage } from 'node:http'

/** Where the service is reached, by its settings and the connection. */
export interface OwnPlaces {
  baseUrl: string
  /** The HOST setting. */
  host: string
}

const LOCALHOST = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request is meant for this service and not sent by another site's page: its `Host`, and `Origin` if it has
 * one, are those of BASE_URL, the receiving address, or localhost. A foreign page whose name was pointed here has its
 * own name in both.
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

/** An address as a URL writes it; IPv4 over IPv6 becomes plain IPv4. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') ? `[${plain}]` : plain
}
