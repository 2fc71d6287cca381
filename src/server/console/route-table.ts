import type { FastifyReply, FastifyRequest } from 'fastify'

export interface ConsoleRoute {
  method: 'GET' | 'POST'
  path: string
  /** The body is a file: it is read as a stream and may take longer. */
  takesUpload?: boolean
  onRequest?(request: FastifyRequest, reply: FastifyReply): Promise<void>
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

export type RouteTable = ReturnType<typeof createRouteTable>

/** The routes of the console. Fastify takes none after it has started, and the console is loaded later. */
export function createRouteTable() {
  const routes: { route: ConsoleRoute; segments: string[] }[] = []
  return {
    add(route: ConsoleRoute): void {
      routes.push({ route, segments: route.path.split('/').slice(1) })
      // A name goes before a parameter at the same place.
      routes.sort((a, b) => countParameters(a.segments) - countParameters(b.segments))
    },
    find(method: string, path: readonly string[]): { route: ConsoleRoute; params: Record<string, string> } | undefined {
      for (const { route, segments } of routes) {
        if (route.method !== (method === 'HEAD' ? 'GET' : method)) continue
        const params = readParams(segments, path)
        if (params) return { route, params }
      }
      return undefined
    },
  }
}

const countParameters = (segments: readonly string[]) => segments.filter((segment) => segment.startsWith(':')).length

function readParams(segments: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, segment] of segments.entries()) {
    const value = decode(path[i]!)
    if (value === undefined) return undefined
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = value
    else if (segment !== value) return undefined
  }
  return params
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
