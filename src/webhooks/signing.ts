import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The lower-case hex HMAC-SHA256 of the raw body, keyed with the secret as text. */
export function serviceSignature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** One entry of `webhook-signature` by Standard Webhooks: keyed with the bytes that the secret encodes. */
function standardSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface Message {
  id: string
  body: string
}

/**
 * The headers of one attempt. `secrets` are those in force, oldest first. With several, the plain signature uses the
 * oldest, since a header with one value cannot serve both.
 */
export function signedHeaders(secrets: readonly string[], { id, body }: Message, now: number): Record<string, string> {
  const [oldest] = secrets
  if (oldest === undefined) throw new Error('a message needs a secret to be signed with')
  const timestamp = Math.floor(now / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Yantra-Webhooks/1',
    'X-Service-Signature': serviceSignature(oldest, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .toReversed()
      .map((secret) => standardSignature(secret, id, timestamp, body))
      .join(' '),
  }
}
