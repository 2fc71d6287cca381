import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { it } from 'node:test'
import { type Proof, proofOf, type VerifyOptions, verifySigned, YantraClient } from '../../client/src/index.ts'
import { rotateSigningKey, signingFileOf } from '../../src/auth/signing-keys.ts'
import { DIRECTORY } from '../../src/server/signatures.ts'
import { sqlite, target } from '../backends.ts'
import fc from '../properties.ts'
import { sampleService } from '../sample-service.ts'
import { startService } from '../service.ts'
import { hasPython, python } from './python.ts'
import { json, stage, type Turn } from './stage.ts'

const CHECK = `
def outcome(proof, keys, options):
    try:
        verify_signed(proof, keys, nonce=options.get("nonce"), max_age=options.get("maxAgeS"))
    except YantraError as error:
        return str(error)
    return "good"
print(json.dumps([outcome(*one) for one in json.load(sys.stdin)]))`

type Case = [proof: Proof, keys: Pick<Proof, 'keys'>, options: VerifyOptions]

async function outcome(...[proof, keys, options]: Case): Promise<string> {
  return verifySigned(proof, keys, options).then(
    () => 'good',
    (error) => `${error.message}`,
  )
}

/** What the client for JavaScript and, where there is Python, the one for it say of each: the same. */
async function outcomes(cases: Case[]): Promise<string[]> {
  const spoken = await Promise.all(cases.map((item) => outcome(...item)))
  if (hasPython) assert.deepEqual(await python(CHECK, [], cases), spoken)
  return spoken
}

const now = () => Math.floor(Date.now() / 1_000)
const LIST = '("@status" "content-digest" "content-type" "@method";req "@authority";req "@path";req "@query";req)'

interface Requested {
  url?: string
  body?: string
  parameters?: string
  list?: string
}

/** An answer signed as RFC 9421 says, by node:crypto alone. */
function signed({
  url = 'https://Yantra.example:443/v1/a?b=%20c',
  body = '{"é":1}',
  parameters,
  list = LIST,
}: Requested): Proof {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  const input = `${list}${parameters ?? `;created=${now()}`};keyid="k"`
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const [, host, path, query] = /^https:\/\/([^/]+?)(?::443)?(\/[^?]*)(\?.*)?$/.exec(url)!
  const lines = [
    ...['"@status": 200', `"content-digest": ${digest}`, '"content-type": application/json'],
    ...['"@method";req: GET', `"@authority";req: ${host!.toLowerCase()}`, `"@path";req: ${path}`],
    ...[`"@query";req: ${query ?? '?'}`, `"@signature-params": ${input}`],
  ]
  const signature = sign(null, Buffer.from(lines.join('\n')), privateKey).toString('base64')
  const headers = {
    ...{ 'content-type': 'application/json', 'content-digest': digest },
    ...{ 'signature-input': `a=${input}`, signature: `a=:${signature}:` },
  }
  return { url, status: 200, headers, body, keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'k', x: x! }] }
}

