import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const lines = text.split('\n')

it('copies into the image only what there is, and all that the package ships', () => {
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
  for (const path of copied) assert.ok(existsSync(join(ROOT, path)), path)
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] }
  for (const path of files) assert.ok(copied.includes(path), `the image lacks ${path}`)
})

it('runs as a user who is not root, is reached from outside, and writes to the volume alone', () => {
  const [, user] = /^USER (\d+):\1$/m.exec(text) ?? []
  assert.ok(Number(user) > 0)
  const [, volume] = /^VOLUME (\S+)$/m.exec(text) ?? []
  assert.ok(text.includes(`chown ${user}:${user} /image${volume}`))
  const [, environment = ''] = /^ENV (.*)$/m.exec(text) ?? []
  const set = new Map(environment.split(' ').map((pair) => pair.split('=') as [string, string]))
  assert.equal(set.get('HOST'), '0.0.0.0')
  for (const name of ['TMPDIR', 'HOME']) assert.equal(set.get(name), volume)
})

it('is healthy when the server answers under the prefix, and only then', async (t) => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/catalogue/healthz' ? 200 : 404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const check = async (baseUrl: string) => {
    const env = { ...process.env, HOST: '0.0.0.0', PORT: String(port), BASE_URL: baseUrl }
    const [code] = await once(spawn(process.execPath, [join(ROOT, 'bin/health.js')], { env }), 'exit')
    return code
  }
  assert.deepEqual(await Promise.all(['https://yantra.example/catalogue', ''].map(check)), [0, 1])
})
