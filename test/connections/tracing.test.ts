import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { it, type TestContext } from 'node:test'
import type { Post } from '../../src/webhooks/post.ts'
import { withPostSpan } from '../../src/webhooks/post.ts'
import { newFolder } from '../backends.ts'
import { startService } from '../service.ts'

interface Received {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector as far as it is needed: OTLP over HTTP as JSON. */
async function startCollector(t: TestContext) {
  const spans: Received[] = []
  let reported = () => {}
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Received[] }[] }[] }
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
    reported()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async until(isThere: (spans: Received[]) => boolean): Promise<Received[]> {
      while (!isThere(spans)) {
        await new Promise<void>((resolve) => {
          reported = resolve
        })
      }
      return spans
    },
  }
}

it('sends what a request did as spans of its caller, tells receivers, and names the trace in the log', async (t) => {
  const collector = await startCollector(t)
  const service = await startService(t, {
    DATABASE_URL: `file:${newFolder(t)}/yantra.db`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    LOG_LEVEL: 'debug',
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  const result = await service.get('/v1/tractors?q=mahindra&limit=1', { traceparent })
  const { hits } = (await result.json()) as { hits: { slug: string }[] }
  await service.get(`/v1/tractors/${hits[0]!.slug}`, { traceparent })
  // From the answers that are kept.
  await service.get('/v1/tractors?q=mahindra&limit=1', { traceparent })
  // A caller that keeps no traces is followed too.
  await service.get('/v1/tractors?q=swaraj', { traceparent: `00-${traceId.replace('0a', '1a')}-b7ad6b7169203331-00` })
  await service.get('/healthz', { traceparent: 'nonsense' })

  const spans = await collector.until((all) => all.some(({ name }) => name === 'GET /healthz'))
  const ofCaller = spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => ofCaller.filter((span) => span.name === name)
  const [first, second] = named('GET /v1/tractors')
  assert.equal(named('GET /v1/tractors').length, 2)
  for (const span of [first!, second!]) assert.equal(span.parentSpanId, 'b7ad6b7169203331')
  assert.deepEqual(
    named('search').map(({ parentSpanId }) => parentSpanId),
    [first!.spanId],
  )
  const [sheet] = named('GET /v1/tractors/:slug')
  const statement = named('database select').find(({ parentSpanId }) => parentSpanId === sheet!.spanId)
  assert.match(statement!.attributes.find(({ key }) => key === 'db.query.text')!.value.stringValue!, /"machines"/)
  assert.ok(!JSON.stringify(ofCaller).includes('mahindra&'), 'no query string leaves')
  assert.ok(!spans.some((span) => span.traceId.startsWith('1a')))
  assert.ok(!spans.some((span) => span.name === 'GET /healthz' && span.parentSpanId))

  const lines = service
    .log()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
  assert.equal(JSON.parse(lines[0]!).trace_id, traceId)

  let sent: Record<string, string> = {}
  const post: Post = async (_url, headers) => {
    sent = headers
    return { kind: 'answer', status: 200, retryAfter: undefined, response: '' }
  }
  await withPostSpan(post)('https://receiver.example/hook', { 'webhook-id': 'evt_1' }, '{}')
  const attempts = await collector.until((all) => all.some(({ name }) => name === 'webhook attempt'))
  const attempt = attempts.find(({ name }) => name === 'webhook attempt')!
  assert.equal(sent.traceparent, `00-${attempt.traceId}-${attempt.spanId}-01`)
  assert.equal(sent['webhook-id'], 'evt_1')
})

it('sends receivers nothing more where no collector is set', async () => {
  let sent: Record<string, string> = {}
  const post: Post = async (_url, headers) => {
    sent = headers
    return { kind: 'answer', status: 200, retryAfter: undefined, response: '' }
  }
  await withPostSpan(post)('https://receiver.example/hook', { a: 'b' }, '{}')
  assert.deepEqual(sent, { a: 'b' })
})
