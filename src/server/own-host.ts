import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { FOR_AN_HOUR } from './cached-response.ts'

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/
const MAX_PORT = 65_535

/** Whether a text is a host name or an address, with a port or without: "1.2.3.4.5" and "[1.2.3.4]" are not. */
function isHost(text: string): boolean {
  const [, port = 0] = HOST.exec(text) ?? ['', Number.NaN]
  return Number(port) <= MAX_PORT && URL.canParse(`http://${text}`)
}

export function createHostCheck(): (request: IncomingMessage) => string | undefined {
  /** Most requests name the same host, and parsing it takes longer than comparing. */
  let lastValid: string | undefined

  return ({ headers: { host }, rawHeaders, httpVersion }) => {
    if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : undefined
    if (host !== lastValid && !isHost(host)) return 'The Host header names no host.'
    lastValid = host
    return countHeader(rawHeaders, 'host') > 1 ? 'The request has two Host headers.' : undefined
  }
}

/** How often a header was sent: Node keeps only the first of some. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i]!
    if (sent.length === name.length && sent.toLowerCase() === name) count++
  }
  return count
}

/**
 * The beginning of links that must be whole, and how long they may be kept: without BASE_URL the request says where it
 * was sent, so no cache may give the answer to others. Forwarded headers count only from a trusted proxy.
 */
export function linksFor(
  { protocol, host, headers }: Pick<FastifyRequest, 'protocol' | 'host' | 'headers'>,
  baseUrl: string,
): { base: string; caching: string } {
  if (baseUrl !== '') return { base: baseUrl, caching: FOR_AN_HOUR }
  const scheme = protocol === 'https' ? 'https' : 'http'
  return { base: `${scheme}://${isHost(host) ? host : (headers.host ?? 'localhost')}`, caching: 'private, no-cache' }
}

const LOCALHOST = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request is meant for this service and not sent by another site's page: its `Host`, and `Origin` if it has
 * one, are those of BASE_URL, the receiving address, or localhost. A foreign page whose name was pointed here has its
 * own name in both.
 */
export function isForOwnHost(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { baseUrl, host }: Pick<Config, 'baseUrl' | 'host'>,
) {
  const base = baseUrl === '' ? undefined : new URL(baseUrl)
  const self = new Set([...LOCALHOST, bracketed(host), bracketed(socket.localAddress ?? '')])
  const requested = URL.parse(`http://${headers.host ?? ''}`)
  if (requested?.pathname !== '/' || requested.username !== '' || requested.search !== '') return false
  if (!self.has(requested.hostname) && requested.hostname !== base?.hostname) return false
  if (headers.origin === undefined) return true
  const from = URL.parse(headers.origin)
  if (!from || !/^https?:$/.test(from.protocol)) return false
  return from.origin === base?.origin || self.has(from.hostname)
}

/** An address as a URL writes it; IPv4 over IPv6 becomes plain IPv4. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') ? `[${plain}]` : plain
}

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
