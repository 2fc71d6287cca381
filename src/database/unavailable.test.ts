import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TimeoutError } from '../lib/timeout.ts'
import { DatabaseUnavailable, toUnavailable } from './unavailable.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

it('tells what trying again may mend from what it will not', () => {
  const cases: [unknown, string | undefined][] = [
    [coded('55P03'), 'lock'],
    [coded('40P01'), 'lock'],
    [coded('57014'), 'slow'],
    [new TimeoutError('late'), 'slow'],
    [coded('57P01'), 'connection'],
    [coded('53100'), 'connection'],
    [coded('25006'), 'read-only'],
    [coded('ECONNREFUSED'), 'connection'],
    [new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'connection'],
    [new Error('Connection terminated unexpectedly'), 'connection'],
    [new Error('timeout exceeded when trying to connect'), 'connection'],
    [coded('23505'), undefined],
    [coded('42601'), undefined],
    [new Error('something else'), undefined],
  ]
  for (const [error, reason] of cases) assert.equal(toUnavailable(error)?.reason, reason, String(error))
})

it('keeps an error that tells so already, and says in words what is wrong', () => {
  const error = new DatabaseUnavailable('lock')
  assert.equal(toUnavailable(error), error)
  const refused = toUnavailable(new AggregateError([coded('ECONNREFUSED')]))
  assert.equal(refused?.message, 'the database does not answer (ECONNREFUSED); is DATABASE_URL right?')
  assert.match(
    toUnavailable(coded('25006'))!.message,
    /^the database takes no changes now: it is read-only, .* \(25006\)$/,
  )
})
