/**
 * Two foreign generators make clients from openapi.json; both must do so without a warning, compile, and read every
 * sheet of the sample: `npm run generators`. They are fetched from their registries, so the tests do without them.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { start } from '../src/commands/serve.ts'
import { toConfig } from '../src/config.ts'

const PYTHON_GENERATOR = 'openapi-python-client==0.29.1'
const TYPESCRIPT_GENERATOR = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0']
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const run = promisify(execFile)

const PYTHON_READER = `
import json, sys, urllib.request
from made import Client
from made.api.catalogue import get_tractor, list_classes, list_implements, search_tractors
from made.api.market import get_listing
from made.models import Machine

address = sys.argv[1]
client = Client(base_url=address, raise_on_unexpected_status=True)
plain = lambda path: json.load(urllib.request.urlopen(address + path))
slugs, offset = [], 0
while True:
    page = search_tractors.sync(client=client, limit=100, offset=offset)
    slugs += [hit.slug for hit in page.hits]
    offset += len(page.hits)
    if offset >= page.total:
        break
for slug in slugs:
    sheet = get_tractor.sync(slug, client=client)
    assert isinstance(sheet, Machine), sheet
    assert sheet.to_dict() == plain(f"/v1/tractors/{slug}"), slug
fitting = list_implements.sync(slugs[0], client=client)
assert [one.to_dict() for one in fitting] == plain(f"/v1/tractors/{slugs[0]}/implements")
assert [one.to_dict() for one in list_classes.sync(client=client)] == plain("/v1/machines/classes")
assert get_listing.sync(3, client=client).pin == plain("/v1/market/listings/3")["pin"]
print(len(slugs))
`

const TYPESCRIPT_READER = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

const client = createClient<paths>({ baseUrl: process.argv[2]! })
const machines: components['schemas']['Machine'][] = []
for (let offset = 0, total = 1; offset < total; ) {
  const { data, error } = await client.GET('/v1/tractors', { params: { query: { limit: 100, offset } } })
  if (!data) throw new Error(error.detail)
  for (const { slug } of data.hits) {
    const sheet = await client.GET('/v1/tractors/{slug}', { params: { path: { slug } } })
    if (!sheet.data) throw new Error(sheet.error.detail)
    if (sheet.data.slug !== slug) throw new Error(slug)
    const dates: string[] = sheet.data.prices.map((price) => price.observed_at)
    if (dates.length > 0 && !sheet.data.price_kind) throw new Error(slug)
    machines.push(sheet.data)
  }
  offset += data.hits.length
  total = data.total
}
const { data: classes } = await client.GET('/v1/machines/classes')
if (!classes?.length) throw new Error('no classes')
console.log(machines.length)
`

async function withPython(folder: string, address: string): Promise<string> {
  const bin = join(folder, 'venv', 'bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  try {
    await run('python3', ['-m', 'venv', join(folder, 'venv')])
    await run(join(bin, 'pip'), ['install', '--quiet', PYTHON_GENERATOR], { env, timeout: 300_000 })
  } catch (error) {
    return skipped(PYTHON_GENERATOR, error)
  }
  const args = [
    'generate',
    '--path',
    join(ROOT, 'openapi.json'),
    '--meta',
    'none',
    '--output-path',
    join(folder, 'made'),
  ]
  const { stdout, stderr } = await run(join(bin, 'openapi-python-client'), args, { env, timeout: 120_000 })
  if (/warning|error/i.test(stdout + stderr)) throw new Error(stdout + stderr)
  const numbered = readdirSync(join(folder, 'made', 'models')).filter((name) => /_(?:type_)?\d+\.py$/.test(name))
  if (numbered.length > 0) throw new Error(`numbered models: ${numbered.join(', ')}`)
  writeFileSync(join(folder, 'reader.py'), PYTHON_READER)
  const { stdout: read } = await run(join(bin, 'python'), ['reader.py', address], {
    cwd: folder,
    env,
    timeout: 120_000,
  })
  return `${PYTHON_GENERATOR}: no warning, no numbered model, ${read.trim()} sheets read as they are`
}

async function withTypeScript(folder: string, address: string): Promise<string> {
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  try {
    const args = ['install', '--silent', '--no-audit', '--no-fund', '--legacy-peer-deps', ...TYPESCRIPT_GENERATOR]
    await run('npm', [...args, 'typescript@5'], { cwd: folder, timeout: 300_000 })
  } catch (error) {
    return skipped(TYPESCRIPT_GENERATOR.join(', '), error)
  }
  const bin = join(folder, 'node_modules', '.bin')
  await run(join(bin, 'openapi-typescript'), [join(ROOT, 'openapi.json'), '-o', 'schema.ts'], { cwd: folder })
  writeFileSync(join(folder, 'reader.ts'), TYPESCRIPT_READER)
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--allowImportingTsExtensions']
  const lib = ['--lib', 'esnext,dom,dom.iterable', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
  await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...lib, 'reader.ts'], { cwd: folder })
  const { stdout } = await run(process.execPath, ['reader.ts', address], { cwd: folder, timeout: 120_000 })
  return `${TYPESCRIPT_GENERATOR.join(', ')}: compiles, ${stdout.trim()} sheets read`
}

function skipped(what: string, error: unknown): string {
  return `!! SKIPPED: ${what} could not be installed (${String(error).split('\n')[0]})`
}

const folder = mkdtempSync(join(tmpdir(), 'yantra-generators-'))
const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
const service = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0', SECRET_KEY: 'k'.repeat(32) }), false, nowhere)
try {
  console.log(await withPython(mkdtempSync(join(folder, 'python-')), service.url))
  console.log(await withTypeScript(mkdtempSync(join(folder, 'typescript-')), service.url))
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
