import { type Context, isSpanContextValid, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'
import { withTimeout } from '../lib/timeout.ts'
import { setTracer } from '../lib/tracing.ts'
import { VERSION } from '../lib/version.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const SEND_EVERY_MS = 1_000
const CLOSE_MS = 2_000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export function startTracing({ endpoint, serviceName, share }: NonNullable<Config['tracing']>): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }),
    // A caller's decision is followed.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  })
  const tracer = provider.getTracer('yantra', VERSION)

  function contextOf(parent: Span | string | undefined): Context {
    if (typeof parent === 'object') return trace.setSpan(ROOT_CONTEXT, parent)
    const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? []
    if (!traceId || !spanId) return ROOT_CONTEXT
    const input = { traceId, spanId, traceFlags: Number.parseInt(flags!, 16) & 1, isRemote: true }
    return isSpanContextValid(input) ? trace.setSpanContext(ROOT_CONTEXT, input) : ROOT_CONTEXT
  }

  setTracer(({ name, kind, attributes = {}, startedAt }, parent) => {
    const times = startedAt === undefined ? {} : { startTime: startedAt }
    return tracer.startSpan(name, { kind: KINDS[kind], attributes, ...times }, contextOf(parent))
  })
  return async () => {
    setTracer(undefined)
    // A silent collector delays nothing.
    await withTimeout(provider.shutdown(), CLOSE_MS).catch(() => {})
  }
}
