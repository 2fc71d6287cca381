import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Check } from 'typebox/value'
import { WEBHOOK_EVENTS } from '../../src/schema/api/webhook.ts'
import { sqlite } from '../backends.ts'
import { importRows, startService, yantra } from '../service.ts'
import { startReceiver } from '../webhooks/workshop.ts'

it('from an import to a receiver an event is made with the change, sent, signed, and shaped as the contract says', async (t) => {
  const env = {
    DATABASE_URL: await sqlite.newUrl(t),
    WEBHOOK_ALLOW_PRIVATE: 'true',
    BASE_URL: 'https://machines.example',
  }
  const service = await startService(t, env, { deliver: true })
  const { key } = JSON.parse(
    (await yantra(service.env, 'keys', 'create', '--name', 'n', '--tier', 'enterprise', '--json')).stdout,
  )
  const receiver = await startReceiver(t)
  const created = await fetch(`${service.url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: receiver.url,
      events: ['variant.published', 'variant.updated', 'price.updated'],
    }),
  })
  const { secret } = (await created.json()) as { secret: string }
  const row = {
    type: 'machine',
    slug: 'test-maker-500',
    name: '500',
    manufacturer: { slug: 'test-maker', name: 'Test Maker' },
    machine_class: 'tractor',
    lifecycle: 'current',
    engine_hp: 50,
    published_at: '2020-01-01',
    image: '/pictures/tractor.svg',
    prices: [
      { kind: 'ex_showroom', observed_at: '2024-01-01', price_inr: 700000, source_kind: 'dealer', state_code: 'MH' },
    ],
  }
  const published = await importRows(t, service.env, [row])
  assert.equal(published.code, 0, published.stderr)
  await receiver.arrived(1)
  await importRows(t, service.env, [row])
  await importRows(t, service.env, [{ ...row, engine_hp: 52 }])
  await receiver.arrived(2)
  const dearer = { ...row.prices[0], price_inr: 710000 }
  await importRows(t, service.env, [{ ...row, engine_hp: 52, prices: [dearer] }])
  await receiver.arrived(3)
  const events = receiver.requests.map(({ body, headers }) => {
    // biome-ignore lint/suspicious/noExplicitAny: checked against the contract below
    return new Webhook(secret).verify(body, headers as Record<string, string>) as any
  })
  assert.deepEqual(
    events.map((event) => event.type),
    ['variant.published', 'variant.updated', 'price.updated'],
  )
  for (const [i, type] of (['variant.published', 'variant.updated', 'price.updated'] as const).entries())
    assert.ok(Check(WEBHOOK_EVENTS[type], events[i]), type)
  for (const { data } of events) assert.equal(data.machine.image, 'https://machines.example/pictures/tractor.svg')
  assert.deepEqual(events[1].data.changed, ['engine_hp'])
  assert.equal(events[2].data.previous.price_from_inr, 700000)
  assert.ok(events[0].data.version < events[1].data.version && events[1].data.version < events[2].data.version)
  const metrics = await (await service.get('/metrics')).text()
  assert.match(metrics, /^yantra_webhook_attempts_total\{outcome="delivered"\} [123]$/m)
  assert.match(metrics, /^yantra_webhook_pending \d$/m)
  assert.match(metrics, /^yantra_webhook_oldest_pending_seconds /m)
})
