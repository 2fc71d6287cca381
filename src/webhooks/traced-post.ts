import { traced } from '../tracing.ts'
import type { Post } from './post.ts'

/** Each attempt is a span, and its receiver is told of it. */
export function tracedPost(post: Post): Post {
  return (url, headers, body, signal) =>
    traced({ name: 'webhook attempt', kind: 'client' }, async (span) => {
      if (!span) return post(url, headers, body, signal)
      const result = await post(url, { ...headers, traceparent: span.traceparent }, body, signal)
      span.set({ 'server.address': URL.parse(url)?.host ?? '', 'yantra.outcome': result.kind })
      if (result.kind === 'answer') span.set({ 'http.response.status_code': result.status })
      else span.fail(undefined)
      return result
    })
}
