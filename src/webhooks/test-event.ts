import { randomUUIDv7 } from 'node:crypto'
import { EXAMPLES } from '../contract/examples.ts'
import type { EventName } from '../contract/values.ts'

export interface TestEvent {
  id: string
  type: string
  created_at: string
  data: object
}

/** What tells a test from an event that happened. */
const PREFIX = 'evt_test_'

/** An event as it would be sent, about a machine of the sample. */
export function newTestEvent(type: EventName, now: number): TestEvent {
  const { data } = EXAMPLES[type] as TestEvent
  return { id: PREFIX + randomUUIDv7(), type, created_at: new Date(now).toISOString(), data }
}
