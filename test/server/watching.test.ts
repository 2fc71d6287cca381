import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { createMetricRegistry } from '../../src/lib/metrics.ts'
import { createEngineMetrics } from '../../src/search/meilisearch/engine-choice.ts'
import { serveMetrics } from '../../src/server/health-routes.ts'
import { createRegistry } from '../../src/server/metrics.ts'
import { sqlite } from '../backends.ts'
import { startService, yantra } from '../service.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const DASHBOARD = read('deploy/grafana/yantra.json')
const ALERTS = read('deploy/prometheus/alerts.yaml')

/** The metrics that a text names, without the parts of a histogram. */
function named(text: string): Set<string> {
  const result = text.match(/\b(?:yantra|nodejs|process)_[a-z0-9_]+/g) ?? []
  return new Set(result.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
}

it('names in the dashboard and the alerts only metrics that there are, and shows every one of our own', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) }, { deliver: true })
  await t.test('and the manifests ask for paths that there are', () => needsForPaths(service.get))
  const metrics = await (await service.get('/metrics')).text()
  const engine = createMetricRegistry()
  createEngineMetrics(engine)
  const existing = new Set(
    [...`${metrics}\n${await engine.metrics()}`.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!),
  )
  const used = new Set([...named(DASHBOARD), ...named(ALERTS)])
  assert.deepEqual(
    [...used].filter((name) => !existing.has(name)),
    [],
  )
  const unseen = [...existing].filter((name) => name.startsWith('yantra_') && !used.has(name))
  assert.deepEqual(unseen, ['yantra_webhook_attempt_seconds', 'yantra_search_meilisearch_seconds'])
})

/** Probes, monitors and health checks of the proxies. */
async function needsForPaths(get: (path: string) => Promise<Response>): Promise<void> {
  const files = globSync('deploy/{kubernetes,compose,caddy,nginx}/**/*', { cwd: ROOT, withFileTypes: true })
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
  const paths = texts.flatMap((text) => [...text.matchAll(/\bpath: (\/[a-z]+)(?=[\s,]|$)/gm)].map(([, path]) => path!))
  assert.ok(paths.length >= 4)
  for (const path of new Set(paths)) assert.equal((await get(path)).status, 200, path)
}

it('counts what is answered before the app', async (t) => {
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t) })
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.write('nonsense\r\n\r\n')
  assert.match(await text(socket), /^HTTP\/1.1 400/)
  const metrics = await (await service.get('/metrics')).text()
  assert.match(metrics, /^yantra_http_requests_total\{route="early",status="400"\} 1$/m)
})

it('counts what limits refuse, by tier', async (t) => {
  const limits = { RATE_LIMIT_ANONYMOUS: '1', RATE_LIMIT_STANDARD: '1', TRUST_PROXY: '1' }
  const service = await startService(t, { DATABASE_URL: await sqlite.newUrl(t), ...limits })
  const { key } = JSON.parse(
    (await yantra(service.env, 'keys', 'create', '--name', 'x', '--tier', 'standard', '--json')).stdout,
  )
  const ask = (path: string, headers: Record<string, string> = {}) =>
    service.get(path, { 'x-forwarded-for': '192.0.2.1', ...headers })
  for (let times = 0; times < 3; times++) await ask('/v1/machines/classes')
  for (let times = 0; times < 2; times++) await ask('/v1/machines/classes', { authorization: `Bearer ${key}` })
  // Ten times as many as of the API.
  for (let times = 0; times < 11; times++) await ask('/robots.txt')
  const metrics = await (await ask('/metrics', { 'x-forwarded-for': '192.0.2.2' })).text()
  const reported = [...metrics.matchAll(/^yantra_rate_limited_total\{tier="(\w+)"\} (\d+)$/gm)]
  assert.deepEqual(
    reported.map(([, tier, count]) => `${tier} ${count}`),
    ['anonymous 2', 'standard 1', 'enterprise 0', 'pages 1'],
  )
})

it('gives a process that answers nothing else metrics of its own', async (t) => {
  const reported = await serveMetrics(createRegistry(), { host: '127.0.0.1', port: 0 })
  t.after(() => reported.close())
  assert.match(await (await fetch(`${reported.url}/metrics`)).text(), /^process_resident_memory_bytes \d+/m)
  assert.equal((await fetch(`${reported.url}/healthz`)).status, 200)
  assert.equal((await fetch(`${reported.url}/v1/tractors`)).status, 404)
})
