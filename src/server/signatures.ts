import { hash, sign } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SigningKeys } from '../auth/signing-keys.ts'
import { DAY_MS } from '../lib/calendar.ts'
import { ACCEPT_SIGNATURE } from '../schema/api/operation.ts'

/** Where the public keys are (draft-meunier-http-message-signatures-directory). */
export const DIRECTORY = '/.well-known/http-message-signatures-directory'
const SIGNING_MS = 30 * DAY_MS
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json'

const COMPONENTS = '("@status" "content-digest" "content-type" "@method";req "@authority";req "@path";req "@query";req)'
/** The first member of Accept-Signature (RFC 9421, section 5.1): a label, then what should be signed and how. */
const ACCEPTED = new RegExp(ACCEPT_SIGNATURE)
/** A parameter of the list, outside of its components. */
const PARAMETER = /(?<=\).*);\s*([a-z*][\w.*-]*)/g
/** A parameter of the caller's own that the signature repeats. */
const REPEATED = /;\s*(nonce|tag)="([ !#-[\]-~]{0,200})"/g

/** What is wrong with Accept-Signature, if anything: a parameter that is given twice means two things. */
export function signatureFault({ headers }: IncomingMessage): string | undefined {
  const sent = String(headers['accept-signature'])
  const list = ACCEPTED.exec(sent)?.[2]
  if (list === undefined && sent.trim() !== '')
    return 'Accept-Signature must be a label with a list of components, such as sig=("@status");nonce="1".'
  const names = [...(list ?? '').matchAll(PARAMETER)].map(([, name]) => name)
  return new Set(names).size < names.length ? 'Accept-Signature has a parameter twice.' : undefined
}

/** The host that was asked, in small letters and without the usual port (RFC 9421, section 2.2.3). */
function authorityOf({ headers, socket }: IncomingMessage): string {
  const usual = (socket as TLSSocket).encrypted ? /:443$/ : /:80$/
  return (headers.host ?? '').toLowerCase().replace(usual, '')
}

/** Whether the response to this request is to be signed: to a GET under `/v1`, not to one for the keys. */
export function wantsSignature({ headers, group, method, url }: FastifyRequest): boolean {
  if (headers['accept-signature'] === undefined) return false
  return group === 'api' && method === 'GET' && !url.includes(DIRECTORY)
}

/** Returns a digest of the body and a signature over the response (RFC 9421). */
export function signatureHeaders(
  keys: SigningKeys,
  request: IncomingMessage,
  { status, type, body }: { status: number; type: string; body: Buffer },
): Record<string, string> {
  const [, label, components] = ACCEPTED.exec(String(request.headers['accept-signature'])) ?? []
  const [key] = keys()
  if (!label || !components || !key) return {}
  const digest = `sha-256=:${hash('sha256', body, 'base64')}:`
  const [path = '', query = ''] = request.url!.split(/\?(.*)/s)
  const parameters = [...components.matchAll(REPEATED)].map(([, name, value]) => `;${name}="${value}"`).join('')
  const input = `${COMPONENTS};created=${Math.floor(Date.now() / 1_000)};keyid="${key.id}"${parameters}`
  const base = [
    `"@status": ${status}`,
    `"content-digest": ${digest}`,
    `"content-type": ${type}`,
    `"@method";req: ${request.method}`,
    `"@authority";req: ${authorityOf(request)}`,
    `"@path";req: ${path}`,
    `"@query";req: ?${query}`,
    `"@signature-params": ${input}`,
  ].join('\n')
  const signature = sign(null, Buffer.from(base), key.private).toString('base64')
  return {
    'content-digest': digest,
    'signature-input': `${label}=${input}`,
    signature: `${label}=:${signature}:`,
  }
}

/** The public keys, for those who check signatures. */
export function addSigningDirectory(app: FastifyInstance, keys: SigningKeys): void {
  app.get(DIRECTORY, (_request, reply) => {
    const seconds = (timestamp: number) => Math.floor(timestamp / 1_000)
    const existing = keys().map(({ id, x, beganAt, endedAt }, i) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      use: 'sig',
      kid: id,
      x,
      ...(beganAt !== undefined && { nbf: seconds(beganAt) }),
      // The one that signs does so for a month more at least, unless another takes its place.
      ...(i === 0
        ? { exp: seconds(Math.max(Date.now(), beganAt ?? 0) + SIGNING_MS) }
        : endedAt !== undefined && { exp: Math.ceil(endedAt / 1_000) }),
    }))
    const body = Buffer.from(JSON.stringify({ keys: existing }))
    reply.headers({ 'content-type': DIRECTORY_TYPE, 'cache-control': 'public, max-age=300' }).send(body)
  })
}
