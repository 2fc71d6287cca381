/**
 * Generates clients from openapi.json with openapi-generator, then reads every machine, its implements and every listing
 * of the sample with each: `npm run generators`. The generator comes from PyPI, so the tests do without this script.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { start } from '../src/cli/serve.ts'
import { toConfig } from '../src/config.ts'
import { newFolder } from './folder.ts'

const GENERATOR = 'openapi-generator-cli==7.26.0'
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const run = promisify(execFile)
const OPTIONS = { timeout: 600_000, maxBuffer: 2 ** 26 }

const PYTHON = `
import sys, openapi_client as generated
client = generated.ApiClient(generated.Configuration(host=sys.argv[1]))
catalogue, market = generated.CatalogueApi(client), generated.MarketApi(client)
for slug in sys.argv[2].split(","):
    assert catalogue.get_tractor(slug).slug == slug
    catalogue.list_implements(slug)
for id in sys.argv[3].split(","):
    assert market.get_listing(int(id)).id == int(id)
`

const TYPESCRIPT = `
import { CatalogueApi, Configuration, MarketApi } from './client/index.ts'
const [address, slugs, listings] = process.argv.slice(2)
const configuration = new Configuration({ basePath: address! })
const [catalogue, market] = [new CatalogueApi(configuration), new MarketApi(configuration)]
for (const slug of slugs!.split(',')) {
  if ((await catalogue.getTractor({ slug })).slug !== slug) throw new Error(slug)
  await catalogue.listImplements({ slug })
}
for (const id of listings!.split(',')) await market.getListing({ listingId: Number(id) })
`

const GO = `package openapi

import ("context"; "os"; "strconv"; "strings"; "testing")

func TestRead(t *testing.T) {
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: os.Getenv("ADDRESS")}}
	client, ctx := NewAPIClient(configuration), context.Background()
	for _, slug := range strings.Split(os.Getenv("SLUGS"), ",") {
		machine, _, err := client.CatalogueAPI.GetTractor(ctx, slug).Execute()
		if err != nil || machine.Slug != slug { t.Fatal(slug, err) }
		if _, _, err := client.CatalogueAPI.ListImplements(ctx, slug).Execute(); err != nil { t.Fatal(slug, err) }
	}
	for _, text := range strings.Split(os.Getenv("LISTINGS"), ",") {
		id, _ := strconv.ParseInt(text, 10, 64)
		if _, _, err := client.MarketAPI.GetListing(ctx, id).Execute(); err != nil { t.Fatal(text, err) }
	}
}
`

const JAVA = `
import org.openapitools.client.*;
import org.openapitools.client.api.*;
public class Reader {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(args[0]);
    CatalogueApi catalogue = new CatalogueApi(client);
    MarketApi market = new MarketApi(client);
    for (String slug : args[1].split(",")) {
      if (!catalogue.getTractor(slug, null, null).getSlug().equals(slug)) throw new Exception(slug);
      catalogue.listImplements(slug, null);
    }
    for (String id : args[2].split(",")) market.getListing(Long.valueOf(id), null);
  }
}
`

type Data = { address: string; slugs: string; listings: string }

const folder = newFolder()
const bin = join(folder, 'venv', 'bin')

/** What to do with the client in `cwd`, per language. */
const LANGUAGES: Record<string, (cwd: string, data: Data) => Promise<unknown>> = {
  async python(cwd, { address, slugs, listings }) {
    await run(join(bin, 'pip'), ['install', '--quiet', cwd], OPTIONS)
    writeFileSync(join(cwd, 'reader.py'), PYTHON)
    await run(join(bin, 'python'), ['reader.py', address, slugs, listings], { cwd, ...OPTIONS })
  },
  async 'typescript-fetch'(cwd, { address, slugs, listings }) {
    writeFileSync(join(cwd, '../reader.mts'), TYPESCRIPT.replace('./client', cwd))
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'esnext',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ]
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--lib', 'esnext,dom', 'index.ts'], { cwd, ...OPTIONS })
    const runner = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, 'tsx@4']
    await run('npm', runner, OPTIONS)
    const args = [join(cwd, '../reader.mts'), address, slugs, listings]
    await run(join(folder, 'node_modules/.bin/tsx'), args, OPTIONS)
  },
  async go(cwd, { address, slugs, listings }) {
    rmSync(join(cwd, 'test'), { recursive: true })
    writeFileSync(join(cwd, 'read_test.go'), GO)
    const env = { ...process.env, GOFLAGS: '-mod=mod', ADDRESS: address, SLUGS: slugs, LISTINGS: listings }
    await run('go', ['test', '-run', 'TestRead', '.'], { cwd, env, ...OPTIONS })
  },
  async java(cwd, { address, slugs, listings }) {
    await run('mvn', ['-q', '-DskipTests', 'compile', 'dependency:copy-dependencies'], { cwd, ...OPTIONS })
    writeFileSync(join(cwd, 'Reader.java'), JAVA)
    const path = 'target/classes:target/dependency/*'
    await run('javac', ['-cp', path, 'Reader.java'], { cwd, ...OPTIONS })
    await run('java', ['-cp', `${path}:.`, 'Reader', address, slugs, listings], { cwd, ...OPTIONS })
  },
}

async function readData(address: string): Promise<Data> {
  const slugs: string[] = []
  for (let total = 1; slugs.length < total; ) {
    const response = await fetch(`${address}/v1/tractors?limit=100&offset=${slugs.length}`)
    const page = (await response.json()) as { hits: { slug: string }[]; total: number }
    slugs.push(...page.hits.map(({ slug }) => slug))
    total = page.total
  }
  const listings: number[] = []
  for (let id = 1; id <= 100; id++) if ((await fetch(`${address}/v1/market/listings/${id}`)).ok) listings.push(id)
  return { address, slugs: slugs.join(), listings: listings.join() }
}

const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const noLog = new Writable({ write: (_chunk, _encoding, done) => done() })
const service = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0', SECRET_KEY: 'k'.repeat(32) }), false, noLog)
try {
  await run('python3', ['-m', 'venv', join(folder, 'venv')])
  await run(join(bin, 'pip'), ['install', '--quiet', GENERATOR], OPTIONS)
  const data = await readData(service.url)
  for (const [language, read] of Object.entries(LANGUAGES)) {
    const cwd = join(folder, language, 'client')
    mkdirSync(join(folder, language))
    try {
      const args = ['generate', '-i', join(ROOT, 'openapi.json'), '-g', language, '-o', cwd]
      await run(join(bin, 'openapi-generator-cli'), args, OPTIONS)
      await read(cwd, data)
      console.log(`${language}: ok`)
    } catch (error) {
      process.exitCode = 1
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      console.log(`${language}: FAILED: ${(stderr + stdout || String(error)).slice(-1_500)}`)
    }
  }
} finally {
  await service.stop()
}
