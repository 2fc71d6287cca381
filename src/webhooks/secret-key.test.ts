import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSecretCipher } from './signing.ts'

const KEY = 'a key of more than thirty-two characters'

it('opens what it sealed, and seals the same text differently each time', async () => {
  const box = await createSecretCipher(KEY)
  const sealed = box.encrypt('whsec_x', 'wh_1')
  assert.equal(box.decrypt(sealed, 'wh_1'), 'whsec_x')
  assert.notEqual(box.encrypt('whsec_x', 'wh_1'), sealed)
  assert.ok(!Buffer.from(sealed, 'base64').includes('whsec'))
  assert.equal((await createSecretCipher(KEY)).decrypt(sealed, 'wh_1'), 'whsec_x')
})

it('does not open with another key, for another place or after a change', async () => {
  const box = await createSecretCipher(KEY)
  const sealed = box.encrypt('whsec_x', 'wh_1')
  const other = await createSecretCipher(`${KEY}.`)
  assert.throws(() => other.decrypt(sealed, 'wh_1'))
  assert.throws(() => box.decrypt(sealed, 'wh_2'))
  const bytes = Buffer.from(sealed, 'base64')
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes)
    changed[i]! ^= 1
    assert.throws(() => box.decrypt(changed.toString('base64'), 'wh_1'), `byte ${i}`)
  }
  assert.throws(() => box.decrypt('', 'wh_1'))
})
