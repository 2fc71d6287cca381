import { traced } from '../tracing.ts'
import type { Post } from './post.ts'

/** Makes each attempt a span and passes it on to the receiver. */
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
