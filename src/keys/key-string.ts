import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'ytr_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
export const KEY_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)
const HINT_LENGTH = 4

/** A new key: `ytr_`, 32 random base62 characters, and their checksum. */
export function newKeyString(): string {
  let secret = ''
  for (let i = 0; i < SECRET_LENGTH; i++) secret += ALPHABET[randomInt(ALPHABET.length)]
  return PREFIX + secret + checksum(secret)
}

/** Whether a text has the form and the checksum of a key; needs no look-up. */
export function isKeyString(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const end = PREFIX.length + SECRET_LENGTH
  return text.slice(end) === checksum(text.slice(PREFIX.length, end))
}

/** CRC-32 in base62, most significant digit first. */
export function checksum(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** The stored form of a key. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}

/** The last characters, to tell keys apart. */
export function hintOf(key: string): string {
  return key.slice(-HINT_LENGTH)
}

const left = Buffer.alloc(64)
const right = Buffer.alloc(64)

/** Compares two stored forms in constant time. */
export function sameHash(a: string, b: string): boolean {
  if (a.length !== left.length || b.length !== right.length) return false
  left.write(a, 0, 'latin1')
  right.write(b, 0, 'latin1')
  return timingSafeEqual(left, right)
}
