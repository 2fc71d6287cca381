import { EVENTS, type EventName } from '../contract/webhook.ts'
import type { InputError } from '../errors.ts'
import { Fault, oneOf } from '../reading/scalars.ts'

export interface SubscriptionInput {
  url: string
  events: EventName[]
}

const MEMBERS = ['url', 'events']
/** A body of 64 kB could be wrong in tens of thousands of places. */
const MAX_ERRORS = 50
const readEvent = oneOf(EVENTS)

/** Checks a body without asking anyone; `input` has its valid parts. */
export function readSubscriptionInput(body: unknown): { input: Partial<SubscriptionInput>; errors: InputError[] } {
  if (body === undefined) return { input: {}, errors: [{ pointer: '', message: 'a JSON body is required' }] }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { input: {}, errors: [{ pointer: '', message: 'must be an object' }] }
  }
  const errors: InputError[] = []
  const input: Partial<SubscriptionInput> = {}
  const { url, events } = body as Record<string, unknown>
  if (url === undefined) errors.push({ pointer: '/url', message: 'is required' })
  else if (typeof url !== 'string') errors.push({ pointer: '/url', message: 'must be a string' })
  else input.url = url
  const eventErrors = checkEvents(events)
  if (eventErrors.length === 0) input.events = events as EventName[]
  errors.push(...eventErrors)
  for (const member of Object.keys(body)) {
    if (MEMBERS.includes(member)) continue
    errors.push({ pointer: `/${escapePointer(member)}`, message: 'is not known here', allowed: MEMBERS })
  }
  return { input, errors: errors.slice(0, MAX_ERRORS) }
}

function checkEvents(events: unknown): InputError[] {
  if (events === undefined) return [{ pointer: '/events', message: 'is required' }]
  if (!Array.isArray(events)) return [{ pointer: '/events', message: 'must be a list of event names' }]
  if (events.length === 0) return [{ pointer: '/events', message: 'must name at least one event', allowed: EVENTS }]
  const errors: InputError[] = []
  for (const [at, event] of events.entries()) {
    const read = readEvent(event)
    if (read instanceof Fault) errors.push({ pointer: `/events/${at}`, message: read.message, ...read.hints })
    else if (events.indexOf(event) < at) errors.push({ pointer: `/events/${at}`, message: 'is named twice' })
  }
  return errors
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
