/** What an address belongs to. Website and guides are `pages`; `files` are their scripts, styles and images. */
export type RouteGroup = 'api' | 'mcp' | 'health' | 'metrics' | 'console' | 'files' | 'pages'

const BY_FIRST_SEGMENT: ReadonlyMap<string, RouteGroup> = new Map([
  ['v1', 'api'],
  ['.well-known', 'api'],
  ['mcp', 'mcp'],
  ['healthz', 'health'],
  ['readyz', 'health'],
  ['metrics', 'metrics'],
  ['console', 'console'],
  ['assets', 'files'],
  ['pictures', 'files'],
  ['photos', 'files'],
  ['favicon.svg', 'files'],
  ['favicon.ico', 'files'],
])

const AFTER_SEGMENT = '/?#'

/** Classifies the address of a request or of a route. The path is decoded as the router does it. */
export function routeGroupOf(url: string, prefix: string): RouteGroup {
  if (!url.startsWith(`${prefix}/`)) return 'pages'
  const start = prefix.length + 1
  let end = start
  while (end < url.length && !AFTER_SEGMENT.includes(url[end]!)) end++
  const first = url.slice(start, end)
  return BY_FIRST_SEGMENT.get(first.includes('%') ? decoded(first) : first) ?? 'pages'
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Names a route for the operator: a path of the API, or `pages`. The operator's own requests have no name. */
export function operationNames(prefix: string): (route: string) => string | undefined {
  return (route) => {
    if (route === 'none') return 'no such path'
    const group = routeGroupOf(route, prefix)
    if (group === 'api' || group === 'mcp') return route.slice(prefix.length).replace(/:(\w+)/g, '{$1}')
    return group === 'pages' ? 'pages' : undefined
  }
}
