import { YantraError } from './errors.ts'

/** A public key of the service, as its directory tells it. */
export interface SigningKey {
  kty: string
  crv: string
  kid: string
  x: string
  /** From when until when it signs, in seconds; unknown where the operator gave it as a setting. */
  nbf?: number
  exp?: number
}

/** What the directory answers. */
export interface KeyDirectory {
  keys: readonly SigningKey[]
}

/** A signed answer with what it takes to check it, also years later: plain JSON, to be kept as one file. */
export interface Proof extends KeyDirectory {
  /** The address that was asked, by GET. */
  url: string
  status: number
  headers: Record<string, string>
  /** The answer as it came, to the byte. */
  body: string
}

export interface VerifyOptions {
  /** The address that was asked, for a response that does not say so itself. */
  url?: string
  /** The one that was sent with `Accept-Signature`. */
  nonce?: string
  /** How far from now the signature may have been made: five minutes for a response, any time for a proof. */
  maxAgeS?: number
}

/** Where the keys are. */
export const DIRECTORY = '/.well-known/http-message-signatures-directory'
const COMPONENTS = '("@status" "content-digest" "content-type" "@method";req "@authority";req "@path";req "@query";req)'
const FIELDS = ['content-type', 'content-digest', 'signature-input', 'signature']
const INPUT = /^([a-z*][\w.*-]*)=(\([^()]*\))((?:;[a-z*][\w.*-]*=(?:\d+|"[ !#-[\]-~]*"))*)$/
const PARAMETER = /;([a-z*][\w.*-]*)=(?:(\d+)|"([^"]*)")/g
const TOLERANCE_S = 300
const utf8 = new TextEncoder()

/**
 * Checks a signed answer: its body, its status, what was asked, its age, and that one of the keys made the signature
 * while it was in use. Gives the proof to keep; throws a YantraError that says what is wrong. A proof is checked alike,
 * with keys that you trust.
 */
export async function verifySigned(
  answer: Response | Proof,
  { keys }: KeyDirectory,
  options: VerifyOptions = {},
): Promise<Proof> {
  const isProof = typeof answer.body === 'string'
  const proof = isProof ? { ...(answer as Proof), keys } : await toProof(answer as Response, keys, options.url)
  try {
    await check(proof, isProof ? { maxAgeS: Number.POSITIVE_INFINITY, ...options } : options)
  } catch (cause) {
    if (cause instanceof YantraError) throw cause
    throw new YantraError('not proven: this is no signed answer', { cause })
  }
  return proof
}

async function check({ url, status, headers, body, keys }: Proof, { nonce, maxAgeS = TOLERANCE_S }: VerifyOptions) {
  const insist = (isSo: boolean, otherwise: string) => {
    if (!isSo) throw new YantraError(`not proven: ${otherwise}`, { status })
  }
  for (const name of FIELDS) insist(Boolean(headers[name]), `the header ${name} is missing`)
  const [, label, components, parameters = ''] = INPUT.exec(headers['signature-input']!) ?? []
  const found = Array.from(parameters.matchAll(PARAMETER), ([, name, number, text]) => [name, number ?? text] as const)
  const given = new Map(found)
  insist(components === COMPONENTS && given.size === found.length, 'the signature is of something else')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(body)))
  const isWhole = headers['content-digest'] === `sha-256=:${btoa(String.fromCharCode(...digest))}:`
  insist(isWhole, 'the body is not the one that was signed, or came compressed')
  insist(nonce === undefined || given.get('nonce') === nonce, 'the nonce is not the one that was sent')
  const created = Number(given.get('created'))
  const now = Date.now() / 1000
  insist(created <= now + TOLERANCE_S && created >= now - maxAgeS, 'the signature is too old, or of a time to come')
  const expires = Number(given.get('expires') ?? Number.POSITIVE_INFINITY)
  insist(expires >= (maxAgeS < Number.POSITIVE_INFINITY ? now : created), 'the signature has expired')
  const key = keys.find(({ kid }) => kid === given.get('keyid'))
  if (!key) throw new YantraError('not proven: the key is not known', { status })
  const { kty, crv, x, nbf = 0, exp = Number.POSITIVE_INFINITY } = key
  insist(created >= nbf && created <= exp, 'the key was not in use then')
  const { host, pathname, search } = new URL(url)
  const base = [
    `"@status": ${status}`,
    `"content-digest": ${headers['content-digest']}`,
    `"content-type": ${headers['content-type']}`,
    '"@method";req: GET',
    `"@authority";req: ${host}`,
    `"@path";req: ${pathname}`,
    `"@query";req: ${search || '?'}`,
    `"@signature-params": ${components}${parameters}`,
  ].join('\n')
  const [, name, signature = ''] = /^([^=]+)=:([\w+/]{86}==):$/.exec(headers.signature!) ?? []
  const made = Uint8Array.from(atob(signature), (sign) => sign.charCodeAt(0))
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  const isGood = name === label && (await crypto.subtle.verify('Ed25519', imported, made, utf8.encode(base)))
  insist(isGood, 'the signature is not of this answer to this question')
}

async function toProof(response: Response, keys: readonly SigningKey[], url = response.url): Promise<Proof> {
  const headers = Object.fromEntries(FIELDS.map((name) => [name, response.headers.get(name) ?? '']))
  return { url, status: response.status, headers, body: await response.clone().text(), keys }
}
