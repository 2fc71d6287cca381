import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { failSpan, traceparentOf, withSpan } from '../lib/tracing.ts'
import { type TargetGuard, TargetNotAllowedError } from './ssrf-guard.ts'

// A named import would also load another HTTP client.
const { request: httpRequest } = process.getBuiltinModule('node:http')

export type PostResult =
  | { kind: 'answer'; status: number; retryAfter: string | undefined; response: string }
  | { kind: 'timeout' | 'unreachable' | 'refused' | 'aborted'; error: string }

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal?: AbortSignal,
) => Promise<PostResult>

const POST_TIMES = { connectMs: 3_000, totalMs: 15_000 }
const CLOSED: PostResult = { kind: 'unreachable', error: 'the connection was closed without an answer' }
const READ_BYTES = 20_000
const RESPONSE_BYTES = 1_000

/** Uses one connection for each request, so that its target was just checked. See decision record 8. */
export function createPost(guard: Pick<TargetGuard, 'admit' | 'lookup'>, times = POST_TIMES): Post {
  return (url, headers, body, signal) =>
    new Promise((resolve) => {
      let timers: NodeJS.Timeout[] = []
      let request: ClientRequest | undefined
      let answer: IncomingMessage | undefined
      const chunks: Buffer[] = []

      function end(otherwise: PostResult): void {
        for (const timer of timers) clearTimeout(timer)
        timers = []
        signal?.removeEventListener('abort', abort)
        resolve(answer ? toAnswer(answer, chunks) : otherwise)
        request?.destroy()
      }
      function abort(): void {
        end({ kind: 'aborted', error: 'the sender was stopped' })
      }

      if (signal?.aborted) return abort()
      try {
        const { url: target } = guard.admit(url)
        const send = target.protocol === 'https:' ? httpsRequest : httpRequest
        request = send(target, {
          method: 'POST',
          agent: false,
          lookup: guard.lookup,
          headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
        })
      } catch (error) {
        return end(failure(error))
      }
      signal?.addEventListener('abort', abort)
      const noConnection = () => end({ kind: 'timeout', error: `no connection within ${times.connectMs} ms` })
      const connecting = setTimeout(noConnection, times.connectMs)
      timers.push(connecting)
      timers.push(setTimeout(() => end({ kind: 'timeout', error: `no answer in ${times.totalMs} ms` }), times.totalMs))
      request.on('socket', (socket: Socket) => {
        const ready = 'encrypted' in socket ? 'secureConnect' : 'connect'
        socket.once(ready, () => clearTimeout(connecting))
      })
      request.on('error', (error) => end(failure(error)))
      request.on('close', () => end(CLOSED))
      request.on('response', (response) => {
        answer = response
        let size = 0
        response.on('data', (chunk: Buffer) => {
          if (size < RESPONSE_BYTES) chunks.push(chunk.subarray(0, RESPONSE_BYTES - size))
          size += chunk.length
          if (size >= READ_BYTES) end(CLOSED)
        })
        for (const event of ['end', 'error']) response.on(event, () => end(CLOSED))
      })
      request.end(body)
    })
}

function toAnswer(answer: IncomingMessage, chunks: readonly Buffer[]): PostResult {
  const response = keepable(new TextDecoder().decode(Buffer.concat(chunks)))
  return { kind: 'answer', status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], response }
}

function failure(error: unknown): PostResult {
  if (error instanceof TargetNotAllowedError) return { kind: 'refused', error: error.message }
  const { code, message } = error as NodeJS.ErrnoException
  // An AggregateError has no message.
  const inner = (error as { errors?: Error[] }).errors?.map((cause) => cause.message).join('; ')
  return { kind: 'unreachable', error: keepable((message || inner || code || 'unknown').slice(0, 500)) }
}

/** Contains text of the receiver, through its certificate. PostgreSQL stores no NUL and no lone surrogates. */
function keepable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

export function withPostSpan(post: Post): Post {
  return (url, headers, body, signal) =>
    withSpan({ name: 'webhook attempt', kind: 'client' }, async (span) => {
      if (!span) return post(url, headers, body, signal)
      const result = await post(url, { ...headers, traceparent: traceparentOf(span) }, body, signal)
      span.setAttributes({ 'server.address': URL.parse(url)?.host ?? '', 'yantra.outcome': result.kind })
      if (result.kind === 'answer') span.setAttribute('http.response.status_code', result.status)
      else failSpan(span)
      return result
    })
}
