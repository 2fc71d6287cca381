import assert from 'node:assert/strict'
import { it } from 'node:test'
import { EVENTS } from '../schema/api/webhook.ts'
import { readSubscriptionInput } from './subscriptions.ts'

function pointers(body: unknown): (string | undefined)[] {
  return readSubscriptionInput(body).errors.map((error) => error.pointer)
}

it('takes a URL and a list of events', () => {
  const body = { url: 'https://example.com/', events: ['price.updated', 'variant.published'] }
  assert.deepEqual(readSubscriptionInput(body), { input: body, errors: [] })
})

it('tells all that is wrong at once, each with its place', () => {
  assert.deepEqual(pointers(undefined), [''])
  for (const body of [null, [], 'text', 7]) assert.deepEqual(pointers(body), [''])
  assert.deepEqual(pointers({}), ['/url', '/events'])
  assert.deepEqual(pointers({ url: 7, events: 'price.updated' }), ['/url', '/events'])
  assert.deepEqual(pointers({ url: '', events: [] }), ['/events'])
  const events = ['price.updated', 'nope', 'price.updated', null, ['price.updated']]
  assert.deepEqual(pointers({ url: 1, events, 'a/b~c': 1 }), [
    '/url',
    '/events/1',
    '/events/2',
    '/events/3',
    '/events/4',
    '/a~1b~0c',
  ])
  assert.deepEqual(pointers(JSON.parse('{"url":"x","events":["price.updated"],"__proto__":1}')), ['/__proto__'])
})

it('names the events that would be accepted', () => {
  const { errors } = readSubscriptionInput({ url: 'x', events: ['Price.Updated'] })
  assert.deepEqual(errors[0]?.allowed, [...EVENTS])
})

it('does not go on for ever about a body that is wrong all over', () => {
  assert.equal(pointers({ url: 'x', events: Array(20_000).fill(0) }).length, 50)
})
