import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { newFolder, sqlite } from '../backends.ts'
import { freePort } from '../postgres.ts'
import { startService } from '../service.ts'

/** The shipped files for nginx and Caddy, run by the real programs: only addresses, certificates and folders differ. */
const ROOT = join(import.meta.dirname, '../..')
const LIMIT = 60

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

type Ask = (path: string, headers?: Record<string, string>) => Promise<Answer>

function ask(origin: string): Ask {
  const { get } = origin.startsWith('https:') ? https : http
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const options = { headers: { host: 'yantra.example', ...headers }, rejectUnauthorized: false }
      const request = get(origin + path, options, async (answer) => {
        const body = Buffer.concat(await answer.toArray()).toString()
        resolve({ status: answer.statusCode!, headers: answer.headers, body })
      })
      request.once('error', reject)
    })
}

interface Stage {
  folder: string
  /** Where the service listens. */
  service: number
  /** Where the proxy is to listen, with TLS and without. */
  secure: number
  plain: number
}

/** Replaces what has to differ, and says when the file has changed so that it is not there any more. */
function adapted(file: string, changes: [string | RegExp, string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replaceAll(from instanceof RegExp ? new RegExp(from, 'gm') : from, to)
      assert.notEqual(changed, text, `${file} has no ${from}`)
      return changed
    },
    readFileSync(join(ROOT, file), 'utf8'),
  )
}

