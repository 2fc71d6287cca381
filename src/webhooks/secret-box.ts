import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** Seals short texts with AES-256-GCM. A text sealed for one place does not open in another. */
export interface SecretBox {
  seal(text: string, place: string): string
  /** Throws when the text was not sealed with this key for this place. */
  open(sealed: string, place: string): string
}

const derive = promisify<string, string, number, object, Buffer>(scrypt)

/** Accepts any text as a key; slow derivation protects one that is easy to guess. */
export async function createSecretBox(secretKey: string): Promise<SecretBox> {
  const key = await derive(secretKey, 'yantra webhook secrets', 32, { N: 2 ** 14, r: 8, p: 1 })
  return {
    seal(text, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(text, place) {
      const bytes = Buffer.from(text, 'base64')
      if (bytes[0] !== VERSION) throw new Error('sealed in a way this program does not know')
      const iv = bytes.subarray(1, 1 + IV_BYTES)
      const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
      return decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
