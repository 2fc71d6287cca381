import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCircuitBreaker } from './circuit-breaker.ts'

function begin() {
  let now = 1_000_000
  const changes: string[] = []
  const state = createCircuitBreaker(
    () => now,
    (name) => void changes.push(name),
  )
  return {
    state,
    changes,
    wait(ms: number) {
      now += ms
    },
  }
}

test('one failure ends the asking, and a look is due only after a pause', () => {
  const { state, wait } = begin()
  state.failed('refused')
  assert.equal(state.name, 'failing')
  assert.equal(state.takeLook(), false)
  wait(250)
  assert.equal(state.takeLook(), true)
  assert.equal(state.takeLook(), false, 'one look at a time')
})

test('the pause doubles with every look that fails, up to two seconds', () => {
  const { state, wait } = begin()
  state.failed('')
  const pauses: number[] = []
  for (let look = 0; look < 8; look++) {
    let waited = 0
    while (!state.takeLook()) {
      wait(50)
      waited += 50
    }
    pauses.push(waited)
    state.failed('')
  }
  assert.deepEqual(pauses, [250, 500, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000])
})

test('a success serves again; the pause starts small only after a quiet second', () => {
  const { state, wait, changes } = begin()
  state.failed('')
  wait(250)
  state.takeLook()
  state.served()
  assert.equal(state.name, 'serving')
  wait(900)
  state.failed('')
  wait(250)
  assert.equal(state.takeLook(), false)
  wait(250)
  assert.equal(state.takeLook(), true)
  state.served()
  wait(1_100)
  state.failed('')
  wait(250)
  assert.equal(state.takeLook(), true)
  assert.deepEqual(changes, ['failing', 'serving', 'failing', 'serving', 'failing'])
})

test('requests that were under way when it failed do not prolong the pause', () => {
  const { state, wait } = begin()
  state.failed('')
  wait(200)
  state.failed('')
  state.failed('')
  wait(50)
  assert.equal(state.takeLook(), true)
})

test('an index that is behind is looked at again soon', () => {
  const { state, wait } = begin()
  state.fellBehind()
  assert.equal(state.takeLook(), false)
  wait(50)
  assert.equal(state.takeLook(), true)
  state.served()
  assert.equal(state.name, 'serving')
})

test('a look with a query that it is not asked leaves the next one to look', () => {
  const { state, wait } = begin()
  state.failed('')
  wait(250)
  state.takeLook()
  state.skipped()
  assert.equal(state.takeLook(), true)
})