const PROXIES: Record<string, { version: string[]; start(stage: Stage): string[] }> = {
  nginx: {
    version: ['-v'],
    start({ folder, service, secure, plain }) {
      mkdirSync(join(folder, 'cache'))
      const conf = adapted('deploy/nginx/yantra.conf', [
        [/^ {4}server 127\.0\.0\.1:8080/, `    server 127.0.0.1:${service}`],
        [/^ {4}listen \[::\].*\n/, ''],
        ['listen 443 ssl', `listen 127.0.0.1:${secure} ssl`],
        ['listen 80;', `listen 127.0.0.1:${plain};`],
        ['/etc/ssl/yantra', folder],
        ['/var/cache/nginx/yantra', join(folder, 'cache')],
      ])
      const parts = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const temporary = parts.map((part) => `${part}_temp_path ${join(folder, part)};`)
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      const main = `${user} daemon off; pid ${join(folder, 'pid')}; events {} http { access_log off; ${temporary.join(' ')} ${conf} }`
      writeFileSync(join(folder, 'nginx.conf'), main)
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')]
    },
  },
  caddy: {
    version: ['version'],
    start({ folder, service, secure, plain }) {
      const certificate = `tls ${join(folder, 'fullchain.pem')} ${join(folder, 'privkey.pem')}`
      const conf = adapted('deploy/caddy/Caddyfile', [
        [/^yantra\.example \{$/, `https://yantra.example:${secure} {\n\t${certificate}`],
        ['127.0.0.1:8080', `127.0.0.1:${service}`],
      ])
      const ports = `http_port ${plain}\n\thttps_port ${secure}`
      writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\t${ports}\n\tdefault_bind 127.0.0.1\n}\n${conf}`)
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
}

async function behind(t: TestContext, program: string) {
  const folder = newFolder(t)
  const subject = ['-subj', '/CN=yantra.example', '-addext', 'subjectAltName=DNS:yantra.example']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '1', ...subject, ...files], {
    stdio: 'ignore',
  })
  const env = { DATABASE_URL: await sqlite.newUrl(t), TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: String(LIMIT) }
  const service = await startService(t, env)
  const stage = {
    folder,
    service: Number(new URL(service.url).port),
    secure: await freePort(),
    plain: await freePort(),
  }
  const args = PROXIES[program]!.start(stage)
  const child = spawn(program, args, { env: { ...process.env, HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] })
  let spoken = ''
  child.stderr.on('data', (chunk) => {
    spoken += chunk
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const [secure, plain] = [ask(`https://127.0.0.1:${stage.secure}`), ask(`http://127.0.0.1:${stage.plain}`)]
  // The address is for nobody, so it tells that the proxy listens without asking the service.
  while (!(await secure('/healthz').catch(() => undefined))) {
    if (child.exitCode !== null) assert.fail(`${program} ended: ${spoken}`)
  }
  return { secure, plain, service, direct: ask(service.url) }
}

for (const program of Object.keys(PROXIES)) {
  const isThere = spawnSync(program, PROXIES[program]!.version).status === 0
  if (!isThere) console.error(`!! SKIPPED: ${program} was not found, so its file in deploy/ is not run`)

  describe(`the file for ${program}`, { skip: !isThere && `${program} was not found` }, () => {
    it('passes answers on as they are, lets no caller choose the host, and hides what is inner', async (t) => {
      const { secure, plain, direct } = await behind(t, program)
      const path = '/v1/tractors/mahindra-575-di'

      const [through, self] = [await secure(path), await direct(path)]
      assert.equal(through.status, 200)
      assert.equal(through.body, self.body)
      for (const name of ['etag', 'cache-control', 'vary', 'content-type', 'access-control-allow-origin'])
        assert.equal(through.headers[name], self.headers[name], name)
      const again = await secure(path, { 'if-none-match': self.headers.etag! })
      assert.deepEqual([again.status, again.body], [304, ''])

      for (const inner of ['/metrics', '/readyz', '/healthz']) assert.equal((await secure(inner)).status, 404, inner)

      const robots = await secure('/robots.txt', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' })
      assert.match(robots.body, /https:\/\/yantra\.example(:\d+)?\//)
      assert.doesNotMatch(robots.body, /evil|ftp:/)

      const problem = await secure('/v1/tractors/no-such-machine')
      assert.deepEqual([problem.status, problem.headers['cache-control']], [404, 'no-store'])
      assert.equal((await secure(path, { authorization: 'Bearer ytr_not-a-key' })).status, 401)

      const moved = await plain('/en/')
      assert.ok([301, 308].includes(moved.status))
      assert.match(moved.headers.location!, /^https:\/\/yantra\.example(:\d+)?\/en\/$/)
    })

    it('tells the address of the caller, whatever the caller says', async (t) => {
      const { secure } = await behind(t, program)
      const statuses = new Map<number, number>()
      for (let n = 0; n < LIMIT + 10; n++) {
        const { status } = await secure(`/v1/tractors?limit=0&offset=${n}`, { 'x-forwarded-for': `192.0.2.${n}` })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      assert.deepEqual([...statuses.keys()], [200, 429])
    })
  })
}

const hasNginx = spawnSync('nginx', ['-v']).status === 0

it('has a cache in nginx that holds what is public, for as long as it says, and nothing else', {
  skip: !hasNginx && 'nginx was not found',
}, async (t) => {
  const { secure, service } = await behind(t, 'nginx')
  const path = '/v1/machines/classes'
  const held = async (headers: Record<string, string> = {}) => (await secure(path, headers)).headers['x-cache']
  assert.equal(await held(), 'MISS')
  // An answer is good for a second, in which a busy machine may not come by again: one of twenty does.
  const again = await Promise.all(Array.from({ length: 20 }, () => held()))
  assert.ok(again.includes('HIT'), again.join())
  assert.equal(await held({ authorization: 'Bearer ytr_not-a-key' }), 'BYPASS')

  for (const missing of ['/v1/tractors/no-such-machine', '/v1/tractors/no-such-machine'])
    assert.equal((await secure(missing)).headers['x-cache'], 'MISS')
  assert.equal((await secure('/console')).headers['x-cache'], undefined)

  // A replica that is gone is no answer of the cache's.
  await service.stop()
  const away = await secure('/v1/tractors?limit=0')
  assert.equal(away.status, 502)
})
