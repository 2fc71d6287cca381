import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHosts, eachHost } from './target.ts'

it('reads the servers of a URL, each with user, name and options', () => {
  assert.deepEqual(eachHost('postgres://me:p%40s@one:5432,two:5433/name?sslmode=require'), [
    'postgres://me:p%40s@one:5432/name?sslmode=require',
    'postgres://me:p%40s@two:5433/name?sslmode=require',
  ])
  assert.deepEqual(eachHost('postgresql://[::1]:5432,two'), ['postgresql://[::1]:5432', 'postgresql://two'])
  for (const item of ['postgres://me@one/name', 'postgres:///name?host=/run', 'postgres://me:a,b@one/c,d']) {
    assert.deepEqual(eachHost(item), [item])
  }
})

it('moves on once when many connections to one server fail, and comes round again', () => {
  const hosts = createHosts('postgres://one,two/name')
  for (let times = 0; times < 3; times++) hosts.failed('postgres://one/name')
  assert.equal(hosts.current, 'postgres://two/name')
  hosts.failed('postgres://two/name')
  assert.equal(hosts.current, 'postgres://one/name')
})
