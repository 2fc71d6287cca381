import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Check } from 'typebox/value'
import { EVENTS, WEBHOOK_EVENTS } from '../schema/api/webhook.ts'
import { newTestEvent } from './ping.ts'

it('makes an event of each type as the contract has it, under an id that says what it is', () => {
  for (const type of EVENTS) {
    const event = newTestEvent(type, Date.now())
    assert.ok(Check(WEBHOOK_EVENTS[type], event), type)
    assert.equal(event.type, type)
    assert.match(event.id, /^evt_test_[0-9a-f-]{36}$/)
  }
  assert.deepEqual((newTestEvent('variant.published', 0).data as { changed: string[] }).changed, [])
})
