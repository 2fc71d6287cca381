import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkDeliveries } from '../../admin/checks/work.ts'
import { MAX_COUNTED, type SubscriptionView } from '../../webhooks/subscription-view.ts'
import { overviewPage } from './overview.ts'

const NOW = Date.UTC(2027, 2, 31, 6)
const DAY_MS = 86_400_000
const HEALTH: SubscriptionView = {
  id: 'wh_1',
  key_id: 'key_1',
  key_name: 'Lender',
  url: 'https://receiver.example/',
  events: [],
  created_at: 0,
  disabled_at: null,
  disabled_reason: null,
  last_success_at: null,
  ...{
    state: 'failing',
    failing_since: NOW - 3 * DAY_MS,
    warned_at: null,
    rotating: 0,
    delivered: null,
    waiting: MAX_COUNTED + 1,
    failed: 0,
  },
  oldest_waiting: NOW - 2 * DAY_MS,
}
const NOTHING = {
  revision: 1,
  machines: 0,
  implements: 0,
  listings: {},
  keys: 0,
  openEnquiries: 0,
  oldestEnquiry: null,
  lastImport: undefined,
  processes: [],
  disk: undefined,
}

function textFor(subscription: SubscriptionView): string {
  const values = { ...NOTHING, subscriptions: [subscription] }
  const findings = checkDeliveries([subscription], NOW)
  return overviewPage({ to: (path) => `/console/${path}`, picture: String, now: NOW }, { ...values, findings }).body
    .text
}

it('shows times relative to now and counts up to a limit', () => {
  const text = textFor(HEALTH)
  assert.match(text, /10,000\+ pending, the oldest for 2 days; check/)
  assert.match(text, /wh_1 has failed for 3 days/)
  assert.doesNotMatch(text.replaceAll(/<[^>]*>/g, ''), /\d{4}-\d\d-\d\dT/)
})

it('shows a command as one', () => {
  const text = textFor({ ...HEALTH, state: 'active', failing_since: null, failed: 2 })
  assert.match(
    text,
    /wh_1: all attempts of 2 deliveries failed; run <code>yantra webhooks replay wh_1 --failed<\/code>/,
  )
})
