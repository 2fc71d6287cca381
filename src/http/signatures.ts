import { hash, sign } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { Reply } from './reply.ts'

/** Where the public keys are (draft-meunier-http-message-signatures-directory). */
export const DIRECTORY = '/.well-known/http-message-signatures-directory'
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json'

/** What is signed, in this order. */
const COMPONENTS = '("@status" "content-digest" "content-type" "@path";req "@query";req)'
/** The first member of Accept-Signature (RFC 9421, section 5.1): a label, then what should be signed and how. */
const ASKED = /^\s*([a-z*][\w.*-]{0,63})\s*=\s*(\([^()]{0,1000}\)[^,]{0,1000})/
/** A parameter of the caller's own that the signature repeats. */
const REPEATED = /;\s*(nonce|tag)="([ !#-[\]-~]{0,200})"/g

/** The reply with a digest of its body and a signature over what it answers (RFC 9421); as it was when it has no body. */
export function signedReply(keys: SigningKeys, request: IncomingMessage, reply: Reply): Reply {
  const asked = ASKED.exec(String(request.headers['accept-signature']))
  const now = Date.now()
  const [key] = keys(now)
  const { status, fields, body } = reply
  if (!asked || !key || body === undefined) return reply
  const digest = `sha-256=:${hash('sha256', body, 'base64')}:`
  const type = fields[fields.lastIndexOf('content-type') + 1]!
  const [path = '', query = ''] = request.url!.split(/\?(.*)/s)
  const own = [...asked[2]!.matchAll(REPEATED)].map(([, name, value]) => `;${name}="${value}"`).join('')
  const input = `${COMPONENTS};created=${Math.floor(now / 1_000)};keyid="${key.id}"${own}`
  const base = [
    `"@status": ${status}`,
    `"content-digest": ${digest}`,
    `"content-type": ${type}`,
    `"@path";req: ${path}`,
    `"@query";req: ?${query}`,
    `"@signature-params": ${input}`,
  ].join('\n')
  const signature = sign(null, Buffer.from(base), key.private).toString('base64')
  const label = asked[1]!
  const signed = ['signature-input', `${label}=${input}`, 'signature', `${label}=:${signature}:`]
  return { status, fields: [...fields, 'content-digest', digest, ...signed], body }
}

/** The public keys, for those who check signatures. */
export function addSigningDirectory(app: FastifyInstance, keys: SigningKeys): void {
  app.get(DIRECTORY, (_request, reply) => {
    const known = keys(Date.now()).map(({ id, x }) => ({ kty: 'OKP', crv: 'Ed25519', use: 'sig', kid: id, x }))
    const body = Buffer.from(JSON.stringify({ keys: known }))
    reply.headers({ 'content-type': DIRECTORY_TYPE, 'cache-control': 'public, max-age=300' }).send(body)
  })
}
