import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a name. Throws Unresolvable when it has none, another error when asking failed. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>

/** The name has no address, and asking again soon will not help. */
export class Unresolvable extends Error {}

const HOSTS_FILE = '/etc/hosts'
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'EBADSTR', 'ENONAME'])

/**
 * Asks the name servers without the thread pool, where a few names with dead servers would block all others. `servers`
 * replaces those of the system.
 */
export function createResolver(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 800, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (host) => {
    const name = host.replace(/\.$/, '').toLowerCase()
    const listed = readHosts(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), name)
    if (listed.length > 0) return listed
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found.map(toAddress)
    for (const answer of answers) {
      if (answer.status === 'rejected' && !NO_ADDRESS.has(answer.reason?.code)) throw answer.reason
    }
    throw new Unresolvable(`${host} has no address`)
  }
}

/** Uses the system's resolver, for development. */
export const resolveLikeTheSystem: Resolve = async (host) => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => toAddress(address))
  } catch (error) {
    if (NO_ADDRESS.has((error as { code?: string }).code ?? '')) throw new Unresolvable(`${host} has no address`)
    throw error
  }
}

/** The addresses of a name in a hosts file. */
export function readHosts(text: string, name: string): ResolvedAddress[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) && names.includes(name) ? [toAddress(address)] : []
  })
}

function toAddress(address: string): ResolvedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 }
}
