import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { publint } from 'publint'
import { newFolder } from '../backends.ts'
import { findChromium } from '../browser/chromium.ts'
import { sampleService } from '../sample-service.ts'
import { isNightly } from '../tier.ts'
import { processContext } from '../together.ts'

const executablePath = findChromium()
/** Deno's npm package cannot stand in a lock file: it names packages of platforms that are not there. */
const deno = process.env.DENO_BIN ?? (spawnSync('deno', ['--version']).status === 0 ? 'deno' : undefined)
if (isNightly && !deno)
  console.error('!! SKIPPED: no Deno was found (npm install --global deno), so the client is not tried on it')
const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MAX_BYTES = 8_192

const TOUR = `
import { YantraClient, YantraProblem } from 'yantra-client'
const client = new YantraClient({ baseUrl: process.argv.at(-1) })
let hits = 0
for await (const machine of client.search({ q: 'mahindra 575', limit: 2 })) hits += machine.slug ? 1 : 0
const { name } = await client.machine('mahindra-575-di')
const problem = await client.machine('nothing').catch((error) => error)
console.log(JSON.stringify({ hits, name, code: problem instanceof YantraProblem && problem.code }))
`
const EXPECTED = { hits: 5, name: 'Mahindra 575 DI', code: 'not-found' }

/** Packs the client and installs it in a new project. */
async function install(t: TestContext): Promise<string> {
  const folder = newFolder(t)
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(ROOT, 'client') })
  const [tarball] = readdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', join(folder, tarball!)], {
    cwd: folder,
  })
  writeFileSync(join(folder, 'tour.js'), TOUR)
  return folder
}

const bin = join(ROOT, 'node_modules', '.bin')
const all = processContext()
let installed: Promise<string> | undefined
const installOnce = () => (installed ??= install(all))

it('the packed client is small, has no dependency, and its package is in order', async (t) => {
  const folder = join(await installOnce(), 'node_modules', 'yantra-client')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const self = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.equal(manifest.version, self.version)
  assert.equal(manifest.dependencies, undefined)
  const scripts = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.js'))
  const bytes = gzipSync(scripts.map((name) => readFileSync(join(folder, 'dist', name), 'utf8')).join('')).length
  t.diagnostic(`${bytes} bytes compressed, of ${MAX_BYTES}`)
  assert.ok(bytes <= MAX_BYTES)
  const { messages } = await publint({ pkgDir: folder, strict: true })
  assert.deepEqual(messages, [])
})

for (const [name, program, ...args] of [
  ['Node', process.execPath],
  ['Bun', join(bin, 'bun')],
  ['Deno', deno, 'run', '--allow-net', '--allow-read', '--node-modules-dir=manual'],
] as const) {
  const skip = name !== 'Node' && !isNightly ? 'nightly' : !program && `no ${name}`
  it(`the packed client runs on ${name}`, { skip }, async () => {
    const { url } = await sampleService()
    const cwd = await installOnce()
    const { stdout } = await run(program!, [...args, 'tour.js', url], { cwd, timeout: 60_000 })
    assert.deepEqual(JSON.parse(stdout), EXPECTED)
  })
}

const browserSkip = !isNightly ? 'nightly' : !executablePath && 'no Chromium'
it('the packed client reads from a page of another origin, with a key', { skip: browserSkip }, async (t) => {
  const service = await sampleService()
  const folder = join(await installOnce(), 'node_modules', 'yantra-client', 'dist')
  const pages = createServer((request, response) => {
    const script = request.url?.endsWith('.js')
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.end(script ? readFileSync(join(folder, request.url!.slice(1))) : '<!doctype html><title>a page</title>')
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  t.after(() => pages.close())
  const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
  t.after(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`)
  const outcome = await page.evaluate(`(async () => {
    const { YantraClient } = await import('/index.js')
    const client = new YantraClient({ baseUrl: ${JSON.stringify(service.url)} })
    const { total } = await client.search({ q: 'mahindra 575' })
    const again = await client.search({ q: 'mahindra 575' })
    const keyed = new YantraClient({ baseUrl: ${JSON.stringify(service.url)}, key: 'ytr_wrong' })
    const problem = await keyed.classes().catch((error) => error)
    return { total, again: again.total, code: problem.code, requestId: typeof problem.requestId }
  })()`)
  assert.deepEqual(outcome, { total: 5, again: 5, code: 'unauthorized', requestId: 'string' })
})
