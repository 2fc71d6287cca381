import type { WebhookEvent } from './contract.ts'
import { YantraError } from './errors.ts'

type HeadersIn = Headers | Record<string, string | readonly string[] | undefined>

const TOLERANCE_S = 300
const utf8 = new TextEncoder()

/**
 * Checks the Standard Webhooks signature of a delivery and gives its event. `body` is the raw body as it came: parsed
 * and written anew, its bytes may differ. Throws a YantraError for anything that is not signed with the secret, or not
 * within five minutes.
 */
export async function unwrapWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeadersIn,
  secret: string,
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(Date.now() / 1000 - seconds) <= TOLERANCE_S)) {
    throw new YantraError('the delivery is not of the last five minutes')
  }
  const raw = typeof body === 'string' ? utf8.encode(body) : new Uint8Array(body)
  const signed = concat(utf8.encode(`${id}.${timestamp}.`), raw)
  const key = await importKey(secret)
  for (const one of signatures.split(' ')) {
    const signature = one.startsWith('v1,') ? fromBase64(one.slice(3)) : undefined
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) {
      return JSON.parse(new TextDecoder().decode(raw)) as WebhookEvent
    }
  }
  throw new YantraError('the signature does not match: another secret, or the body was changed')
}

function headerOf(headers: HeadersIn, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = typeof value === 'string' ? value : value?.[0]
  if (!text) throw new YantraError(`the header ${name} is missing`)
  return text
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : undefined
  if (!bytes || bytes.length === 0) throw new YantraError('the secret must begin with whsec_')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
