import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import fc from '../../test/properties.ts'
import { sized } from '../../test/tier.ts'
import { newSecret, signedHeaders } from './signing.ts'

const body = JSON.stringify({ id: 'evt_1', type: 'price.updated', data: { name: 'महिंद्रा 575' } })

it('makes secrets of 32 random bytes', () => {
  const secret = newSecret()
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  assert.notEqual(newSecret(), secret)
})

it('signs the raw body with the secret as it was returned, in lower-case hex', () => {
  const secret = newSecret()
  const headers = signedHeaders([secret], { id: 'evt_1', body }, Date.now())
  const expected = createHmac('sha256', secret).update(Buffer.from(body)).digest('hex')
  assert.equal(headers['X-Service-Signature'], expected)
})

it('is verified by the Standard Webhooks library unless body, ID or timestamp change', (t) => {
  const secret = newSecret()
  const webhook = new Webhook(secret)
  const now = Math.floor(Date.now() / 1_000)
  let changed = 0
  fc.assert(
    fc.property(
      fc.json(),
      fc.uuid(),
      fc.constantFrom('body', 'webhook-id', 'webhook-timestamp'),
      fc.nat(),
      fc.integer({ min: 1, max: 200 }),
      (text, id, part, place, shift) => {
        const message = { id: `evt_${id}`, body: text }
        const headers: Record<string, string> = signedHeaders([secret], message, now * 1_000)
        webhook.verify(text, headers)
        const forged = { ...headers }
        let forgedBody = text
        if (part === 'body') forgedBody = mutate(text, place, shift)
        else if (part === 'webhook-id') forged[part] = mutate(message.id, place, shift)
        else forged[part] = String(now + (place % 2 === 0 ? shift : -shift))
        changed++
        assert.throws(() => webhook.verify(forgedBody, forged), WebhookVerificationError)
      },
    ),
    { numRuns: sized(300, 10_000) },
  )
  assert.ok(changed >= 300)
  t.diagnostic(`${changed} changes, 0 verify`)
})

it('signs with both secrets during a rotation', () => {
  const [old, next] = [newSecret(), newSecret()]
  const message = { id: 'evt_1', body }
  const headers = signedHeaders([old, next], message, Date.now())
  assert.equal(headers['webhook-signature']?.split(' ').length, 2)
  for (const secret of [old, next]) new Webhook(secret).verify(body, headers)
  assert.equal(headers['X-Service-Signature'], createHmac('sha256', old).update(body).digest('hex'))
})

/** Another text: one byte changed, added or taken away. */
function mutate(text: string, place: number, shift: number): string {
  const i = place % (text.length + 1)
  if (i === text.length) return `${text}${String.fromCharCode(33 + (shift % 90))}`
  if (shift % 3 === 0) return text.slice(0, i) + text.slice(i + 1)
  const code = 33 + ((text.charCodeAt(i) + shift) % 90)
  return text.slice(0, i) + String.fromCharCode(code === text.charCodeAt(i) ? code + 1 : code) + text.slice(i + 1)
}
