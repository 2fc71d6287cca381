import { isIP } from 'node:net'
import { isPublicAddress } from './address-rules.ts'

const MAX_URL_LENGTH = 2_048

export interface TargetRules {
  /** For development: any address, and http. */
  allowPrivate: boolean
}

export interface Target {
  url: URL
  /** The host without brackets. */
  host: string
}

export const PRIVATE_TARGET = 'leads to an address that is not on the public internet'

/** What is wrong with a target's spelling; its host's addresses are checked later. */
export function readTarget(text: string, { allowPrivate }: TargetRules): Target | { problem: string } {
  if (text.length > MAX_URL_LENGTH) return { problem: `must have at most ${MAX_URL_LENGTH} characters` }
  // The parser would silently drop or change these, and the URL is stored as sent.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return { problem: 'must have no blanks, control characters or backslashes' }
  const url = URL.parse(text)
  if (!url || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { problem: 'must be an absolute URL' }
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return { problem: 'must be https' }
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(text)?.[1] ?? ''
  if (authority.includes('@')) return { problem: 'must have no user name or password' }
  if (!isAllowedPort(url)) return { problem: 'must use port 443 or one above 1023' }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!allowPrivate && isPrivateSpelling(host)) return { problem: PRIVATE_TARGET }
  return { url, host }
}

function isAllowedPort(url: URL): boolean {
  if (url.port === '') return true
  const port = Number(url.port)
  return port === 443 || port > 1_023
}

function isPrivateSpelling(host: string): boolean {
  if (isIP(host)) return !isPublicAddress(host)
  return /(^|\.)localhost$/.test(host.replace(/\.+$/, ''))
}
