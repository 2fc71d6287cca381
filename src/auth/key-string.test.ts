import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { anyText } from '../../test/any-text.ts'
import fc from '../../test/properties.ts'
import { checksum, hashKey, isKeyString, newKeyString, sameHash } from './api-key-store.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base62 = fc.constantFrom(...ALPHABET)
const secret = fc.array(base62, { minLength: 32, maxLength: 32 }).map((letters) => letters.join(''))

describe('a key string', () => {
  it('is ytr_, 32 base62 characters and 6 of checksum', () => {
    for (let i = 0; i < 50; i++) {
      const key = newKeyString()
      assert.match(key, /^ytr_[0-9A-Za-z]{38}$/)
      assert.ok(isKeyString(key))
    }
  })

  it('is unique', () => {
    assert.equal(new Set(Array.from({ length: 1_000 }, newKeyString)).size, 1_000)
  })

  it('carries CRC-32 in base62, most significant digit first, padded with 0', () => {
    assert.equal(checksum('00000000000000000000000000000000'), '2wjyrI')
    assert.equal(checksum('YantraYantraYantraYantraYantra42'), '2afdM1')
    assert.equal(checksum('Em4qbMgyZXLI62B2twO5c3AsFt4DKGKR'), '00sK0s')
    fc.assert(
      fc.property(secret, (text) => {
        const digits = checksum(text)
        assert.equal(digits.length, 6)
        const value = [...digits].reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0)
        assert.equal(value, crc32(text))
      }),
    )
  })

  it('is rejected if any character is replaced', () => {
    fc.assert(
      fc.property(secret, fc.nat(41), fc.oneof(base62, anyText({ minLength: 1, maxLength: 1 })), (text, i, other) => {
        const key = `ytr_${text}${checksum(text)}`
        fc.pre(key[i] !== other)
        assert.equal(isKeyString(key.slice(0, i) + other + key.slice(i + 1)), false)
      }),
      { numRuns: 300 },
    )
  })

  it('is rejected if it is shorter, longer or malformed', () => {
    const key = newKeyString()
    const others = ['', 'ytr_', key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase(), key.slice(4)]
    for (const other of others) assert.equal(isKeyString(other), false)
  })

  it('is stored as SHA-256 and compared whole', () => {
    const hash = hashKey(newKeyString())
    assert.match(hash, /^[0-9a-f]{64}$/)
    assert.ok(sameHash(hash, `${hash}`))
    assert.equal(sameHash(hash, hashKey(newKeyString())), false)
    assert.equal(sameHash(hash, hash.slice(1)), false)
  })
})
