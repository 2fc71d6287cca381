import assert from 'node:assert/strict'
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { it } from 'node:test'
import { rotateSigningKey, signingFileOf } from '../../src/auth/signing-keys.ts'
import { DIRECTORY } from '../../src/server/signatures.ts'
import { ask } from '../ask.ts'
import { sqlite, target } from '../backends.ts'
import { catalogueApp } from '../catalogue-app.ts'
import { startService } from '../service.ts'

const REQUESTED = { 'accept-signature': 'loan=("@status");created;nonce="a 1";tag="case"' }
const SHEET = '/v1/tractors/mahindra-575-di'

type Key = { kid: string; kty: string; crv: string; x: string }
type Requested = Awaited<ReturnType<typeof ask>>

/** Where the keys were read last. */
let host = ''

async function keysOf(url: string): Promise<Key[]> {
  host = new URL(url).host
  const { body, headers } = await ask(url + DIRECTORY)
  assert.equal(headers['content-type'], 'application/http-message-signatures-directory+json')
  return JSON.parse(body.toString()).keys
}

/** Checks as RFC 9421 tells a verifier to, from what the client sent and got alone. */
function isSigned(path: string, { status, headers, body }: Requested, keys: readonly Key[]): boolean {
  const input = String(headers['signature-input']).replace(/^loan=/, '')
  const [, components = '', keyId] = /^\(([^)]*)\);created=\d+;keyid="([^"]+)";nonce="a 1";tag="case"$/.exec(input)!
  const digest = createHash('sha256').update(body).digest('base64')
  if (headers['content-digest'] !== `sha-256=:${digest}:`) return false
  const [only, query = ''] = path.split('?')
  const values: Record<string, unknown> = {
    ...{ '"@method";req': 'GET', '"@authority";req': host },
    ...{ '"@status"': status, '"@path";req': only, '"@query";req': `?${query}` },
    ...{ '"content-digest"': headers['content-digest'], '"content-type"': headers['content-type'] },
  }
  const lines = components.split(' ').map((name) => `${name}: ${values[name]}`)
  assert.equal(lines.length, 7)
  const base = [...lines, `"@signature-params": ${input}`].join('\n')
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === keyId)!, format: 'jwk' })
  const [, signature = ''] = /^loan=:(.+):$/.exec(String(headers.signature))!
  return verify(null, Buffer.from(base), key, Buffer.from(signature, 'base64'))
}

it('signed answers are given to those who ask, from the app and from what it keeps, errors too', async (t) => {
  const db = await sqlite.newSample(t)
  const { url, cacheHits } = await catalogueApp(t, db, { env: { SIGNING_KEY: randomBytes(32).toString('base64') } })
  const keys = await keysOf(url)
  for (const path of [SHEET, SHEET, '/v1/tractors?q=mahindra&limit=2', '/v1/tractors/nothing', '/v1/nothing?a=1']) {
    const reply = await ask(url + path, REQUESTED)
    assert.ok(isSigned(path, reply, keys), path)
    assert.equal(isSigned(`${path}1`, reply, keys), false)
    assert.equal(isSigned(path, { ...reply, status: 201 }, keys), false)
    const plain = await ask(url + path)
    assert.deepEqual([plain.headers.signature, plain.headers['content-digest']], [undefined, undefined])
  }
  const packed = { ...REQUESTED, 'accept-encoding': 'br' }
  assert.ok(isSigned(SHEET, await ask(url + SHEET, packed), keys))
  assert.ok(isSigned(SHEET, await ask(url + SHEET, packed), keys))
  assert.ok(cacheHits() > 0)
  const { headers } = await ask(url + SHEET)
  assert.match(headers.vary!, /accept-signature/i)
  const same = await ask(url + SHEET, { ...REQUESTED, 'if-none-match': headers.etag! })
  assert.deepEqual([same.status, same.headers.signature], [304, undefined])
})

it('signed answers can be checked after the key has changed', async (t) => {
  const address = await sqlite.newUrl(t)
  const service = await startService(t, { DATABASE_URL: address, SAMPLE: 'true' })
  const path = '/v1/machines/classes'
  const before = await ask(service.url + path, REQUESTED)
  const database = target(address)
  assert.ok(database.kind === 'sqlite')
  const created = rotateSigningKey(signingFileOf(database.path), Date.now())
  const after = await ask(service.url + path, REQUESTED)
  const keys = await keysOf(service.url)
  assert.equal(keys.length, 2)
  assert.equal(keys[0]!.kid, created.id)
  assert.ok(isSigned(path, before, keys) && isSigned(path, after, keys))
  assert.notEqual(/keyid="([^"]+)"/.exec(String(before.headers['signature-input']))![1], created.id)
  rotateSigningKey(signingFileOf(database.path), Date.now() + 31 * 86_400_000)
  const all = await keysOf(service.url)
  assert.equal(all.length, 3, 'every key that ever signed stays')
  assert.ok(isSigned(path, before, all))
  for (const { nbf, exp } of all as { nbf?: number; exp?: number }[]) assert.ok(nbf! > 1e9 && exp! > nbf!)
})
