import type { Config } from '../config.ts'

/** Where this machine reaches the configured server, also one that listens on all addresses. */
export function ownServer({ host, port, prefix }: Pick<Config, 'host' | 'port' | 'prefix'>): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}${prefix}`
}
