/**
 * Two foreign libraries check signed answers of the sample, and refuse them when something was changed: `npm run
 * signatures`. They are fetched from their registries, so the tests do without them.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { start } from '../src/commands/serve.ts'
import { toConfig } from '../src/config.ts'
import { newFolder } from './folder.ts'

const PYTHON_LIBRARY = 'http-message-signatures==3.0.0'
const NPM_LIBRARY = 'http-message-signatures@1.0.6'
const run = promisify(execFile)

const PYTHON_READER = `
import base64, sys, requests
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, algorithms

address = sys.argv[1]
known = {key["kid"]: key for key in requests.get(address + "/.well-known/http-message-signatures-directory").json()["keys"]}

class Keys(HTTPSignatureKeyResolver):
    def resolve_public_key(self, key_id):
        return Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(known[key_id]["x"] + "="))

verifier = HTTPMessageVerifier(signature_algorithm=algorithms.ED25519, key_resolver=Keys())
good = refused = 0
for path in sys.argv[2:]:
    answer = requests.get(address + path, headers={"Accept-Signature": 'sig1=("@status")', "Accept-Encoding": "identity"})
    (result,) = verifier.verify(answer, body=answer.content)
    good += result.label == "sig1"
    answer.status_code += 1
    try:
        verifier.verify(answer, body=answer.content)
    except Exception:
        refused += 1
print(good, refused)
`

const NPM_READER = `
import { createPublicKey } from 'node:crypto'
import signatures from 'http-message-signatures'
const { createVerifier, httpbis } = signatures
const [address, ...paths] = process.argv.slice(2)
const { keys } = await (await fetch(address + '/.well-known/http-message-signatures-directory')).json()
const keyLookup = async ({ keyid }) => {
  const key = createPublicKey({ key: keys.find(({ kid }) => kid === keyid), format: 'jwk' })
  return { id: keyid, algs: ['ed25519'], verify: createVerifier(key, 'ed25519') }
}
let good = 0
let refused = 0
for (const path of paths) {
  const request = { method: 'GET', url: address + path, headers: { 'Accept-Signature': 'sig1=("@status")' } }
  const answer = await fetch(request.url, request)
  const message = { status: answer.status, headers: Object.fromEntries(answer.headers) }
  if (await httpbis.verifyMessage({ keyLookup }, message, request)) good++
  if (!(await httpbis.verifyMessage({ keyLookup }, { ...message, status: 299 }, request).catch(() => false))) refused++
}
console.log(good, refused)
`

const folder = newFolder()
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const service = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0' }), false, nowhere)
try {
  const address = service.url
  const { hits } = (await (await fetch(`${address}/v1/tractors?limit=20`)).json()) as { hits: { slug: string }[] }
  const paths = [
    '/v1/tractors?q=50%20hp&limit=3',
    '/v1/tractors/none',
    ...hits.map(({ slug }) => `/v1/tractors/${slug}`),
  ]
  await run('python3', ['-m', 'venv', join(folder, 'venv')])
  const bin = join(folder, 'venv', 'bin')
  await run(join(bin, 'pip'), ['install', '--quiet', PYTHON_LIBRARY, 'requests'], { timeout: 300_000 })
  writeFileSync(join(folder, 'reader.py'), PYTHON_READER)
  const python = await run(join(bin, 'python'), ['reader.py', address, ...paths], { cwd: folder, timeout: 120_000 })
  console.log(`${PYTHON_LIBRARY}: of ${paths.length} answers good, and refused when changed: ${python.stdout.trim()}`)
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', NPM_LIBRARY], { cwd: folder, timeout: 300_000 })
  writeFileSync(join(folder, 'reader.js'), NPM_READER)
  const npm = await run(process.execPath, ['reader.js', address, ...paths], { cwd: folder, timeout: 120_000 })
  console.log(`${NPM_LIBRARY}: of ${paths.length} answers good, and refused when changed: ${npm.stdout.trim()}`)
} finally {
  await service.stop()
}
