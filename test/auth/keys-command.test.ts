import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { isKeyString } from '../../src/auth/api-key-store.ts'
import { createKeyring } from '../../src/auth/api-keys.ts'
import { openDatabase } from '../../src/database/open.ts'
import { newFolder, sqlite, target } from '../backends.ts'
import { yantra } from '../service.ts'

function commandOn(url: string) {
  return async (...args: string[]) => {
    const { code, stdout: out, stderr: err } = await yantra({ DATABASE_URL: url }, 'keys', ...args)
    return { code, out, err, json: () => JSON.parse(out) }
  }
}

/** The address of a database that has been made. */
async function madeUrl(t: TestContext): Promise<string> {
  const url = await sqlite.newUrl(t)
  await (await openDatabase(target(url))).destroy()
  return url
}

async function works(t: TestContext, url: string, key: string): Promise<boolean> {
  const db = await openDatabase(target(url))
  const keyring = createKeyring(db)
  t.after(async () => {
    await keyring.close()
    await db.destroy()
  })
  return (await keyring.verify(key)) !== undefined
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

it('creates a key that works and is printed once', async (t) => {
  const url = await madeUrl(t)
  const keys = commandOn(url)
  const created = await keys('create', '--name', 'Dealer portal', '--tier', 'enterprise', '--expires', '90d', '--json')
  assert.equal(created.code, 0)
  assert.match(created.err, /^Database: /)
  assert.ok(!created.err.includes(created.json().key))
  const { id, name, tier, key, created_at, expires_at } = created.json()
  assert.deepEqual(Object.keys(created.json()), [
    'id',
    'name',
    'tier',
    'limit_per_minute',
    'key',
    'created_at',
    'expires_at',
  ])
  assert.deepEqual([name, tier], ['Dealer portal', 'enterprise'])
  assert.ok(isKeyString(key))
  assert.match(created_at, ISO)
  assert.equal(Date.parse(expires_at) - Date.parse(created_at) <= 90 * 86_400_000, true)
  assert.ok(await works(t, url, key))
  const list = await keys('list', '--json')
  assert.ok(!list.out.includes(key.slice(4, 36)))
  assert.deepEqual(list.json(), [
    {
      id,
      name,
      tier,
      limit_per_minute: null,
      created_at,
      expires_at,
      last_used_at: null,
      revoked_at: null,
      hint: key.slice(-4),
    },
  ])
})

it('prints tables and sentences without --json', async (t) => {
  const keys = commandOn(await madeUrl(t))
  assert.equal((await keys('list')).out, 'No keys.\n')
  const created = await keys('create', '--name', 'Lender', '--tier', 'standard')
  assert.match(created.out, /^Created key key_\S+ \(Lender, standard\)\.\n\n {2}ytr_[0-9A-Za-z]{38}\n\nStore it now/)
  const [head, row] = (await keys('list')).out.split('\n')
  assert.match(head!, /^ID +NAME +TIER +LIMIT PER MINUTE +STATE +CREATED AT +EXPIRES AT +LAST USED AT +HINT$/)
  assert.match(row!, /^key_\S+ {2}Lender {2}standard {2}of its tier +live/)
  assert.equal(head!.indexOf('TIER'), row!.indexOf('standard'))
})

it('exits with 1 for an unknown key', async (t) => {
  const keys = commandOn(await madeUrl(t))
  for (const command of ['rotate', 'revoke']) {
    const { code, err } = await keys(command, 'key_none')
    assert.equal(code, 1)
    assert.match(err, /no key key_none/)
  }
})

it('exits with 2 for invalid arguments without opening the database', async (t) => {
  const path = join(newFolder(t), 'none.db')
  const keys = commandOn(`file:${path}`)
  const key = ['create', '--name', 'A', '--tier', 'standard']
  const wrong: [string[], RegExp][] = [
    [['create', '--name', 'a\u0000b', '--tier', 'standard'], /must have no control characters/],
    [[...key, '--expires', 'soon'], /'soon' is invalid\. takes a date-time/],
    [[...key, '--expires', '2020-01-01'], /must be in the future/],
    [[...key, '--expires', '0s'], /must be in the future/],
    [[...key, '--limit', '0'], /must be an integer from 1 to /],
    [['rotate', 'a', '--overlap', '999999999d'], /takes a duration/],
  ]
  for (const [args, message] of wrong) {
    const { code, out, err } = await keys(...args)
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.match(err, message)
    assert.match(err, /^hint: yantra keys.* --help$|help \[command\]/m)
  }
  assert.equal(existsSync(path), false)
})

it('creates no database and prints the path if there is none', async (t) => {
  const path = join(newFolder(t), 'none.db')
  const { code, out, err } = await commandOn(`file:${path}`)('create', '--name', 'A', '--tier', 'standard')
  assert.deepEqual([code, out], [2, ''])
  assert.ok(err.includes(`there is no database at ${path}`))
  assert.equal(existsSync(path), false)
})
