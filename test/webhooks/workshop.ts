import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createKey } from '../../src/auth/api-key-store.ts'
import { type Db, writeTransaction } from '../../src/database/schema.ts'
import { EVENTS, type EventName } from '../../src/schema/api/webhook.ts'
import { recordEvents } from '../../src/webhooks/outbox.ts'
import { createSecretCipher, type Secrets } from '../../src/webhooks/signing.ts'
import { createSubscription } from '../../src/webhooks/subscriptions.ts'

export const SECRET_KEY = randomBytes(32).toString('hex')

export async function newSecrets(): Promise<Secrets> {
  return { ...(await createSecretCipher(SECRET_KEY)), wrongKey: undefined, isDatabaseKey: async () => true }
}

export async function newKeyId(db: Db): Promise<string> {
  return (await createKey(db, { name: 'test', tier: 'enterprise', expiresAt: null }, Date.now())).id
}

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
  at: number
}

export interface Receiver {
  url: string
  requests: Received[]
  /** Resolves when so many requests have arrived. */
  arrived(count: number): Promise<void>
}

type Answer = (request: Received, response: ServerResponse) => void

/** A receiver on loopback, gone when the test ends. */
export async function startReceiver(t: TestContext, answer: Answer = (_, response) => response.end('ok')) {
  const requests: Received[] = []
  const waiting: { count: number; resolve(): void }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const received = { path: request.url ?? '', headers: request.headers, body, at: Date.now() }
      requests.push(received)
      answer(received, response)
      for (const item of waiting) if (requests.length >= item.count) item.resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    arrived(count) {
      if (requests.length >= count) return Promise.resolve()
      return new Promise((resolve) => waiting.push({ count, resolve }))
    },
  }
  return receiver
}

export async function subscribe(
  db: Db,
  secrets: Secrets,
  keyId: string,
  url: string,
  events: EventName[] = [...EVENTS],
  now = Date.now(),
) {
  return createSubscription(db, secrets, keyId, { url, events }, now)
}

/** Records events as an import does. Returns their ids. */
export async function publish(db: Db, count: number, now = Date.now(), type: EventName = 'price.updated') {
  const ids: string[] = []
  const prefix = randomBytes(6).toString('hex')
  const events = Array.from({ length: count }, (_, logAt) => ({
    ...{ type, created_at: now, data: { number: logAt }, record: `machine number-${logAt}`, revision: 0 },
  }))
  await writeTransaction(db, (trx) =>
    recordEvents(trx, events, () => {
      const id = `evt_${prefix}_${ids.length}`
      ids.push(id)
      return id
    }),
  )
  return ids
}

export interface LogLine {
  level: 'info' | 'warn' | 'error'
  details: object
  message: string
}

/** A log that keeps its lines. */
export function newLog() {
  const lines: LogLine[] = []
  const logAt = (level: LogLine['level']) => (details: object, message: string) => {
    lines.push({ level, details, message })
  }
  return { lines, info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
}
