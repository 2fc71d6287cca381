import { randomUUIDv7 } from 'node:crypto'
import { EXAMPLES } from '../contract/examples.ts'
import type { EventName } from '../contract/webhook.ts'

export interface TestEvent {
  id: string
  type: string
  created_at: string
  data: object
}

/** Tells a test from a real event. */
const PREFIX = 'evt_test_'

/** An event about a machine of the sample, as it would be sent. */
export function newTestEvent(type: EventName, now: number): TestEvent {
  const { data } = EXAMPLES[type] as TestEvent
  return { id: PREFIX + randomUUIDv7(), type, created_at: new Date(now).toISOString(), data }
}
