import { HEALTH } from './health-routes.ts'

/** The operator's own requests are not use of the service. */
const APART = /^\/(?:console|metrics|assets|pictures|favicon)(?:[/.]|$)/

/** Names a route for the operator: a path of the API, or `pages`; undefined for routes that are not counted. */
export function operationNames(prefix: string): (route: string) => string | undefined {
  return (route) => {
    if (route === 'none') return 'no such path'
    const path = route.slice(prefix.length)
    if (HEALTH.has(path) || APART.test(path)) return undefined
    if (/^\/(?:v1|mcp)(?:\/|$)/.test(path)) return path.replace(/:(\w+)/g, '{$1}')
    return 'pages'
  }
}