it('client.signed gives what the service signed, with a proof that stays good after the key has changed', async (t) => {
  const address = await sqlite.newUrl(t)
  const service = await startService(t, { DATABASE_URL: address, SAMPLE: 'true' })
  const client = new YantraClient({ baseUrl: service.url, cache: true })
  const sheet = await client.signed.machine('mahindra-575-di')
  assert.deepEqual(sheet, await client.machine('mahindra-575-di'))
  const page = await client.signed.search({ q: "50 hp d'or", manufacturer: ['mahindra', 'swaraj'] })
  const missing = await client.signed.machine('nothing').catch((error) => error)
  const classes = await client.signed.classes()
  const answered = [
    { result: sheet, expected: sheet },
    { result: page, expected: page },
    { result: classes, expected: await client.classes() },
  ]
  const proofs: Proof[] = answered.map(({ result, expected }) => {
    const proof = proofOf(result)!
    assert.deepEqual(JSON.parse(proof.body), expected)
    return JSON.parse(JSON.stringify(proof))
  })
  assert.equal(missing.code, 'not-found')
  proofs.push(proofOf(missing)!)
  assert.equal(proofOf(await client.classes()), undefined)

  const database = target(address)
  assert.ok(database.kind === 'sqlite')
  rotateSigningKey(signingFileOf(database.path), Date.now())
  const after = proofOf(await client.signed.listing(3))!
  assert.equal(after.keys.length, 2, 'a new key is looked up')
  const directory = (await (await service.get(DIRECTORY)).json()) as Proof
  const cases = [...proofs, after].map((proof): Case => [proof, directory, {}])
  assert.deepEqual([...new Set(await outcomes(cases))], ['good'])

  if (!hasPython) return
  const program = `
client = YantraClient(json.load(sys.stdin))
results = [client.signed.machine("mahindra-575-di"), client.signed.search_page(q="50 hp d'or")]
try:
  client.signed.machine("nothing")
except YantraProblem as problem:
  results.append(problem)
assert results[0] == client.machine("mahindra-575-di") and proof_of(client.classes()) is None
print(json.dumps([proof_of(result) for result in results]))`
  const created = (await python(program, [], service.url)) as Proof[]
  assert.deepEqual(
    await Promise.all(created.map((proof) => outcome(proof, proof, {}))),
    created.map(() => 'good'),
  )
})

it('client.signed refuses what is not signed, and leaves the errors of gateways as they are', async (t) => {
  const plain = await stage(t, (request, response) => {
    const keys = request.url?.startsWith('/.well-known')
    json(keys ? { keys: [] } : [])(request, response)
  })
  await assert.rejects(new YantraClient({ baseUrl: plain.url }).signed.classes(), /content-digest is missing/)
  const bad: Turn = (_request, response) => void response.writeHead(500).end('<h1>no</h1>')
  const gateway = await stage(t, bad)
  await assert.rejects(new YantraClient({ baseUrl: gateway.url }).signed.classes(), { status: 500 })
  const [requested] = gateway.asked
  assert.match(String(requested!.headers['accept-signature']), /^yantra=\("@status"\);created;nonce="[\w-]{36}"$/)
  assert.equal(requested!.headers['accept-encoding'], 'identity')
})

it('client.signed is asked with another nonce each time, and takes no answer to another', async () => {
  const service = await sampleService()
  let first: Response | undefined
  const nonces = new Set<string | null>()
  const replaying: typeof fetch = async (input, init) => {
    nonces.add(new Headers(init?.headers).get('accept-signature'))
    const response = await fetch(input, init)
    if (String(input).endsWith(DIRECTORY)) return response
    first ??= response.clone()
    return first.clone()
  }
  const client = new YantraClient({ baseUrl: service.url, fetch: replaying }).signed
  await client.classes()
  await assert.rejects(client.classes(), /the nonce is not the one that was sent/)
  await assert.rejects(client.machine('mahindra-575-di'), /the nonce/)
  nonces.delete(null)
  assert.equal(nonces.size, 3)
})

it('verifySigned takes whatever key, address, body and nonce were signed', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  const cases: Case[] = []
  await fc.assert(
    fc.asyncProperty(text, text, text, fc.stringMatching(/^[ !#-[\]-~]{0,20}$/), async (slug, query, body, nonce) => {
      const url = `https://yantra.example/v1/${encodeURIComponent(slug)}?q=${encodeURIComponent(query).replaceAll("'", '%27')}`
      const proof = signed({ url, body, parameters: `;created=${now()};nonce="${nonce}"` })
      cases.push([proof, proof, { nonce }])
      assert.equal(await outcome(proof, proof, { nonce }), 'good')
    }),
    { numRuns: 100 },
  )
  if (hasPython) assert.deepEqual([...new Set((await python(CHECK, [], cases)) as string[])], ['good'])
})

