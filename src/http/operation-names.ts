import { HEALTH } from './health-routes.ts'

/** What the operator's own machinery asks for is no use of the service. */
const APART = /^\/(?:console|metrics|assets|pictures|favicon)(?:[/.]|$)/

/** Names what a route does for the operator: a path of the API, or `pages`; undefined for what is not counted. */
export function operationNames(prefix: string): (route: string) => string | undefined {
  return (route) => {
    if (route === 'none') return 'no such path'
    const path = route.slice(prefix.length)
    if (HEALTH.has(path) || APART.test(path)) return undefined
    if (/^\/(?:v1|mcp)(?:\/|$)/.test(path)) return path.replace(/:(\w+)/g, '{$1}')
    return 'pages'
  }
}
