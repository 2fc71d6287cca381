import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Attributes, Span, SpanStatusCode } from '@opentelemetry/api'

interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: Attributes
  startedAt?: number
}

type Tracer = (start: SpanStart, parent: Span | string | undefined) => Span

const ERROR: SpanStatusCode.ERROR = 2

/** One for the process: the current span is found by context, not passed from function to function. */
let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span>()
const requests = new WeakMap<IncomingMessage, Span>()

export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== undefined
}

export function traceIds(): object {
  const span = tracer && current.getStore()
  return span ? idsOf(span) : {}
}

function idsOf(span: Span) {
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`
}

export function failSpan(span: Span, error?: unknown): void {
  if (error instanceof Error) span.setAttribute('error.type', error.name)
  span.setStatus({ code: ERROR })
}

export function withSpan<T>(start: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!tracer) return work()
  const span = tracer(start, current.getStore())
  return current.run(span, async () => {
    try {
      return await work(span)
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Records work that has just ended, if it belongs to a request or a delivery attempt. */
export function recordSpan(start: SpanStart, error?: unknown): void {
  const parent = current.getStore()
  if (!tracer || !parent) return
  const span = tracer(start, parent)
  if (error !== undefined) failSpan(span, error)
  span.end()
}

/** Begins the span of a request; it ends with the answer. */
export function traceRequest(request: IncomingMessage, response: ServerResponse): void {
  if (!tracer) return
  const method = request.method ?? ''
  const attributes = { 'http.request.method': method, 'url.path': request.url?.split('?', 1)[0] ?? '' }
  const span = tracer({ name: method, kind: 'server', attributes }, request.headers.traceparent as string | undefined)
  requests.set(request, span)
  response.once('close', () => {
    span.setAttribute('http.response.status_code', response.statusCode)
    if (response.statusCode >= 500) failSpan(span)
    span.end()
  })
}

export function runInRequestSpan<T>(request: IncomingMessage, work: () => T): T {
  const span = tracer && requests.get(request)
  return span ? current.run(span, work) : work()
}

export function setRequestRoute(request: IncomingMessage, route: string): object | undefined {
  const span = tracer && requests.get(request)
  if (!span) return undefined
  span.updateName(`${request.method} ${route}`).setAttribute('http.route', route)
  return idsOf(span)
}
