import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a span tells besides its name and times. */
type Attributes = Record<string, string | number>

/** One piece of work in a trace. */
export interface Span {
  /** In the form of W3C Trace Context, for the service that is called. */
  traceparent: string
  /** For log lines. */
  ids: { trace_id: string; span_id: string }
  rename(name: string): void
  set(attributes: Attributes): void
  fail(error: unknown): void
  end(): void
}

export interface SpanStart {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** The parent span, or the caller's `traceparent`. */
  parent?: Span | string | undefined
  startedAt?: number
}

interface Tracer {
  start(span: SpanStart): Span
}

/** One for the process: the current span is found by context, not passed from function to function. */
let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span>()
const requests = new WeakMap<IncomingMessage, Span>()

export function useTracer(next: Tracer | undefined): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** The ids of the current span, for a log line. */
export function traceIds(): object {
  return (tracer && current.getStore()?.ids) ?? {}
}

/** Works in a new span; without a tracer it only works. */
export function traced<T>(start: Omit<SpanStart, 'parent'>, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!tracer) return work()
  const span = tracer.start({ ...start, parent: current.getStore() })
  return current.run(span, async () => {
    try {
      return await work(span)
    } catch (error) {
      span.fail(error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Records work that has just ended, if it belongs to a request or a delivery attempt. */
export function noteSpan(start: Omit<SpanStart, 'parent'>, error?: unknown): void {
  const parent = current.getStore()
  if (!tracer || !parent) return
  const span = tracer.start({ ...start, parent })
  if (error !== undefined) span.fail(error)
  span.end()
}

/** Begins the span of a request; it ends with the answer. */
export function traceRequest(request: IncomingMessage, response: ServerResponse): void {
  if (!tracer) return
  const method = request.method ?? ''
  const attributes = { 'http.request.method': method, 'url.path': request.url?.split('?', 1)[0] ?? '' }
  const given = request.headers.traceparent
  const parent = typeof given === 'string' ? given : undefined
  const span = tracer.start({ name: method, kind: 'server', attributes, parent })
  requests.set(request, span)
  response.once('close', () => {
    span.set({ 'http.response.status_code': response.statusCode })
    if (response.statusCode >= 500) span.fail(undefined)
    span.end()
  })
}

/** Does part of a request's work, perhaps after a wait. */
export function inTraceOf<T>(request: IncomingMessage, work: () => T): T {
  const span = tracer && requests.get(request)
  return span ? current.run(span, work) : work()
}

export function nameRequest(request: IncomingMessage, route: string): Span['ids'] | undefined {
  const span = tracer && requests.get(request)
  if (!span) return undefined
  span.rename(`${request.method} ${route}`)
  span.set({ 'http.route': route })
  return span.ids
}