it('verifySigned says what is wrong with anything else', async () => {
  const good = signed({ parameters: `;created=${now() - 20};nonce="n";tag="t"` })
  const [key] = good.keys
  const other = signed({}).keys[0]!
  const signedAt = (created: number, more = '') => signed({ parameters: `;created=${created}${more}` })
  const without = (name: string) => ({ ...good, headers: { ...good.headers, [name]: '' } })
  const mangled = {
    ...good.headers,
    signature: good.headers.signature!.replace(/:(.)/, (_, item) => `:${item === 'A' ? 'B' : 'A'}`),
  }
  const table: [string, Proof, VerifyOptions?, object?][] = [
    ['good', good, { nonce: 'n', maxAgeS: 300 }],
    ['good', { ...good, url: 'https://yantra.example/v1/a?b=%20c' }],
    ['good', signedAt(now() - 10 * 365 * 86_400)],
    ['good', good, {}, { nbf: now() - 20, exp: now() - 20 }],
    ['the body is not', { ...good, body: `${good.body} ` }],
    ['the signature is not', { ...good, status: 404 }],
    ['the signature is not', { ...good, url: 'https://yantra.example/v1/b?b=%20c' }],
    ['the signature is not', { ...good, url: 'https://yantra.example/v1/a?b=%20d' }],
    ['the signature is not', { ...good, url: 'https://yantra.example/v1/a' }],
    ['the signature is not', { ...good, url: 'https://yantra.example:8443/v1/a?b=%20c' }],
    ['the signature is not', { ...good, url: 'https://other.example/v1/a?b=%20c' }],
    ['the signature is not', { ...good, headers: { ...good.headers, 'content-type': 'text/html' } }],
    ['the signature is not', { ...good, headers: mangled }],
    [
      'the signature is not',
      { ...good, headers: { ...good.headers, signature: good.headers.signature!.replace('a', 'b') } },
    ],
    ['the signature is not', good, {}, { x: other.x }],
    ['the nonce is not', good, { nonce: 'm' }],
    ['the nonce is not', signedAt(now()), { nonce: 'n' }],
    ['the signature is too old', signedAt(now() - 302), { maxAgeS: 300 }],
    ['the signature is too old', signedAt(now() + 360)],
    ['the signature is too old', signed({ parameters: ';nonce="n"' })],
    ['the signature has expired', signedAt(now() - 20, `;expires=${now() - 1}`), { maxAgeS: 300 }],
    ['the key is not known', good, {}, { kid: 'l' }],
    ['the key was not in use', good, {}, { nbf: now() - 10 }],
    ['the key was not in use', good, {}, { exp: now() - 30 }],
    ['the header content-type is missing', without('content-type')],
    ['the header content-digest is missing', without('content-digest')],
    ['the header signature-input is missing', without('signature-input')],
    ['the header signature is missing', without('signature')],
    ['the signature is of something else', signed({ list: '("@status" "content-digest")' })],
    ['the signature is of something else', signedAt(now(), `;created=${now()}`)],
    ['this is no signed answer', { ...good, url: 5 as never }],
    ['this is no signed answer', { ...good, headers: undefined as never }],
  ]
  const cases = table.map(([, proof, options = {}, change]): Case => {
    const mine = proof === good || change ? [{ ...key!, ...change }] : proof.keys
    return [proof, { keys: mine }, options]
  })
  const spoken = await outcomes(cases)
  for (const [place, [expected]] of table.entries()) {
    assert.ok(
      spoken[place]!.replace('not proven: ', '').startsWith(expected),
      `${place}: ${expected}: ${spoken[place]}`,
    )
  }
  for (const junk of ['', 'a', 'a=', 'a=()', `a=${LIST}`, `${'a'.repeat(5_000)}=${LIST};created=1`]) {
    const proof = { ...good, headers: { ...good.headers, 'signature-input': junk } }
    assert.match((await outcomes([[proof, proof, {}]]))[0]!, /^not proven/, junk)
  }
})
